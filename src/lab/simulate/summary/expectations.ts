import type { ComparedReport, Figure } from '../comparison.ts'
import { boundsText, figureText, seenText } from '../expectation-text.ts'
import type { SimulationReport } from '../report.ts'
import { sentence, type SummaryStyle } from './layout.ts'

/** The width of `failed`, and a gap. */
const INDENT = ' '.repeat('failed'.length + 2)

/** Describes which expectations hold, and what was seen; of a compared report, also what was seen before. */
export function expectations(report: SimulationReport | ComparedReport, { paint }: SummaryStyle): string[] {
  const { expect } = report
  const before = 'compared' in report ? report.compared.expect.map(({ seen }) => seen.before) : []
  if (expect.length === 0) return []
  const held = expect.filter(({ holds }) => holds).length
  return [
    paint.strong(`Expectations: ${held} of ${expect.length} held`),
    ...expect.flatMap((expectation, i) => linesOf(expectation, before[i] ?? null, paint)),
  ]
}

/** Describes only the expectations that do not hold. */
export function failures({ expect }: SimulationReport, { paint }: SummaryStyle): string[] {
  return expect.flatMap((expectation) => (expectation.holds ? [] : linesOf(expectation, null, paint)))
}

function linesOf(expectation: Judged, before: Figure, paint: SummaryStyle['paint']): string[] {
  const mark = expectation.holds ? paint.good('held') : paint.bad('failed')
  const first = mark + ' '.repeat(expectation.holds ? 4 : 2)
  return sentence(textOf(expectation, before), { first, others: INDENT })
}

type Judged = SimulationReport['expect'][number]

function textOf(expectation: Judged, before: Figure): string {
  const { seen } = expectation
  const bounds = boundsText(expectation)
  const earlier = before === null || before === seen ? '' : ` (before: ${seenText(expectation, Number(before))})`
  return `${figureText(expectation)}: ${seenText(expectation, seen)}${earlier}${bounds === '' ? '' : `, expected ${bounds}`}`
}
