/**
 * Exact decimal amounts (spec 4.2, 4.16). Uses plain number arithmetic while operands and result are safe integers, and
 * BigInt otherwise. Each value has exactly one representation, so `===` decides equality and `-0` does not occur.
 */

/** An exact decimal: a number if it is a safe integer, otherwise its text without exponent, `+` and redundant zeros. */
export type Amount = number | string

/** An amount, or the number `Infinity` or `-Infinity`, as the end of a range. */
export type Limit = Amount

/** The maximum number of digits of an amount, before and after the decimal point together. */
export const MAX_DIGITS = 256

/** The number of significant digits of a quotient (spec 4.16). */
const QUOTIENT_DIGITS = 34
const QUOTIENT_LIMIT = 10n ** BigInt(QUOTIENT_DIGITS)

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

const DECIMAL_PATTERN = '[+-]?\\d+(\\.\\d+)?'

/** The pattern of an amount in the documents. It does not limit the number of digits. */
export const amountPattern = new RegExp(`^${DECIMAL_PATTERN}$`)

/** The pattern of a limit in the documents. */
export const limitPattern = new RegExp(`^(${DECIMAL_PATTERN}|-?Infinity)$`)

/**
 * Parses `[+-]digits[.digits]`, which can have redundant zeros. Returns `undefined` for all other text (blanks,
 * exponents, `.5`, `5.`, `Infinity`) and for text with more than MAX_DIGITS digits.
 */
export function parseAmount(text: string): Amount | undefined {
  const number = Number(text)
  if (Number.isSafeInteger(number) && String(number) === text) return number
  const [matched, sign, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  if (matched === undefined || whole.length + fraction.length > MAX_DIGITS) return undefined
  return canonical(sign === '-', whole, fraction)
}

/** Parses an amount, `Infinity` or `-Infinity`. Returns `undefined` for all other text. */
export function parseLimit(text: string): Limit | undefined {
  if (text === 'Infinity') return Infinity
  if (text === '-Infinity') return -Infinity
  return parseAmount(text)
}

/** Formats an amount or limit as HTTP and files contain it. `parseLimit` is the inverse. */
export function formatAmount(amount: Limit): string {
  return String(amount)
}

/** Returns a + b, or `undefined` if the sum has more than MAX_DIGITS digits. */
export function add(a: Amount, b: Amount): Amount | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b
    if (Number.isSafeInteger(sum)) return sum
  }
  const { left, right, scale } = align(a, b)
  return toAmount(left + right, scale)
}

/** Returns a - b, or `undefined` if the difference has more than MAX_DIGITS digits. */
export function subtract(a: Amount, b: Amount): Amount | undefined {
  return add(a, negate(b))
}

/** Returns a * b, or `undefined` if the product has more than MAX_DIGITS digits. */
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
 * Returns a / b with 34 significant digits, rounded half to even (spec 4.16). Returns `undefined` if b is 0 or the
 * quotient has more than MAX_DIGITS digits, for example because it has very many zeros after the decimal point.
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

/** Returns the remainder of the truncated division a / b, which has the sign of a, or `undefined` if b is 0. */
export function remainder(a: Amount, b: Amount): Amount | undefined {
  if (b === 0) return undefined
  if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0
  const { left, right, scale } = align(a, b)
  return toAmount(left % right, scale)
}

/** Returns -a. */
export function negate(amount: Amount): Amount {
  if (typeof amount === 'number') return 0 - amount
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`
}

/**
 * Compares amounts and infinities by value: returns -1 if a is less than b, 0 if they are equal, and 1 if a is greater.
 */
export function compare(a: Limit, b: Limit): -1 | 0 | 1 {
  // Rounding to doubles never swaps two values. It can only make different values equal.
  const roughA = Number(a)
  const roughB = Number(b)
  if (roughA !== roughB) return roughA < roughB ? -1 : 1
  if (a === b) return 0
  const { left, right } = align(a, b)
  return left < right ? -1 : 1
}

/**
 * Returns the amount in [min, max] that is nearest to `amount`. The caller must make sure that min is not above max and
 * is not Infinity.
 */
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

/** Returns the only representation of a value, given its digits before and after the decimal point. */
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

/** Returns both coefficients at the larger of the two scales. */
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
  // With this scale, the quotient has 34 or 35 digits before the decimal point. If it has 35, the scale is one less.
  let scale = QUOTIENT_DIGITS - dividend.toString().length + divisor.toString().length
  const shifted = scale > 0 ? dividend * powerOfTen(scale) : dividend
  let scaledDivisor = scale < 0 ? divisor * powerOfTen(-scale) : divisor
  if (shifted >= scaledDivisor * QUOTIENT_LIMIT) {
    scaledDivisor *= 10n
    scale -= 1
  }
  const floor = shifted / scaledDivisor
  const twiceRemainder = (shifted - floor * scaledDivisor) * 2n
  const up = twiceRemainder > scaledDivisor || (twiceRemainder === scaledDivisor && floor % 2n === 1n)
  return { quotient: up ? floor + 1n : floor, scale }
}

function magnitude(coefficient: bigint): bigint {
  return coefficient < 0n ? -coefficient : coefficient
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

/** Formats a probability as an exact percentage: `25%`, `0.001%`. */
export function percentText(probability: number): string {
  const exact = parseAmount(plainText(probability))
  return `${(exact === undefined ? undefined : multiply(exact, 100)) ?? probability * 100}%`
}

/** Returns the shortest decimal that parses as this number, without an exponent: `0.0000001` for `1e-7`. */
function plainText(number: number): string {
  const text = String(number)
  const [mantissa = '', exponent] = text.split('e-')
  if (exponent === undefined) return text
  return `0.${'0'.repeat(Number(exponent) - 1)}${mantissa.replace('.', '')}`
}

/** Adds to a sum. Returns the sum unchanged if it would have more than MAX_DIGITS digits. */
export const addOrKeep = (sum: Amount, delta: Amount): Amount => add(sum, delta) ?? sum
