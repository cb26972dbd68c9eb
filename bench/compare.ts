import { threeDigits, type Row } from './figure.ts'

/** A row that is worse than the kept one by more than either varies. */
export interface Worse {
  readonly what: string
  /** What it is and what it was: `0.21 x (0.2 to 0.23), was 0.29 x (0.27 to 0.31)`. */
  readonly change: string
}

/** By how much memory varies between runs, as a part of it. */
const MEMORY_NOISE = 0.05

/**
 * Returns the rows that are worse than those of an earlier run. A ratio is worse if the middle halves of its pairs do not
 * meet, memory if it grew by more than a twentieth. Times by themselves are not compared, because they depend on the machine.
 */
export function worseRows(rows: readonly Row[], kept: readonly Row[]): readonly Worse[] {
  const before = new Map(kept.map((row) => [row.what, row]))
  return rows.flatMap((row) => {
    const old = before.get(row.what)
    const [now, then] = [rangeOf(row), old && rangeOf(old)]
    if (now === undefined || then === undefined || old === undefined) return []
    const isWorse = row.better === 'more' ? now.high < then.low : now.low > then.high
    return isWorse ? [{ what: row.what, change: `${rowText(row, now)}, was ${rowText(old, then)}` }] : []
  })
}

interface Range {
  readonly low: number
  readonly high: number
}

function rangeOf({ value, unit, middleHalf, better }: Row): Range | undefined {
  if (unit === 'B') return { low: value * (1 - MEMORY_NOISE / 2), high: value * (1 + MEMORY_NOISE / 2) }
  if (better === undefined) return undefined
  const [low, high] = middleHalf ?? [value, value]
  return { low, high }
}

const rowText = ({ value, unit }: Row, { low, high }: Range): string =>
  `${threeDigits(value)} ${unit} (${threeDigits(low)} to ${threeDigits(high)})`
