import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  clamp,
  compare,
  divide,
  formatAmount,
  MAX_DIGITS,
  multiply,
  negate,
  parseAmount,
  parseLimit,
  remainder,
  subtract,
  type Amount,
  percentText,
} from './decimal.ts'

describe('reading', () => {
  test.each<[string, Amount]>([
    ['0', 0],
    ['-0', 0],
    ['-0.000', 0],
    ['007', 7],
    ['+5', 5],
    ['-12.50', '-12.5'],
    ['000.10', '0.1'],
    ['5.0', 5],
    ['9007199254740991', 9007199254740991],
    ['9007199254740991.000', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740991', -9007199254740991],
    ['-9007199254740992', '-9007199254740992'],
    ['9'.repeat(MAX_DIGITS), '9'.repeat(MAX_DIGITS)],
  ])('%s is %s', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  const blanksAndPoints = ['', ' ', ' 5', '5 ', '5\n', '.5', '5.', '.', '-', '+', '--5', '1.2.3', '1,5', '1_000']
  const otherNotations = ['1e3', '1E3', '1e999', '0x10', '0b1', 'NaN', 'Infinity', '-Infinity', 'five', '٣', '５']
  const tooManyDigits = ['9'.repeat(MAX_DIGITS + 1), '0'.repeat(MAX_DIGITS + 1), `1.${'0'.repeat(MAX_DIGITS)}`]
  test.each([...blanksAndPoints, ...otherNotations, ...tooManyDigits])('%j is no amount', (text) => {
    expect(parseAmount(text)).toBeUndefined()
  })

  test('limits are amounts and the two infinities', () => {
    expect(['Infinity', '-Infinity', '+Infinity', 'infinity', '12.0', 'x'].map(parseLimit)).toEqual([
      Infinity,
      -Infinity,
      undefined,
      undefined,
      12,
      undefined,
    ])
  })
})

describe('arithmetic', () => {
  test.each<[string, (a: Amount, b: Amount) => Amount | undefined, Amount, Amount, Amount | undefined]>([
    ['+', add, '0.1', '0.2', '0.3'],
    ['+', add, '0.5', '0.5', 1],
    ['+', add, 9007199254740991, 1, '9007199254740992'],
    ['+', add, '9007199254740992', -1, 9007199254740991],
    ['-', subtract, 5, 5, 0],
    ['-', subtract, 0, 0, 0],
    ['-', subtract, -9007199254740991, 1, '-9007199254740992'],
    ['*', multiply, 0, -5, 0],
    ['*', multiply, 94906267, 94906267, '9007199515875289'],
    ['*', multiply, '0.5', '-0.5', '-0.25'],
    ['/', divide, 0, -5, 0],
    ['/', divide, 6, -3, -2],
    ['/', divide, 1, 8, '0.125'],
    ['/', divide, 1, 3, `0.${'3'.repeat(34)}`],
    ['/', divide, -2, 3, `-0.${'6'.repeat(33)}7`],
    ['/', divide, 200, 3, `66.${'6'.repeat(31)}7`],
    ['/', divide, 1, 0, undefined],
    ['/', divide, '0.1', 0, undefined],
    ['%', remainder, 7, 3, 1],
    ['%', remainder, -7, 3, -1],
    ['%', remainder, 7, -3, 1],
    ['%', remainder, -6, 3, 0],
    ['%', remainder, '5.5', 2, '1.5'],
    ['%', remainder, '-5.5', '0.5', 0],
    ['%', remainder, 7, 0, undefined],
  ])('%s: %s of %s and %s', (_operator, operate, a, b, result) => {
    expect(operate(a, b)).toBe(result)
  })

  test('a quotient is rounded half to even in its 34th digit, whatever its size', () => {
    const even = `1${'0'.repeat(32)}2`
    const odd = `1${'0'.repeat(32)}3`
    expect(divide(`${even}5`, 10)).toBe(even)
    expect(divide(`${odd}5`, 10)).toBe(`1${'0'.repeat(32)}4`)
    expect(divide(`${even}50000001`, 1)).toBe(`${odd}00000000`)
    expect(divide('9'.repeat(35), 1)).toBe(`1${'0'.repeat(35)}`)
  })

  test('what needs more than MAX_DIGITS digits is no amount', () => {
    const largest = '9'.repeat(MAX_DIGITS)
    const finest = `0.${'0'.repeat(MAX_DIGITS - 2)}1`
    expect(add(largest, 1)).toBeUndefined()
    expect(subtract(negate(largest), 1)).toBeUndefined()
    expect(multiply(largest, 10)).toBeUndefined()
    expect(add(largest, finest)).toBeUndefined()
    expect(divide(finest, 3)).toBeUndefined()
    expect(subtract(largest, 1)).toBe(`${largest.slice(1)}8`)
  })
})

describe('order', () => {
  test.each<[Amount, -1 | 0 | 1, Amount]>([
    ['9007199254740992', -1, '9007199254740993'],
    ['0.10000000000000000001', 1, '0.1'],
    ['-0.10000000000000000001', -1, '-0.1'],
    [0, -1, '0.001'],
    [3, 0, 3],
    ['9'.repeat(MAX_DIGITS), -1, Infinity],
    [-Infinity, -1, `-${'9'.repeat(MAX_DIGITS)}`],
    [-Infinity, -1, Infinity],
    [Infinity, 0, Infinity],
    [-Infinity, 0, -Infinity],
  ])('%s compares %s with %s', (a, order, b) => {
    expect(compare(a, b)).toBe(order)
    expect(compare(b, a)).toBe(0 - order)
  })

  test.each<[Amount, Amount, Amount, Amount]>([
    [5, 0, Infinity, 5],
    [-5, 0, Infinity, 0],
    ['100.5', 0, 100, 100],
    ['0.5', '0.25', '0.75', '0.5'],
    ['-9007199254740993', -Infinity, 0, '-9007199254740993'],
  ])('%s clamped into [%s, %s] is %s', (amount, min, max, result) => {
    expect(clamp(amount, min, max)).toBe(result)
  })
})

/** The oracle: a fraction of two integers, read and worked with in another way than decimals are. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

function toFraction(amount: Amount): Fraction {
  const [whole = '', part = ''] = String(amount).split('.')
  const under = BigInt(`1${'0'.repeat(part.length)}`)
  const size = BigInt(whole.replace('-', '')) * under + BigInt(part === '' ? '0' : part)
  return { over: whole.startsWith('-') ? -size : size, under }
}

function same(a: Fraction, b: Fraction): boolean {
  return a.over * b.under === b.over * a.under
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value
}

/** The rule of the form: a number where it is a safe integer, else a text with nothing idle in it. */
function isCanonical(amount: Amount): boolean {
  if (typeof amount === 'number') return Number.isSafeInteger(amount) && !Object.is(amount, -0)
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(amount)) return false
  return amount.includes('.') || size(BigInt(amount)) >= 2n ** 53n
}

const digit = fc.constantFrom(...'0123456789')
const digits = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: digit, minLength, maxLength })
const written = fc
  .tuple(fc.constantFrom('', '-'), digits(1, 40), digits(0, 40))
  .map(([minus, whole, part]) => `${minus}${whole}${part === '' ? '' : '.'}${part}`)
const nearTheEdge = fc
  .bigInt({ min: -20n, max: 20n })
  .chain((offset) => fc.constantFrom(2n ** 53n, -(2n ** 53n), 0n).map((edge) => String(edge + offset)))
const amount = fc
  .oneof(written, nearTheEdge, fc.maxSafeInteger().map(String), fc.integer({ min: -1000, max: 1000 }).map(String))
  .map((text) => parseAmount(text)!)

describe('agrees with fractions of big integers', () => {
  test('in reading and writing', () => {
    fc.assert(
      fc.property(written, (text) => {
        const read = parseAmount(text)!
        expect(isCanonical(read)).toBe(true)
        expect(same(toFraction(read), toFraction(text))).toBe(true)
        expect(parseAmount(formatAmount(read))).toBe(read)
      }),
    )
  })

  test('in sums, differences, products and opposites', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const left = toFraction(a)
        const right = toFraction(b)
        const crossed = {
          left: left.over * right.under,
          right: right.over * left.under,
          under: left.under * right.under,
        }
        const expected: readonly [Amount, Fraction][] = [
          [add(a, b)!, { over: crossed.left + crossed.right, under: crossed.under }],
          [subtract(a, b)!, { over: crossed.left - crossed.right, under: crossed.under }],
          [multiply(a, b)!, { over: left.over * right.over, under: crossed.under }],
          [negate(a), { over: -left.over, under: left.under }],
        ]
        for (const [result, fraction] of expected) {
          expect(isCanonical(result)).toBe(true)
          expect(same(toFraction(result), fraction)).toBe(true)
        }
      }),
    )
  })

  test('in order, and equality is identity', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const left = toFraction(a)
        const right = toFraction(b)
        const difference = left.over * right.under - right.over * left.under
        expect(compare(a, b)).toBe(difference < 0n ? -1 : Number(difference > 0n))
        expect(a === b).toBe(difference === 0n)
      }),
    )
  })

  test('in remainders, which have the sign of the dividend', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        fc.pre(b !== 0)
        const rest = remainder(a, b)!
        const left = toFraction(a)
        const right = toFraction(b)
        const under = left.under * right.under
        const times = (left.over * right.under) / (right.over * left.under)
        expect(isCanonical(rest)).toBe(true)
        expect(same(toFraction(rest), { over: left.over * right.under - times * right.over * left.under, under })).toBe(
          true,
        )
        expect([0, compare(a, 0)]).toContain(compare(rest, 0))
      }),
    )
  })

  test('in quotients: the nearest value of 34 digits, the even one of two', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        fc.pre(a !== 0 && b !== 0)
        const result = divide(a, b)!
        expect(isCanonical(result)).toBe(true)
        const quotient = toFraction(result)
        const exact = {
          over: toFraction(a).over * toFraction(b).under,
          under: toFraction(a).under * toFraction(b).over,
        }
        const { last, unit } = lastDigit(result)
        // |quotient - exact| against half a unit of the 34th digit, both times 2 and all denominators.
        const error = size(quotient.over * exact.under - exact.over * quotient.under) * 2n * unit.under
        const halfUnit = size(quotient.under * exact.under) * unit.over
        expect(error <= halfUnit).toBe(true)
        if (error === halfUnit) expect(last % 2n).toBe(0n)
      }),
      { numRuns: 500 },
    )
  })

  test('in quotients that lie exactly between two values', () => {
    const head = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(33, 33)).map(([first, rest]) => `${first}${rest}`)
    fc.assert(
      fc.property(head, fc.integer({ min: 1, max: 1000 }), (kept, by) => {
        const dividend = parseAmount(String(BigInt(`${kept}5`) * BigInt(by)))!
        const down = BigInt(kept)
        expect(divide(dividend, by)).toBe(`${down + (down % 2n)}0`)
      }),
    )
  })
})

/** The 34th significant digit of a quotient (with all before it), and what one of it is worth. */
function lastDigit(quotient: Amount): { last: bigint; unit: Fraction } {
  const [whole = '', part = ''] = String(quotient).replace('-', '').split('.')
  const significant = (whole + part).replace(/^0+/, '')
  const exponent = 34 - significant.length + part.length
  const unit =
    exponent >= 0 ? { over: 1n, under: 10n ** BigInt(exponent) } : { over: 10n ** BigInt(-exponent), under: 1n }
  expect(/[1-9]/.test(significant.slice(34))).toBe(false)
  return { last: BigInt(significant.padEnd(34, '0').slice(0, 34)), unit }
}

test.each([
  [0, '0%'],
  [1, '100%'],
  [0.25, '25%'],
  [0.07, '7%'],
  [0.123456, '12.3456%'],
  [0.00001, '0.001%'],
  [1.25e-7, '0.0000125%'],
  [0.999999, '99.9999%'],
])('the probability %d is %s, exactly', (probability, text) => expect(percentText(probability)).toBe(text))
