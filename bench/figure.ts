/** How much is measured: enough for medians that hold, or (`--quick`) enough to see that everything runs. */
export interface Effort {
  /** Pairs of bursts that a ratio is the median of. */
  readonly pairs: number
  /** How long a burst counts. */
  readonly burstMs: number
  /** Players in the large game, and plays in a burst of the engine alone. */
  readonly players: number
  readonly plays: number
}

/** What is aimed at: at least, or at most, so much. */
export type Goal = { readonly least: number } | { readonly most: number }

/** One measured value. `notes` hold what is not compared: absolute times, the machine's part in it. */
export interface Row {
  readonly what: string
  readonly value: number
  /** `x` for a ratio, which alone compares between machines; `%` for a part of the time of a profile. */
  readonly unit: 'x' | 'µs' | 'ms' | 'B' | '%' | 'plays/s'
  readonly goal?: Goal | undefined
  /** Of a ratio of pairs: the middle half of their ratios, which is how much the row varies by itself. */
  readonly middleHalf?: readonly [low: number, high: number] | undefined
  readonly better?: 'more' | 'less'
  readonly notes?: Readonly<Record<string, number | string>>
}

/** Something that is measured by itself: `npm run bench -- NAME`. */
export interface Figure {
  readonly name: string
  readonly title: string
  /** What has to be made before it can be measured; undefined where nothing is missing. */
  readonly missing?: () => string | undefined
  readonly measure: (effort: Effort) => Promise<readonly Row[]>
}

/** Whether a row is where it should be; undefined where nothing is asked of it. */
export function meetsGoal({ value, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  return 'least' in goal ? value >= goal.least : value <= goal.most
}

/** As many digits as measuring is good for. */
export function threeDigits(value: number): number {
  return Number(value.toPrecision(3))
}
