import { html, type Html } from '../../server/html.ts'
import { boundsText, figureText, seenText } from '../simulate/expectation-text.ts'
import { isRepeated, type RepeatedReport } from '../simulate/repeated.ts'
import type { GroupReport, JudgedEnd, SimulationReport } from '../simulate/report.ts'
import type { Averaged } from './figures/means.ts'
import { capitalised, counted, number, numberCell, percent, unbroken } from './figures/numbers.ts'
import { leftSoFar } from './figures/report-facts.ts'
import { code, factList, headTable, resultCell } from './heading-parts.ts'

/** Returns what was simulated and how it came out: what readers see without a script, too. */
export function reportHeading(report: SimulationReport | RepeatedReport, shown: Averaged, title: string): Html {
  return html`<header class="${isRepeated(report) ? 'repeated' : 'single'}">
    <p class="kind">${isRepeated(report) ? `Means of ${counted(report.runs, 'simulation run')}` : 'Simulation'}</p>
    <h1>${title}</h1>
    ${
      report.partial === true &&
      html`<p class="notice">This is a part of the simulation: only what was played by then is in it.</p>`
    }
    ${facts(report, shown)} ${isRepeated(report) && runsNote(report)} ${expectations(report)} ${personas(shown.report)}
  </header>`
}

function facts(report: SimulationReport | RepeatedReport, { report: means, margins }: Averaged): Html {
  const { simulation, design, days, random_seed } = report
  const all = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((sum, times) => sum + times, 0)
  const seeds = isRepeated(report)
    ? `${random_seed}/1${report.runs > 1 ? ` to ${random_seed}/${report.runs}` : ''}`
    : random_seed
  return factList([
    ...(isRepeated(report) ? [['Runs', number(report.runs)] as const] : []),
    ['Players', number(means.players)],
    ['Days', number(days)],
    ['Plays', numberCell(means.plays, margins?.plays).text],
    ['Refused', number(all(means.refused))],
    ['Id', code(simulation)],
    [isRepeated(report) ? 'Random seeds' : 'Random seed', code(seeds)],
    ['Design', html`<code title="${design}">${design.slice(0, 12)}</code>`],
  ])
}

/** Says how to read the figures of several runs. */
function runsNote({ runs }: RepeatedReport): Html {
  return runs < 2
    ? html`<p class="note">There is only one run, so no figure has an interval.</p>`
    : html`<p class="note">
        Every figure is the mean of ${number(runs)} runs that differ only in their random seeds. “± 2” means that the
        95&nbsp;% interval of the mean reaches 2 to each side; thin upright bars show it in the plots. Figures without
        it are computed from means.
      </p>`
}

/** Returns what was expected, and what was seen of it. */
export function expectations(report: Expecting): Html {
  const { expect, partial } = report
  const until = partial ? ' by then' : ''
  const failed = expect.filter(({ holds }) => !holds).length
  const verdict =
    failed === 0
      ? `All ${counted(expect.length, 'expectation')} held${until}.`
      : `${number(failed)} of ${counted(expect.length, 'expectation')} failed${until}.`
  if (expect.length === 0)
    return html`<section class="expectations">
      <h2>Expectations</h2>
      <p>The simulation expects nothing.</p>
    </section>`
  return html`<section class="expectations">
    <h2>Expectations</h2>
    <p class="${failed === 0 ? 'verdict held' : 'verdict failed'}">
      ${verdict}
      ${'runs' in report && html`<span class="how">An expectation holds if the mean is within its bounds.</span>`}
    </p>
    ${headTable(
      'Expectations',
      [
        { title: 'Result', isResult: true },
        { title: 'Figure' },
        { title: 'Expected', isFigure: true },
        { title: 'runs' in report ? 'Mean seen' : 'Seen', isFigure: true },
        ...('runs' in report ? [{ title: 'Held in', isFigure: true }] : []),
      ],
      expect.map((expectation) => expectationRow(expectation, 'runs' in report ? report.runs : undefined)),
    )}
  </section>`
}

type Expecting = Pick<SimulationReport, 'expect' | 'partial'> | RepeatedReport | JudgedEnd

type Judged = Expecting['expect'][number]

function expectationRow(judged: Judged, runs: number | undefined): Html {
  const { seen, holds } = judged
  const exact = seen === null || typeof seen === 'number' ? seen : seen.mean
  return html`<tr>
    ${resultCell(holds, holds ? 'held' : 'failed')}
    <th scope="row">${capitalised(figureText(judged))}</th>
    <td class="figure">${unbroken(boundsText(judged))}</td>
    <td class="figure"><data value="${String(exact)}">${unbroken(seenText(judged, seen))}</data></td>
    ${'runs_holding' in judged && html`<td class="figure">${number(judged.runs_holding)} of ${number(runs ?? 0)}</td>`}
  </tr>`
}

function personas({ all, personas: groups }: SimulationReport): Html {
  const rows: [string, GroupReport][] = [...Object.entries(groups), ['All players', all]]
  return html`<section class="personas">
    <h2>Personas</h2>
    ${headTable(
      'Personas',
      [
        { title: 'Persona' },
        { title: 'Players', isFigure: true },
        { title: 'Plays', isFigure: true },
        { title: 'Plays each', isFigure: true },
        { title: 'Left for good', isFigure: true },
      ],
      rows.map(([name, group]) => personaRow(name, group)),
    )}
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
