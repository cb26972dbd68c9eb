import { quoted } from '../../game/kernel/message-text.ts'
import type { ComparedReport } from './comparison.ts'
import type { RepeatedReport } from './repeated.ts'
import { foldReports } from './report-figures.ts'
import type { SimulationReport } from './report.ts'
import { boards } from './summary/boards.ts'
import { changes } from './summary/changes.ts'
import { expectations } from './summary/expectations.ts'
import { numberText } from './summary/figures.ts'
import { flows } from './summary/flows.ts'
import { sentence, type SummaryStyle } from './summary/layout.ts'
import type { LeftOut } from './summary/left-out.ts'
import { milestones } from './summary/milestones.ts'
import { refusals } from './summary/refusals.ts'
import { meanOf, samples, writer, type SampledGroup, type SampledReport } from './summary/samples.ts'
import { scores } from './summary/scores.ts'
import { staying } from './summary/staying.ts'

/**
 * Describes a report in words and small tables, in lines of at most 80 columns, and what it leaves out. Spec 7 "A terminal
 * gets a summary".
 */
export function summaryOf(report: SimulationReport, leftOut: LeftOut, style: SummaryStyle): string {
  const figures = foldReports([report], samples)
  return together([
    heading(report, leftOut, style),
    ...sectionsOf(figures, report.days, leftOut, style),
    expectations(report, style),
  ])
}

/**
 * Describes several runs in the same way: each figure as its mean and how far its 95 % interval reaches to each side.
 * `runs` are the reports that the report combines. Spec 7.1 `--runs`.
 */
export function summaryOfRuns(
  report: RepeatedReport,
  runs: readonly SimulationReport[],
  leftOut: LeftOut,
  style: SummaryStyle,
): string {
  const figures = foldReports(runs, samples)
  return together([
    headingOfRuns(report, figures, leftOut, style),
    ...sectionsOf(figures, report.days, leftOut, style),
    expectations(report, style),
  ])
}

/** Describes what has changed since an earlier report, in the same way. Spec 7.1 `--compare`. */
export function changesOf(report: ComparedReport, leftOut: LeftOut, style: SummaryStyle): string {
  return together([heading(report, leftOut, style), changes(report, style), expectations(report, style)])
}

function sectionsOf(figures: SampledReport, days: number, leftOut: LeftOut, style: SummaryStyle): string[][] {
  return [
    ...[staying, milestones, flows, scores, refusals].map((section) => section(figures, style, days)),
    boards(figures, style, days, leftOut),
  ]
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
    ...notes(foldReports([report], samples), leftOut, paint),
  ]
}

function headingOfRuns(
  { simulation, runs, days, random_seed, partial }: RepeatedReport,
  figures: SampledReport,
  leftOut: LeftOut,
  style: SummaryStyle,
): string[] {
  const write = writer(style)
  const { paint, unicode } = style
  const each = `${write.number(figures.players)} players, ${count(days, 'day')}, ${write.number(figures.plays)} plays`
  const seeds = `random seed ${quoted(`${random_seed}/1`)}${runs > 1 ? ` to ${quoted(`${random_seed}/${runs}`)}` : ''}`
  const note =
    runs > 1
      ? `Each figure is the mean of the runs. ${unicode ? '±' : '+/-'} is how far its 95 % interval reaches to each side.`
      : 'There is only one run, so no figure has an interval.'
  return [
    ...sentence(`${simulation}: ${count(runs, 'run')} of ${each}, ${seeds}`).map(paint.strong),
    ...sentence(note).map(paint.faint),
    ...(partial
      ? sentence('The simulation was interrupted, so the report has only some of its runs.').map(paint.bad)
      : []),
    ...notes(figures, leftOut, paint),
  ]
}

/** Says who joins too late, and which players played nothing, and why. */
function notes({ all, personas }: SampledReport, { late, players }: LeftOut, paint: SummaryStyle['paint']): string[] {
  const ofAll = whyIdle(all)
  const idle =
    ofAll === undefined
      ? Object.entries(personas).map(([persona, group]) => [`The ${persona} players`, whyIdle(group)] as const)
      : [['The players', ofAll] as const]
  return [
    ...(late === 0
      ? []
      : [
          `${numberText(late)} of the ${count(players, 'player')} ${late === 1 ? 'joins' : 'join'} after the last day.`,
        ]),
    ...idle.flatMap(([who, why]) => (why === undefined ? [] : [`${who} ${why}`])),
  ].flatMap((text) => sentence(text).map(paint.bad))
}

function whyIdle({ days }: SampledGroup): string | undefined {
  if (days.some(({ plays }) => meanOf(plays) > 0) || days.every(({ joined }) => meanOf(joined) === 0)) return undefined
  if (days.every(({ active }) => meanOf(active) === 0)) return 'had no session, so they played nothing.'
  const codes = [...new Set(days.flatMap(({ refused }) => Object.keys(refused)))]
  return `played nothing: ${codes.length === 0 ? 'their choices offered nothing to play' : `the game refused tries with ${codes.join(', ')}`}.`
}

const count = (number: number, noun: string): string => `${numberText(number)} ${noun}${number === 1 ? '' : 's'}`
