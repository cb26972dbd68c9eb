import { html, type Html } from '../../server/html.ts'
import { figureText, seenText } from '../simulate/expectation-text.ts'
import type { ShownFigure, VariedPoint, VaryReport } from '../simulate/varied.ts'
import { standalonePage } from './document.ts'
import { capitalised, number, unbroken } from './figures/numbers.ts'
import { inOrder, resultText, verdictOf } from './figures/varied.ts'
import { code, factList, headTable, resultCell } from './heading-parts.ts'

/** What a page of `--vary` needs besides its report. */
export interface VaryPageSettings {
  /** The script of pages, as `readPageScript` returns it. */
  readonly script: string
  /** The name of the simulation. */
  readonly name: string
  /** The figures of `--show`. */
  readonly figures: readonly ShownFigure[]
}

/** Returns a page that shows what the values of `--vary` come to. It is one file that needs no other. Spec 7.4, 7.5. */
export function varyPage(report: VaryReport, { script, name, figures }: VaryPageSettings): string {
  const where = report.vary.map(({ where }) => where).join(' and ')
  return standalonePage({
    title: `${name}: ${where}`,
    content: html`<article class="report">
      <header>
        <p class="kind">Simulation with varied numbers</p>
        <h1>${name}</h1>
        ${
          report.partial === true &&
          html`<p class="notice">The simulation was interrupted: only the values that were done by then are in it.</p>`
        }
        ${facts(report)} ${table(inOrder(report), figures)}
      </header>
      <div class="sections"></div>
    </article>`,
    data: { kind: 'vary', report, figures },
    script,
  })
}

/** More values than these are shown as their first and last one. */
const MAX_LISTED = 12

function facts({ simulation, random_seed, days, players, vary }: VaryReport): Html {
  return factList([
    ...vary.map(({ where, values }) => [code(where), valuesIn(values)] as const),
    ['Players', number(players)],
    ['Days', number(days)],
    ['Id', code(simulation)],
    ['Random seed', code(random_seed)],
  ])
}

function valuesIn(values: readonly string[]): string {
  return values.length <= MAX_LISTED
    ? values.join(', ')
    : `${values[0]} to ${values.at(-1)}, ${number(values.length)} values`
}

function table(report: VaryReport, figures: readonly ShownFigure[]): Html {
  const { vary, expect, points } = report
  const isMet = points.some(({ holds }) => holds === true)
  const columns = [
    ...vary.map(({ where }) => ({ title: vary.length === 1 ? 'Value' : where, isFigure: true })),
    ...(expect.length > 0 ? [{ title: 'Expectations' }] : []),
    ...figures.map(({ expectation }) => ({ title: capitalised(figureText(expectation)), isFigure: true })),
  ]
  return html`<section class="values">
    <h2>Values</h2>
    ${
      expect.length === 0
        ? html`<p>The simulation expects nothing.</p>`
        : html`<p class="${isMet ? 'verdict held' : 'verdict failed'}">${verdictOf(report)}</p>`
    }
    ${headTable(
      'What each value came to',
      columns,
      points.map((point) => pointRow(point, figures)),
    )}
  </section>`
}

function pointRow(point: VariedPoint, figures: readonly ShownFigure[]): Html {
  const [first = '', ...others] = point.values
  return html`<tr class="${point.holds === true ? 'marked' : 'plain'}">
    <th scope="row" class="figure">${first}</th>
    ${others.map((value) => html`<td class="figure">${value}</td>`)}
    ${point.holds !== null && resultCell(point.holds, resultText(point))}
    ${figures.map(({ name, expectation }) => {
      const seen = point.figures[name] ?? null
      return html`<td class="figure"><data value="${String(seen)}">${unbroken(seenText(expectation, seen))}</data></td>`
    })}
  </tr>`
}
