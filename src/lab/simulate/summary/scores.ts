import type { GroupReport, PointsRow, SimulationReport, StateRow } from '../report.ts'
import { numberText, shareText } from './figures.ts'
import { fittedTable, sentence, type SummaryStyle } from './layout.ts'

const HEAD = ['METRIC', 'TOTAL', 'MEAN', 'MEDIAN', 'TOP 5 % FROM', 'GINI']
const TO_RIGHT: ReadonlySet<number> = new Set([1, 2, 3, 4, 5])

/** Describes the scores of all players at the end: how much they have, how unequal they are, and their levels. */
export function scores({ all, days }: SimulationReport, style: SummaryStyle): string[] {
  const points = lastRows(all).flatMap(([metric, row]) => ('total' in row ? [pointCells(metric, row)] : []))
  const states = lastRows(all).flatMap(([metric, row]) => ('share' in row ? stateLines(metric, row) : []))
  if (points.length + states.length === 0) return []
  return [
    style.paint.strong(`The scores of all players after day ${days}`),
    ...(points.length === 0 ? [] : fittedTable(HEAD, points, TO_RIGHT, style)),
    ...(points.length === 0
      ? []
      : ['Gini: 0 if all have the same, 1 if one player has everything.'].map(style.paint.faint)),
    ...states,
  ]
}

function lastRows({ metrics }: GroupReport) {
  return Object.entries(metrics).flatMap(([metric, rows]) => {
    const row = rows.at(-1)
    return row === undefined ? [] : [[metric, row] as const]
  })
}

const pointCells = (metric: string, { total, mean, median, p95, gini }: PointsRow): string[] => [
  metric,
  ...[total, mean, median, p95].map(numberText),
  numberText(gini),
]

/** Returns the shares of the states, without those that nobody has. */
function stateLines(metric: string, { share }: StateRow): string[] {
  const held = Object.entries(share).filter(([, players]) => players > 0)
  if (held.length === 0) return []
  return sentence(`${metric}: ${held.map(([state, players]) => `${state} ${shareText(players)}`).join(', ')}`, {
    others: '  ',
  })
}
