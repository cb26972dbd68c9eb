import { quoted } from '../../game/kernel/message-text.ts'
import type { ComparedReport } from './comparison.ts'
import type { GroupReport, SimulationReport } from './report.ts'
import { boards } from './summary/boards.ts'
import { changes } from './summary/changes.ts'
import { expectations } from './summary/expectations.ts'
import { numberText } from './summary/figures.ts'
import { flows } from './summary/flows.ts'
import { sentence, type SummaryStyle } from './summary/layout.ts'
import type { LeftOut } from './summary/left-out.ts'
import { milestones } from './summary/milestones.ts'
import { refusals } from './summary/refusals.ts'
import { scores } from './summary/scores.ts'
import { staying } from './summary/staying.ts'

/**
 * Describes a report in words and small tables, in lines of at most 80 columns, and what it leaves out. Spec 7 "A terminal
 * gets a summary".
 */
export function summaryOf(report: SimulationReport, leftOut: LeftOut, style: SummaryStyle): string {
  return together([
    heading(report, leftOut, style),
    ...[staying, milestones, flows, scores, refusals].map((section) => section(report, style)),
    boards(report, leftOut, style),
    expectations(report, style),
  ])
}

/** Describes what has changed since an earlier report, in the same way. Spec 7.1 `--compare`. */
export function changesOf(report: ComparedReport, leftOut: LeftOut, style: SummaryStyle): string {
  return together([heading(report, leftOut, style), changes(report, style), expectations(report, style)])
}

function together(sections: readonly (readonly string[])[]): string {
  return sections
    .map((lines) => lines.join('\n'))
    .filter((text) => text !== '')
    .join('\n\n')
}

function heading(report: SimulationReport, leftOut: LeftOut, { paint }: SummaryStyle): string[] {
  const { simulation, players, days, plays, random_seed, partial } = report
  const what = `${simulation}: ${count(players, 'player')}, ${count(days, 'day')}, ${count(plays, 'play')}`
  return [
    ...sentence(`${what}, random seed ${quoted(random_seed)}`).map(paint.strong),
    ...(partial
      ? sentence('The simulation was interrupted, so the report has only some of its players.').map(paint.bad)
      : []),
    ...lateText(leftOut).map(paint.bad),
    ...idle(report).flatMap((text) => sentence(text).map(paint.bad)),
  ]
}

/** Says how many players never play, because they would join after the last day. */
export function lateText({ late, players }: LeftOut): string[] {
  if (late === 0) return []
  return [`${numberText(late)} of the ${count(players, 'player')} ${late === 1 ? 'joins' : 'join'} after the last day.`]
}

/** Says which players played nothing, and why. */
function idle({ all, personas }: SimulationReport): string[] {
  const ofAll = whyIdle(all)
  if (ofAll !== undefined) return [`The players ${ofAll}`]
  return Object.entries(personas).flatMap(([persona, group]) => {
    const why = whyIdle(group)
    return why === undefined ? [] : [`The ${persona} players ${why}`]
  })
}

function whyIdle({ days }: GroupReport): string | undefined {
  if (days.some(({ plays }) => plays > 0) || days.every(({ joined }) => joined === 0)) return undefined
  if (days.every(({ active }) => active === 0)) return 'had no session, so they played nothing.'
  const codes = [...new Set(days.flatMap(({ refused }) => Object.keys(refused)))]
  return `played nothing: ${codes.length === 0 ? 'their choices offered nothing to play' : `the game refused tries with ${codes.join(', ')}`}.`
}

const count = (number: number, noun: string): string => `${numberText(number)} ${noun}${number === 1 ? '' : 's'}`
