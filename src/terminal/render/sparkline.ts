const BARS = { unicode: [...'▁▂▃▄▅▆▇█'], ascii: [...'_,-=+*#@'] } as const
const GAPS = { unicode: '·', ascii: '.' } as const

/** The best and the worst rank of a drawing. */
export interface RankRange {
  readonly best: number
  readonly worst: number
}

/** Returns the best and the worst rank; both are 1 if there are none. */
export function rangeOf(ranks: Iterable<number | undefined>): RankRange {
  let best = Infinity
  let worst = 1
  for (const rank of ranks) {
    if (rank === undefined) continue
    best = Math.min(best, rank)
    worst = Math.max(worst, rank)
  }
  return { best: Math.min(best, worst), worst }
}

/**
 * Draws ranks as bars: a better rank is higher, and no rank is a gap. If all ranks are the same, rank 1 gets a full
 * bar, and any other rank gets half a bar.
 */
export function sparkline(
  ranks: readonly (number | undefined)[],
  { best, worst }: RankRange,
  letters: keyof typeof BARS,
): string {
  const bars = BARS[letters]
  const highest = bars.length - 1
  const height = (rank: number): number => (worst === best ? (rank === 1 ? 1 : 0.5) : (worst - rank) / (worst - best))
  const bar = (rank: number): string => bars[Math.round(height(rank) * highest)] ?? ''
  return ranks.map((rank) => (rank === undefined ? GAPS[letters] : bar(rank))).join('')
}
