import { addOrKeep, parseAmount, type Amount } from '../../../game/kernel/decimal.ts'
import type { FlowRow, SimulationReport } from '../report.ts'
import { numberText, shareText } from './figures.ts'
import { largest, sentence, type SummaryStyle } from './layout.ts'

/** The number of sources and of sinks that are named. */
const MAX_SOURCES = 3

/** Describes what gives and takes each point metric. */
export function flows({ all }: SimulationReport, { paint }: SummaryStyle): string[] {
  const points = Object.entries(all.metrics).filter(([, rows]) => rows.some((row) => 'total' in row))
  const lines = points.flatMap(([metric]) => {
    const ofMetric = all.flows.filter((flow) => flow.metric === metric)
    return ofMetric.length === 0 ? [] : linesOf(metric, ofMetric)
  })
  return lines.length === 0 ? [] : [paint.strong('What gives and takes points'), ...lines]
}

function linesOf(metric: string, rows: readonly FlowRow[]): string[] {
  const [given, taken] = [sumOf(rows, 'given'), sumOf(rows, 'taken')]
  const share = given === 0 ? '' : ` (${shareText(Number(taken) / Number(given))} of that)`
  const lost = taken === 0 ? 'nothing takes any' : `${numberText(taken)} taken${share}`
  return [
    ...sentence(`${metric}: ${numberText(given)} given, ${lost}`, { others: '  ' }),
    ...sourcesOf('given', given, rows),
    ...sourcesOf('taken', taken, rows),
  ]
}

type Direction = 'given' | 'taken'

function sourcesOf(direction: Direction, total: Amount, rows: readonly FlowRow[]): string[] {
  const amounts = rows.map((row) => [row.source, Number(row[direction])] as const).filter(([, amount]) => amount > 0)
  if (amounts.length === 0) return []
  const shares = amounts.map(([source, amount]) => [source, amount, shareText(amount / Number(total))] as const)
  return sentence(`${direction} by ${largest(shares, MAX_SOURCES)}`, { first: '  ', others: '    ' })
}

function sumOf(rows: readonly FlowRow[], direction: Direction): Amount {
  return rows.reduce<Amount>((sum, row) => addOrKeep(sum, parseAmount(row[direction]) ?? 0), 0)
}
