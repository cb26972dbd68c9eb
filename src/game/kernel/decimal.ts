/**
 * Exact decimal amounts (spec 4.2, 4.16): plain number arithmetic while operands and result are safe integers,
 * BigInt for everything else. Each value has one form only, so `===` decides equality and `-0` does not occur.
 */

/** An exact decimal: a number if and only if it is a safe integer, else its text without exponent, `+` or idle zeros. */
export type Amount = number | string

/** An amount, or the number `Infinity` or `-Infinity`: the end of a range. */
export type Limit = Amount

/** An amount has at most so many digits, the ones before the point and behind it together. */
export const MAX_DIGITS = 256

/** A quotient keeps so many significant digits (spec 4.16). */
const QUOTIENT_DIGITS = 34
const QUOTIENT_LIMIT = 10n ** BigInt(QUOTIENT_DIGITS)

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

const SHOWN = '[+-]?\\d+(\\.\\d+)?'

/** What an amount looks like to documents, which do not count its digits. */
export const amountPattern = new RegExp(`^${SHOWN}$`)

/** What a limit looks like to documents. */
export const limitPattern = new RegExp(`^(${SHOWN}|-?Infinity)$`)

/**
 * Reads `[+-]digits[.digits]`, idle zeros allowed; `undefined` for all other text (blanks, exponents, `.5`, `5.`,
 * `Infinity`) and for more than MAX_DIGITS digits as written.
 */
export function parseAmount(text: string): Amount | undefined {
  const number = Number(text)
  if (Number.isSafeInteger(number) && String(number) === text) return number
  const [matched, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (matched === undefined || whole.length + fraction.length > MAX_DIGITS) return undefined
  return canonical(sign === '-', whole, fraction)
}

/** Reads an amount, `Infinity` or `-Infinity`; `undefined` for all other text. */
export function parseLimit(text: string): Limit | undefined {
  if (text === 'Infinity') return Infinity
  if (text === '-Infinity') return -Infinity
  return parseAmount(text)
}

/** The text of an amount or limit, as it goes over the wire; `parseLimit` reads it back. */
export function formatAmount(amount: Limit): string {
  return String(amount)
}

/** a + b; `undefined` when the sum has more than MAX_DIGITS digits. */
export function add(a: Amount, b: Amount): Amount | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  const { left, right, scale } = align(a, b)
  return toAmount(left + right, scale)
}

/** a - b; `undefined` when the difference has more than MAX_DIGITS digits. */
export function subtract(a: Amount, b: Amount): Amount | undefined {
  return add(a, negate(b))
}

/** a * b; `undefined` when the product has more than MAX_DIGITS digits. */
export function multiply(a: Amount, b: Amount): Amount | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b
    if (Number.isSafeInteger(product)) return product + 0
  }
  const left = toExact(a)
  const right = toExact(b)
  return toAmount(left.coefficient * right.coefficient, left.scale + right.scale)
}

/**
 * a / b with 34 significant digits, rounded half to even (spec 4.16); `undefined` when b is 0, or when the quotient
 * has more than MAX_DIGITS digits (as one with very many zeros behind the point does).
 */
export function divide(a: Amount, b: Amount): Amount | undefined {
  if (b === 0) return undefined
  if (typeof a === 'number' && typeof b === 'number' && a % b === 0) return a / b + 0
  const left = toExact(a)
  const right = toExact(b)
  const dividend = magnitude(left.coefficient)
  const divisor = magnitude(right.coefficient)
  const { quotient, scale } = divideMagnitudes(dividend, divisor)
  const negative = left.coefficient < 0n !== right.coefficient < 0n
  return toAmount(negative ? -quotient : quotient, scale + left.scale - right.scale)
}

/** What is left of a after taking b away a whole number of times, with the sign of a; `undefined` when b is 0. */
export function remainder(a: Amount, b: Amount): Amount | undefined {
  if (b === 0) return undefined
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0
  const { left, right, scale } = align(a, b)
  return toAmount(left % right, scale)
}

/** -a. */
export function negate(amount: Amount): Amount {
  if (typeof amount === 'number') return 0 - amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/** Orders amounts and infinities by value: -1 when a is less than b, 0 when they are equal, 1 when it is more. */
export function compare(a: Limit, b: Limit): -1 | 0 | 1 {
  // Rounding to doubles never swaps two values; it can only make different ones equal.
  const roughA = Number(a)
  const roughB = Number(b)
  if (roughA !== roughB) return roughA < roughB ? -1 : 1
  if (a === b) return 0
  const { left, right } = align(a, b)
  return left < right ? -1 : 1
}

/** The amount nearest to `amount` in [min, max]. A min above max, or of Infinity, is the caller's to refuse. */
export function clamp(amount: Amount, min: Limit, max: Limit): Amount {
  if (compare(amount, min) < 0) return min
  return compare(amount, max) > 0 ? max : amount
}

/** The value coefficient * 10^-scale. */
interface Exact {
  readonly coefficient: bigint
  readonly scale: number
}

function toExact(amount: Amount): Exact {
  if (typeof amount === 'number') return { coefficient: BigInt(amount), scale: 0 }
  const point = amount.indexOf('.')
  if (point < 0) return { coefficient: BigInt(amount), scale: 0 }
  const digits = amount.slice(0, point) + amount.slice(point + 1)
  return { coefficient: BigInt(digits), scale: amount.length - point - 1 }
}

function toAmount(coefficient: bigint, scale: number): Amount | undefined {
  const shortest = magnitude(coefficient).toString()
  const digits = scale > 0 ? shortest.padStart(scale + 1, '0') : shortest + '0'.repeat(-scale)
  const point = digits.length - Math.max(scale, 0)
  return canonical(coefficient < 0n, digits.slice(0, point), digits.slice(point))
}

/** The one form of a value given as digits before and behind the point. */
function canonical(negative: boolean, whole: string, fraction: string): Amount | undefined {
  let start = 0
  while (start < whole.length - 1 && whole[start] === '0') start++
  let end = fraction.length
  while (end > 0 && fraction[end - 1] === '0') end--

  if (whole.length - start + end > MAX_DIGITS) return undefined
  const text = (negative ? '-' : '') + whole.slice(start)
  if (end > 0) return `${text}.${fraction.slice(0, end)}`
  const number = Number(text)
  return Number.isSafeInteger(number) ? number + 0 : text
}

/** Both coefficients at the larger of the two scales. */
function align(a: Amount, b: Amount): { left: bigint; right: bigint; scale: number } {
  const left = toExact(a)
  const right = toExact(b)
  const scale = Math.max(left.scale, right.scale)
  return {
    left: left.coefficient * powerOfTen(scale - left.scale),
    right: right.coefficient * powerOfTen(scale - right.scale),
    scale,
  }
}

function divideMagnitudes(dividend: bigint, divisor: bigint): { quotient: bigint; scale: number } {
  // Shifted so far the quotient has 34 digits before the point, or 35, and then one less is the right shift.
  let scale = QUOTIENT_DIGITS - dividend.toString().length + divisor.toString().length
  const shifted = scale > 0 ? dividend * powerOfTen(scale) : dividend
  let by = scale < 0 ? divisor * powerOfTen(-scale) : divisor
  if (shifted >= by * QUOTIENT_LIMIT) {
    by *= 10n
    scale -= 1
  }
  const floor = shifted / by
  const twiceTheRest = (shifted - floor * by) * 2n
  const up = twiceTheRest > by || (twiceTheRest === by && floor % 2n === 1n)
  return { quotient: up ? floor + 1n : floor, scale }
}

function magnitude(coefficient: bigint): bigint {
  return coefficient < 0n ? -coefficient : coefficient
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

/** A probability as an exact percentage: `25%`, `0.001%`. */
export function percentText(probability: number): string {
  const exact = parseAmount(plainText(probability))
  return `${(exact === undefined ? undefined : multiply(exact, 100)) ?? probability * 100}%`
}

/** The shortest decimal that reads as this number, without an exponent: `0.0000001` for `1e-7`. */
function plainText(number: number): string {
  const text = String(number)
  const [mantissa = '', exponent] = text.split('e-')
  if (exponent === undefined) return text
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}`
}

/** A sum with so much more; sums have no more digits than scores: one that would is left as it was. */
export const plus = (sum: Amount, delta: Amount): Amount => add(sum, delta) ?? sum
