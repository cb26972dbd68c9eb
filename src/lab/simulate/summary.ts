import { quoted } from '../../game/kernel/message-text.ts'
import type { ComparedReport } from './comparison.ts'
import type { GroupReport, SimulationReport } from './report.ts'
import { boards } from './summary/boards.ts'
import { changes } from './summary/changes.ts'
import { expectations } from './summary/expectations.ts'
import { numberText } from './summary/figures.ts'
import { flows } from './summary/flows.ts'
import { sentence, type SummaryStyle } from './summary/layout.ts'
import { milestones } from './summary/milestones.ts'
import { refusals } from './summary/refusals.ts'
import { scores } from './summary/scores.ts'
import { staying } from './summary/staying.ts'

/** Describes a report in words and small tables, in lines of at most 80 columns. Spec 7 "A terminal gets a summary". */
export function summaryOf(report: SimulationReport, style: SummaryStyle): string {
  return together(
    [heading, staying, milestones, flows, scores, refusals, boards, expectations].map((section) =>
      section(report, style),
    ),
  )
}

/** Describes what has changed since an earlier report, in the same way. Spec 7.1 `--compare`. */
export function changesOf(report: ComparedReport, style: SummaryStyle): string {
  return together([heading, changes, expectations].map((section) => section(report, style)))
}

function together(sections: readonly (readonly string[])[]): string {
  return sections
    .map((lines) => lines.join('\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

function heading(report: SimulationReport, { paint }: SummaryStyle): string[] {
  const { simulation, players, days, plays, random_seed, partial } = report
  const what = `${simulation}: ${count(players, 'player')}, ${count(days, 'day')}, ${count(plays, 'play')}`
  return [
    ...sentence(`${what}, random seed ${quoted(random_seed)}`).map(paint.strong),
    ...(partial
      ? sentence('The simulation was interrupted, so the report has only some of its players.').map(paint.bad)
      : []),
    ...idle(report).flatMap((players) =>
      sentence(`${players} played nothing: the game refused each try, or offered nothing to play.`).map(paint.bad),
    ),
  ]
}

/** Names the players who had sessions and no play. */
function idle({ all, personas }: SimulationReport): string[] {
  const isIdle = ({ days }: GroupReport): boolean =>
    days.some(({ active }) => active > 0) && days.every(({ plays }) => plays === 0)
  if (isIdle(all)) return ['The players']
  return Object.entries(personas).flatMap(([persona, group]) => (isIdle(group) ? [`The ${persona} players`] : []))
}

const count = (number: number, noun: string): string => `${numberText(number)} ${noun}${number === 1 ? '' : 's'}`
