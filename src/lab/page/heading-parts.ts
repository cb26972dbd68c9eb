import { html, type Html } from '../../server/html.ts'

/** Returns a list of facts: each has a name and a value. */
export function factList(facts: readonly (readonly [name: Html | string, value: Html | string])[]): Html {
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`
}

/** Returns a value that people copy. */
export const code = (text: string): Html => html`<code>${text}</code>`

/** A column of a table of the heading. */
export interface HeadColumn {
  readonly title: string
  readonly isFigure?: boolean
  /** Whether its cells are results, whose words are left out where there is little room. */
  readonly isResult?: boolean
}

/** Returns a table that scrolls in its own frame where it is too wide. Its rows are `tr` elements. */
export function headTable(caption: string, columns: readonly HeadColumn[], rows: readonly Html[]): Html {
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption class="unseen">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map(
            ({ title, isFigure = false, isResult = false }) =>
              html`<th scope="col" class="${isFigure ? 'figure' : 'words'}">
                ${isResult ? html`<span class="result">${title}</span>` : title}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

/** Returns a cell that says whether something holds, with a mark that does not need colours. */
export function resultCell(holds: boolean, text: string): Html {
  return html`<td class="${holds ? 'held' : 'failed'}">
    <span aria-hidden="true">${holds ? '✓' : '✗'}</span> <span class="result">${text}</span>
  </td>`
}
