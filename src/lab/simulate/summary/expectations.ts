import { boundsText, figureText, seenText } from '../expectation-text.ts'
import type { SimulationReport } from '../report.ts'
import { sentence, type SummaryStyle } from './layout.ts'

/** The width of `failed`, and a gap. */
const INDENT = ' '.repeat('failed'.length + 2)

/** Describes which expectations hold, and what was seen. */
export function expectations({ expect }: SimulationReport, { paint }: SummaryStyle): string[] {
  if (expect.length === 0) return []
  const held = expect.filter(({ holds }) => holds).length
  return [
    paint.strong(`Expectations: ${held} of ${expect.length} held`),
    ...expect.flatMap((expectation) => {
      const mark = expectation.holds ? paint.good('held') : paint.bad('failed')
      const first = mark + ' '.repeat(expectation.holds ? 4 : 2)
      return sentence(textOf(expectation), { first, others: INDENT })
    }),
  ]
}

function textOf(expectation: SimulationReport['expect'][number]): string {
  const { seen } = expectation
  const bounds = boundsText(expectation)
  const found = seen === null ? 'nothing to measure' : seenText(expectation, seen)
  return `${figureText(expectation)}: ${found}${bounds === '' ? '' : `, expected ${bounds}`}`
}
