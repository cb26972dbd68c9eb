import type { ComparedReport, Figure } from '../comparison.ts'
import { boundsText, figureText, seenText } from '../expectation-text.ts'
import type { RepeatedReport } from '../repeated.ts'
import type { JudgedEnd, SimulationReport } from '../report.ts'
import { sentence, type SummaryStyle } from './layout.ts'

/** The width of `failed`, and a gap. */
const INDENT = ' '.repeat('failed'.length + 2)

/**
 * Describes which expectations hold, and what was seen: of a compared report also before, and of several runs the mean
 * with its interval.
 */
export function expectations(report: Expecting | ComparedReport, { paint }: SummaryStyle): string[] {
  const { expect, partial } = report
  const before = 'compared' in report ? seenBefore(report) : []
  if (expect.length === 0) return []
  const held = expect.filter(({ holds }) => holds).length
  return [
    paint.strong(`Expectations: ${held} of ${expect.length} held${partial ? ' until the interruption' : ''}`),
    ...expect.flatMap((expectation, i) => linesOf(expectation, before[i] ?? null, heldIn(report, i), paint)),
  ]
}

/** Describes only the expectations that do not hold. */
export function failures(report: Expecting, { paint }: SummaryStyle): string[] {
  return report.expect.flatMap((expectation, i) =>
    expectation.holds ? [] : linesOf(expectation, null, heldIn(report, i), paint),
  )
}

/** Returns what was seen before of each expectation; null also where that was seen over another number of days. */
function seenBefore({ days, compared: { before, expect } }: ComparedReport): Figure[] {
  return expect.map((expectation) => {
    const isOfDay = 'day' in expectation || ('by_day' in expectation && expectation.by_day !== undefined)
    return isOfDay || days === before.days ? expectation.seen.before : null
  })
}

/** Says in how many of several runs an expectation holds. It holds as a whole if the mean is within its bounds. */
function heldIn(report: Expecting, place: number): string {
  if (!('runs' in report) || report.runs === 1) return ''
  return `; held in ${report.expect[place]?.runs_holding} of ${report.runs} runs`
}

/** A report with expectations: of simulations, or of a history at its end. */
type Expecting = Pick<SimulationReport, 'expect' | 'partial'> | RepeatedReport | JudgedEnd

type Judged = Expecting['expect'][number]

function linesOf(expectation: Judged, before: Figure, held: string, paint: SummaryStyle['paint']): string[] {
  const mark = expectation.holds ? paint.good('held') : paint.bad('failed')
  const first = mark + ' '.repeat(expectation.holds ? 4 : 2)
  return sentence(textOf(expectation, before) + held, { first, others: INDENT })
}

function textOf(expectation: Judged, before: Figure): string {
  const { seen } = expectation
  const bounds = boundsText(expectation)
  const earlier = before === null || before === seen ? '' : ` (before: ${seenText(expectation, Number(before))})`
  return `${figureText(expectation)}: ${seenText(expectation, seen)}${earlier}${bounds === '' ? '' : `, expected ${bounds}`}`
}
