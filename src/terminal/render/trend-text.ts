import { rankedOf, rankIn, type ShownTrend } from '../../inspect/leaderboard-rows.ts'
import { rangeOf, sparkline } from './sparkline.ts'
import { table } from './table.ts'
import type { WhoHeads } from './who-heads.ts'

/** The number of bars on a line; several periods share a bar if there are more. */
const MAX_BARS = 60

type Period = ShownTrend['data'][number]

/**
 * Formats rank trends as a table: the ranks as bars, and the rank and score of the first and the last period with a
 * rank.
 */
export function trendText(trends: readonly ShownTrend[], who: WhoHeads, unicode: boolean): string {
  const lines = trends.map(({ data }) => barsOf(data))
  const range = rangeOf(lines.flat())
  return table(
    [...who, 'RANKS', 'FIRST RANK', 'SCORE', 'LAST RANK', 'SCORE'],
    trends.map((trend, i) => {
      const { id, name } = rankedOf(trend)
      const bars = sparkline(lines[i] ?? [], range, unicode ? 'unicode' : 'ascii')
      const stood = trend.data.filter((period) => rankIn(period) !== undefined)
      return [id, name, bars, ...rankAndScore(stood[0]), ...rankAndScore(stood.at(-1))]
    }),
    new Set([3, 4, 5, 6]),
  )
}

/** Explains the bars of trends; undefined if there is nothing to explain. */
export function barsNote(trends: readonly ShownTrend[]): string | undefined {
  const { best, worst } = rangeOf(trends.flatMap(({ data }) => barsOf(data)))
  const each = periodsABar(trends[0]?.data ?? [])
  const notes = [
    ...(worst > best ? [`the lowest bar is rank ${worst}, the highest is rank ${best}`] : []),
    ...(each > 1 ? [`each bar is the best rank of ${each} periods`] : []),
  ]
  return notes.length === 0 ? undefined : notes.join('; ')
}

const periodsABar = (periods: readonly Period[]): number => Math.max(1, Math.ceil(periods.length / MAX_BARS))

/** Returns the best rank of the periods of each bar. */
function barsOf(periods: readonly Period[]): (number | undefined)[] {
  const each = periodsABar(periods)
  return Array.from({ length: Math.ceil(periods.length / each) }, (_, bar) => {
    const ranks = periods.slice(bar * each, (bar + 1) * each).flatMap((period) => rankIn(period) ?? [])
    return ranks.length === 0 ? undefined : Math.min(...ranks)
  })
}

function rankAndScore(period: Period | undefined): readonly [rank: string, score: string] {
  const rank = period && rankIn(period)
  return rank === undefined ? ['-', '-'] : [String(rank), period?.score ?? '0']
}
