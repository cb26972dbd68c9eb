import { add, compare, divide, multiply, negate, type Amount, type Limit } from '../../game/kernel/decimal.ts'
import type { Operator } from '../../game/kernel/formula-parser.ts'

/** All amounts from `low` to `high`. An open end is not part of it. It always has at least one amount. */
export interface Interval {
  readonly low: Limit
  readonly high: Limit
  readonly openLow?: boolean
  readonly openHigh?: boolean
}

/** Any amount. */
export const anything: Interval = { low: -Infinity, high: Infinity }

/** Returns the interval of one amount. */
export const exactly = (amount: Limit): Interval => ({ low: amount, high: amount })

/** Whether the interval has just one amount. */
export const isExact = ({ low, high }: Interval): boolean => compare(low, high) === 0

/** Returns the smaller of two limits. */
export const least = (a: Limit, b: Limit): Limit => (compare(a, b) <= 0 ? a : b)

/** Returns the greater of two limits. */
export const greatest = (a: Limit, b: Limit): Limit => (compare(a, b) >= 0 ? a : b)

/** Returns the smallest interval that contains both. */
export function join(a: Interval, b: Interval): Interval {
  const [low, high] = [compare(a.low, b.low), compare(a.high, b.high)]
  return {
    low: low <= 0 ? a.low : b.low,
    high: high >= 0 ? a.high : b.high,
    openLow: low === 0 ? isOpen(a.openLow, b.openLow) : Boolean(low < 0 ? a.openLow : b.openLow),
    openHigh: high === 0 ? isOpen(a.openHigh, b.openHigh) : Boolean(high > 0 ? a.openHigh : b.openHigh),
  }
}

const isOpen = (one = false, other = false): boolean => one && other

/** Returns the amounts that are in both intervals, or undefined if there are none. */
export function meet(a: Interval, b: Interval): Interval | undefined {
  const [low, high] = [compare(a.low, b.low), compare(a.high, b.high)]
  return nonEmpty({
    low: low >= 0 ? a.low : b.low,
    high: high <= 0 ? a.high : b.high,
    openLow: Boolean((low >= 0 && a.openLow) || (low <= 0 && b.openLow)),
    openHigh: Boolean((high <= 0 && a.openHigh) || (high >= 0 && b.openHigh)),
  })
}

function nonEmpty(interval: Interval): Interval | undefined {
  const order = compare(interval.low, interval.high)
  return order > 0 || (order === 0 && (interval.openLow || interval.openHigh)) ? undefined : interval
}

/** Returns the whole numbers of an interval as a closed interval, or undefined if there are none. */
export function wholeNumbers({ low, high, openLow, openHigh }: Interval): Interval | undefined {
  return nonEmpty({ low: nextWhole(low, openLow, 1), high: nextWhole(high, openHigh, -1) })
}

/** Returns the nearest whole number in a direction. A number beyond the safe integers stays as it is. */
function nextWhole(limit: Limit, open = false, direction: 1 | -1): Limit {
  const rough = Number(limit)
  if (!Number.isFinite(rough) || Math.abs(rough) >= Number.MAX_SAFE_INTEGER - 1) return limit
  const whole = direction === 1 ? Math.ceil(rough) : Math.floor(rough)
  return open && compare(whole, limit) === 0 ? whole + direction : whole + 0
}

/** Returns the interval of the results of an operator. Results that cannot be computed are left out. */
export function operate(operator: Operator, a: Interval, b: Interval): Interval {
  switch (operator) {
    case '+':
      return { low: sum(a.low, b.low, -Infinity), high: sum(a.high, b.high, Infinity) }
    case '-':
      return operate('+', a, opposite(b))
    case '*':
      return corners(a, b, product)
    case '/':
      return compare(b.low, 0) <= 0 && compare(b.high, 0) >= 0 ? anything : corners(a, b, quotient)
    case '%':
      return remainders(a, b)
  }
}

/** Returns the interval of the negated amounts. */
export const opposite = ({ low, high }: Interval): Interval => ({ low: minus(high), high: minus(low) })

/** Returns the interval whose amounts are limited to [min, max]. */
export function limited({ low, high }: Interval, min: Limit, max: Limit): Interval {
  return { low: least(greatest(low, min), max), high: greatest(least(high, max), min) }
}

const isFinite = (limit: Limit): limit is Amount => typeof limit === 'string' || Number.isFinite(limit)

const minus = (limit: Limit): Limit => (isFinite(limit) ? negate(limit) : -Number(limit))

function sum(a: Limit, b: Limit, beyond: Limit): Limit {
  if (isFinite(a) && isFinite(b)) return add(a, b) ?? beyond
  return isFinite(a) ? b : a
}

const signOf = (limit: Limit): number => compare(limit, 0)

function product(a: Limit, b: Limit): Limit {
  const sign = signOf(a) * signOf(b)
  if (sign === 0) return 0
  return (isFinite(a) && isFinite(b) ? multiply(a, b) : undefined) ?? sign * Infinity
}

function quotient(a: Limit, b: Limit): Limit {
  if (!isFinite(b)) return 0
  const sign = signOf(a) * signOf(b)
  return (isFinite(a) ? divide(a, b) : undefined) ?? sign * Infinity
}

function corners(a: Interval, b: Interval, result: (a: Limit, b: Limit) => Limit): Interval {
  const all = [result(a.low, b.low), result(a.low, b.high), result(a.high, b.low), result(a.high, b.high)]
  return { low: all.reduce(least), high: all.reduce(greatest) }
}

/** A remainder has the sign of the dividend, is not greater, and is smaller than the divisor. */
function remainders(a: Interval, b: Interval): Interval {
  const size = greatest(greatest(b.high, minus(b.low)), 0)
  return {
    low: signOf(a.low) >= 0 ? 0 : greatest(a.low, minus(size)),
    high: signOf(a.high) <= 0 ? 0 : least(a.high, size),
  }
}
