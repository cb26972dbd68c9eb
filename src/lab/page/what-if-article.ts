import { html, type Html } from '../../server/html.ts'
import type { BoardDifference, Climb, WhatIfReport } from '../what-if/report.ts'
import { counted, number } from './figures/numbers.ts'
import { code, factList, headTable } from './heading-parts.ts'
import { expectations } from './report-heading.ts'

/** Returns what a page of what-if contains, with the place that the script fills. */
export function whatIfArticle(report: WhatIfReport, name: string): Html {
  return html`<article class="report">
    <header class="${report.expect.length > 0 ? 'single' : 'plain'}">
      <p class="kind">The recorded players under another design</p>
      <h1>${name}: what if</h1>
      ${
        report.partial === true &&
        html`<p class="notice">The replay was interrupted: the later entries of the history are not in it.</p>`
      }
      ${facts(report)} ${report.expect.length > 0 && expectations(report)} ${losses(report)}
    </header>
    <div class="sections"></div>
    <div class="sections tables">${commands(report)} ${boards(report)}</div>
  </article>`
}

function facts({
  entries,
  since,
  players,
  changed,
  losers,
  commands: { accepted_before, accepted_after },
  design,
}: WhatIfReport): Html {
  return factList([
    ['Players', number(players)],
    ['With other scores', number(changed)],
    ['Who lose something', number(losers)],
    ['Commands refused', number(accepted_before - accepted_after)],
    ['Entries', number(entries)],
    ['Decided again from entry', number(since)],
    ['Recorded design', design.before === null ? 'none' : hash(design.before)],
    ['Other design', design.after === null ? 'none' : hash(design.after)],
  ])
}

const hash = (text: string): Html => html`<code title="${text}">${text.slice(0, 12)}</code>`

function losses({ losers, lost }: WhatIfReport): Html {
  const verdict = `${counted(losers, 'player')} would lose a level, an item or an ended process.`
  return html`<section class="losses">
    <h2>Losses</h2>
    ${
      losers === 0
        ? html`<p class="verdict held">No player would lose a level, an item or an ended process.</p>`
        : html`<p class="verdict failed">${verdict}</p>
            ${headTable(
              'What players would lose',
              [{ title: 'Player' }, { title: 'Loses' }, { title: 'Has instead' }],
              lost.map(
                ({ player, lost: what, instead }) =>
                  html`<tr>
                    <th scope="row">${player}</th>
                    <td>${what}</td>
                    <td>${instead === undefined ? '' : (instead ?? 'none')}</td>
                  </tr>`,
              ),
            )}`
    }
  </section>`
}

function commands({ commands: { accepted_before, accepted_after, refused_now, first } }: WhatIfReport): Html {
  const refused = accepted_before - accepted_after
  if (refused === 0) return section('Refused commands', html`<p class="empty">No command would be refused.</p>`)
  return section(
    'Refused commands',
    html`<p class="lead">
        The game accepted ${number(accepted_before)} commands. Under the other design, it would refuse
        ${number(refused)} of them. Commands that were refused then are not in the history.
      </p>
      ${headTable(
        'Refused commands by error code',
        [{ title: 'Error' }, { title: 'Commands', isFigure: true }],
        Object.entries(refused_now).map(
          ([error, times]) =>
            html`<tr>
              <th scope="row">${code(error)}</th>
              <td class="figure">${number(times)}</td>
            </tr>`,
        ),
      )}
      ${headTable(
        'The first refused commands',
        [
          { title: 'Entry', isFigure: true },
          { title: 'Time' },
          { title: 'Command' },
          { title: 'Player' },
          { title: 'Error' },
        ],
        first.map(
          ({ seq, at, op, player, error }) =>
            html`<tr>
              <th scope="row" class="figure">${number(seq)}</th>
              <td>${at}</td>
              <td>${code(op)}</td>
              <td>${player ?? 'operator'}</td>
              <td>${code(error)}</td>
            </tr>`,
        ),
      )}`,
  )
}

function boards({ boards: all }: WhatIfReport): Html {
  const rows = Object.entries(all)
  if (rows.length === 0) return section('Leaderboards', html`<p class="empty">The designs share no boards.</p>`)
  const changed = rows.filter(([, board]) => board.top10_changed).length
  return section(
    'Leaderboards',
    html`<p class="lead">
        The order at the end, in the longest cycle of each board. The first ten change on ${number(changed)} of
        ${counted(rows.length, 'board')}.
      </p>
      ${headTable(
        'How the boards would differ',
        [{ title: 'Board' }, { title: 'First ten' }, { title: 'Climbs most' }, { title: 'Falls most' }],
        rows.map(([id, board]) => boardRow(id, board)),
      )}`,
  )
}

function boardRow(id: string, { top10_changed, biggest_climb, biggest_fall }: BoardDifference): Html {
  return html`<tr>
    <th scope="row">${id}</th>
    <td>${top10_changed ? 'change' : 'the same'}</td>
    <td>${ranks(biggest_climb)}</td>
    <td>${ranks(biggest_fall)}</td>
  </tr>`
}

const ranks = (climb: Climb | null): string =>
  climb === null ? 'nobody' : `${climb.player ?? climb.team ?? ''}: ${number(climb.from)} to ${number(climb.to)}`

const section = (title: string, content: Html): Html =>
  html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`
