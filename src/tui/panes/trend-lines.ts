import { rankedOf, rankIn, type ShownTrend } from '../../terminal/render/leaderboard-rows.ts'
import { rangeOf, sparkline } from '../../terminal/render/sparkline.ts'
import { table } from '../../terminal/render/table.ts'
import type { Canvas } from '../pane.ts'
import { wrap } from '../wrapped.ts'

/** Ranks over time as bars, with the rank and the score of the last cycle. */
export function trendLines(trends: readonly ShownTrend[], { theme: { unicode }, width }: Canvas): readonly string[] {
  const ranks = trends.map(({ data }) => data.map(rankIn))
  const range = rangeOf(ranks.flat())
  const rows = trends.map((trend, i) => {
    const last = trend.data.at(-1)
    const rank = last && rankIn(last)
    return [
      rankedOf(trend).id,
      sparkline(ranks[i] ?? [], range, unicode ? 'unicode' : 'ascii'),
      rank === undefined ? '-' : String(rank),
      last?.score ?? '-',
    ]
  })
  const dates = trends[0]?.data.map(({ date }) => date) ?? []
  const told =
    dates.length < 2
      ? []
      : ['', ...wrap(`Cycles from ${dates[0]} to ${dates.at(-1)}. A higher bar is a better rank.`, width)]
  return [...table(['WHO', 'RANKS', 'LAST RANK', 'SCORE'], rows, new Set([2, 3])).split('\n'), ...told]
}
