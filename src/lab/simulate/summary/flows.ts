import { largest, sentence, type SummaryStyle } from './layout.ts'
import { meanOf, ratioOf, sumOf, writer, type SampledGroup, type SampledReport, type Samples } from './samples.ts'

/** The number of sources and of sinks that are named. */
const MAX_SOURCES = 3

/** Describes what gives and takes each point metric. */
export function flows({ all }: SampledReport, style: SummaryStyle): string[] {
  const points = Object.entries(all.metrics).filter(([, rows]) => rows.some((row) => 'total' in row))
  const lines = points.flatMap(([metric]) => {
    const ofMetric = all.flows.filter((flow) => flow.metric === metric)
    return ofMetric.length === 0 ? [] : linesOf(metric, ofMetric, style)
  })
  return lines.length === 0 ? [] : [style.paint.strong('What gives and takes points'), ...lines]
}

type Flow = SampledGroup['flows'][number]

function linesOf(metric: string, rows: readonly Flow[], style: SummaryStyle): string[] {
  const write = writer(style)
  const [given, taken] = [sumOf(rows.map((row) => row.given)), sumOf(rows.map((row) => row.taken))]
  const share = meanOf(given) === 0 ? '' : ` (${write.share(ratioOf(taken, given))} of that)`
  const lost = meanOf(taken) === 0 ? 'nothing takes any' : `${write.number(taken)} taken${share}`
  return [
    ...sentence(`${metric}: ${write.number(given)} given, ${lost}`, { others: '  ' }),
    ...sourcesOf('given', given, rows, style),
    ...sourcesOf('taken', taken, rows, style),
  ]
}

type Direction = 'given' | 'taken'

function sourcesOf(direction: Direction, total: Samples, rows: readonly Flow[], style: SummaryStyle): string[] {
  const shares = rows
    .filter((row) => meanOf(row[direction]) > 0)
    .map((row) => [row.source, meanOf(row[direction]), writer(style).share(ratioOf(row[direction], total))] as const)
  if (shares.length === 0) return []
  return sentence(`${direction} by ${largest(shares, MAX_SOURCES)}`, { first: '  ', others: '    ' })
}
