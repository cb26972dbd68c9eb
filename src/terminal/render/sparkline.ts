const BARS = { unicode: [...'▁▂▃▄▅▆▇█'], ascii: [...'_,-=+*#@'] } as const
const GAPS = { unicode: '·', ascii: '.' } as const

/** The best and the worst rank that bars are drawn between. */
export interface RankRange {
  readonly best: number
  readonly worst: number
}

/** The best and the worst of ranks; 1 and 1 where there are none. */
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
 * Ranks as bars side by side, the better the higher; a gap where there is none. Where all are the same, only the first
 * rank stands highest.
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
