import type { WithFigures } from '../report-figures.ts'
import type { PointsRow, StateRow } from '../report.ts'
import { fittedTable, sentence, type SummaryStyle } from './layout.ts'
import { meanOf, writer, type SampledGroup, type SampledReport, type Samples } from './samples.ts'

const HEAD = ['METRIC', 'TOTAL', 'MEAN', 'MEDIAN', 'TOP 5 % FROM', 'GINI']
const TO_RIGHT: ReadonlySet<number> = new Set([1, 2, 3, 4, 5])

/** Describes the scores of all players at the end: how much they have, how unequal they are, and their levels. */
export function scores({ all }: SampledReport, style: SummaryStyle, lastDay: number): string[] {
  const points = lastRows(all).flatMap(([metric, row]) => ('total' in row ? [pointCells(metric, row, style)] : []))
  const states = lastRows(all).flatMap(([metric, row]) => ('share' in row ? stateLines(metric, row, style) : []))
  if (points.length + states.length === 0) return []
  return [
    style.paint.strong(`The scores of all players after day ${lastDay}`),
    ...(points.length === 0 ? [] : fittedTable(HEAD, points, TO_RIGHT, style)),
    ...(points.length === 0
      ? []
      : ['Gini: 0 if all have the same, 1 if one player has everything.'].map(style.paint.faint)),
    ...states,
  ]
}

function lastRows({ metrics }: SampledGroup) {
  return Object.entries(metrics).flatMap(([metric, rows]) => {
    const row = rows.at(-1)
    return row === undefined ? [] : [[metric, row] as const]
  })
}

function pointCells(
  metric: string,
  { total, mean, median, p95, gini }: WithFigures<PointsRow, Samples>,
  style: SummaryStyle,
): string[] {
  return [metric, ...[total, mean, median, p95, gini].map(writer(style).number)]
}

/** Returns the shares of the states, without those that nobody has. */
function stateLines(metric: string, { share }: WithFigures<StateRow, Samples>, style: SummaryStyle): string[] {
  const held = Object.entries(share).filter(([, players]) => meanOf(players) > 0)
  if (held.length === 0) return []
  return sentence(
    `${metric}: ${held.map(([state, players]) => `${state} ${writer(style).share(players)}`).join(', ')}`,
    {
      others: '  ',
    },
  )
}
