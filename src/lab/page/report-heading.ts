import { html, type Html } from '../../server/html.ts'
import { boundsText, figureText, seenText } from '../simulate/expectation-text.ts'
import type { GroupReport, SimulationReport } from '../simulate/report.ts'
import { counted, number, percent } from './figures/numbers.ts'
import { leftSoFar } from './figures/report-facts.ts'

/** Returns what was simulated and how it came out: what readers see without a script, too. */
export function reportHeading(report: SimulationReport, title: string): Html {
  return html`<header>
    <p class="kind">Simulation</p>
    <h1>${title}</h1>
    ${
      report.partial === true &&
      html`<p class="notice">The simulation was interrupted: only the players that were done by then are in it.</p>`
    }
    ${facts(report)} ${expectations(report)} ${personas(report)}
  </header>`
}

function facts({ simulation, design, random_seed, days, players, plays, refused }: SimulationReport): Html {
  const refusals = Object.values(refused).reduce((sum, times) => sum + times, 0)
  const fact = (name: string, value: Html | string): Html =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value}</dd>
    </div>`
  return html`<dl class="facts">
    ${fact('Players', number(players))} ${fact('Days', number(days))} ${fact('Plays', number(plays))}
    ${fact('Refused', number(refusals))} ${fact('Id', html`<code>${simulation}</code>`)}
    ${fact('Random seed', html`<code>${random_seed}</code>`)}
    ${fact('Design', html`<code title="${design}">${design.slice(0, 12)}</code>`)}
  </dl>`
}

function expectations({ expect }: SimulationReport): Html {
  if (expect.length === 0)
    return html`<section class="expectations">
      <h2>Expectations</h2>
      <p>The simulation expects nothing.</p>
    </section>`
  const failed = expect.filter(({ holds }) => !holds).length
  const verdict =
    failed === 0
      ? `All ${counted(expect.length, 'expectation')} held.`
      : `${number(failed)} of ${counted(expect.length, 'expectation')} failed.`
  return html`<section class="expectations">
    <h2>Expectations</h2>
    <p class="${failed === 0 ? 'verdict held' : 'verdict failed'}">${verdict}</p>
    <div class="table" role="region" aria-label="Expectations" tabindex="0">
      <table>
        <caption class="unseen">
          What was expected, and what was seen
        </caption>
        <thead>
          <tr>
            <th scope="col">Result</th>
            <th scope="col">Figure</th>
            <th scope="col" class="figure">Expected</th>
            <th scope="col" class="figure">Seen</th>
          </tr>
        </thead>
        <tbody>
          ${expect.map(expectationRow)}
        </tbody>
      </table>
    </div>
  </section>`
}

function expectationRow(judged: SimulationReport['expect'][number]): Html {
  const { seen, holds } = judged
  return html`<tr>
    <td class="${holds ? 'held' : 'failed'}">
      <span aria-hidden="true">${holds ? '✓' : '✗'}</span> ${holds ? 'held' : 'failed'}
    </td>
    <th scope="row">${figureText(judged)}</th>
    <td class="figure">${boundsText(judged)}</td>
    <td class="figure"><data value="${String(seen)}">${seenText(judged, seen)}</data></td>
  </tr>`
}

function personas({ all, personas: groups }: SimulationReport): Html {
  const rows: [string, GroupReport][] = [...Object.entries(groups), ['All players', all]]
  return html`<section class="personas">
    <h2>Personas</h2>
    <div class="table" role="region" aria-label="Personas" tabindex="0">
      <table>
        <caption class="unseen">
          Players and plays of each persona
        </caption>
        <thead>
          <tr>
            <th scope="col">Persona</th>
            <th scope="col" class="figure">Players</th>
            <th scope="col" class="figure">Plays</th>
            <th scope="col" class="figure">Plays each</th>
            <th scope="col" class="figure">Left for good</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(([name, group]) => personaRow(name, group))}
        </tbody>
      </table>
    </div>
  </section>`
}

function personaRow(name: string, group: GroupReport): Html {
  const plays = group.days.reduce((sum, day) => sum + day.plays, 0)
  const left = leftSoFar(group).at(-1) ?? 0
  const per = (all: number, write: (value: number) => string): string =>
    group.players === 0 ? '–' : write(all / group.players)
  return html`<tr>
    <th scope="row">${name}</th>
    <td class="figure">${number(group.players)}</td>
    <td class="figure">${number(plays)}</td>
    <td class="figure">${per(plays, number)}</td>
    <td class="figure">${number(left)} (${per(left, percent)})</td>
  </tr>`
}
