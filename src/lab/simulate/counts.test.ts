import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addOrKeep, compare, MAX_DIGITS, type Amount } from '../../game/kernel/decimal.ts'
import { Counts, ENTRY_BYTES } from './counts.ts'

const integer = fc.oneof(
  fc.nat({ max: 300 }),
  fc.nat({ max: 3_000_000 }),
  fc.integer({ min: 7_000_000, max: 7_009_000 }),
  fc.maxSafeNat(),
)
const decimal = fc.constantFrom<Amount>('0.5', '1.5', '299.999', '0.00000000000000000001', '1.00000000000000000001')
const huge = fc.constantFrom<Amount>('9007199254740993', '9007199254740994', '1'.repeat(40))
const negative = fc.oneof(fc.integer({ min: -300, max: -1 }), fc.constantFrom<Amount>('-0.5', '-1'.padEnd(30, '7')))
const notNegative = fc.oneof(integer, decimal, huge)
const amounts = (amount: fc.Arbitrary<Amount>) => fc.array(amount, { maxLength: 400, size: 'max' })
const anyAmounts = amounts(fc.oneof({ arbitrary: notNegative, weight: 4 }, negative))

const countsOf = (values: Iterable<Amount>): Counts => {
  const counts = new Counts()
  for (const value of values) counts.add(value)
  return counts
}

/** All that the values of counts can show. */
const figures = (counts: Counts) => ({
  size: counts.size,
  total: counts.total(),
  mean: counts.mean(),
  percentiles: [0, 5, 25, 50, 75, 95, 99.9, 100].map((percent) => counts.percentile(percent)),
  upTo: [-1, 0, 1, 1.5, 299, 1e7, 1e-7, 1e21, Infinity].map((limit) => counts.countUpTo(limit)),
  gini: counts.gini(),
})

/** Enough integers, close to each other, for a page. */
const dense = Array.from({ length: 1_500 }, (_, place) => (place * 7_919) % 1_500)

describe('compared with a sorted array', () => {
  const sorted = (values: readonly Amount[]): Amount[] => values.toSorted(compare)

  test('the sum, the mean and the size', () => {
    check(anyAmounts, (values) => {
      const counts = countsOf(values)
      const total = values.reduce(addOrKeep, 0)
      expect(counts.size).toBe(values.length)
      expect(counts.total()).toBe(total)
      if (values.length > 0) expect(counts.mean()).toBeCloseTo(Number(total) / values.length, -30)
    })
  })

  test('a percentile is the value at the nearest rank', () => {
    check(anyAmounts, (values) => {
      const counts = countsOf(values)
      for (const percent of [0, 1, 7, 50, 95, 99.9, 100]) {
        const rank = Math.max(1, Math.ceil((percent * values.length) / 100))
        expect(counts.percentile(percent)).toBe(sorted(values)[rank - 1])
      }
    })
  })

  test('the number of values up to a limit', () => {
    check(anyAmounts, (values) => {
      const counts = countsOf(values)
      for (const limit of [-300, -1, 0, 1, 150, 1_000_000, Infinity])
        expect(counts.countUpTo(limit)).toBe(values.filter((value) => compare(value, limit) <= 0).length)
    })
  })

  test('the Gini coefficient is the mean absolute difference over twice the mean', () => {
    check(fc.array(notNegative, { minLength: 1, maxLength: 60 }), (values) => {
      const numbers = values.map(Number)
      const sum = numbers.reduce((a, b) => a + b, 0)
      const differences = numbers.flatMap((a) => numbers.map((b) => Math.abs(a - b))).reduce((a, b) => a + b, 0)
      const expected = sum === 0 ? 0 : differences / (2 * numbers.length * sum)
      expect(countsOf(values).gini()).toBeCloseTo(expected, 10)
    })
  })
})

describe('figures', () => {
  test('counts of nothing have no mean and no percentile, and a Gini coefficient of 0', () => {
    expect(figures(new Counts())).toMatchObject({ size: 0, total: 0, mean: null, gini: 0 })
    expect(new Counts().percentile(50)).toBeUndefined()
  })

  test('the rank of a percentile is exact: the 7th of 100 values for 7 percent', () => {
    expect(countsOf(Array.from({ length: 100 }, (_, place) => place + 1)).percentile(7)).toBe(7)
  })

  test('Gini coefficients known by heart', () => {
    expect(countsOf([0, 0, 0]).gini()).toBe(0)
    expect(countsOf([5, 5, 5]).gini()).toBe(0)
    expect(countsOf([0, 0, 0, 8]).gini()).toBe(0.75)
    expect(countsOf(['0.5', '1.5']).gini()).toBe(0.25)
    expect(countsOf([4, '-0.5']).gini()).toBeNull()
  })

  test('a byte that is full carries', () => {
    const counts = countsOf([...dense, ...Array<number>(1_000).fill(3)])
    counts.add(4, 70_000)
    const times = (value: number): number => counts.countUpTo(value) - counts.countUpTo(value - 1)
    expect([2, 3, 4].map(times)).toEqual([1, 1_001, 70_001])
  })

  test('a value counted no times is no value', () => {
    const counts = new Counts()
    counts.add(-4, 0)
    expect(figures(counts)).toEqual(figures(new Counts()))
  })

  test('a sum keeps what is too long for an amount out', () => {
    const longest = '9'.repeat(MAX_DIGITS)
    expect(countsOf([7, longest]).total()).toBe(7)
    expect(countsOf([longest, longest]).total()).toBe(0)
  })
})

describe('order', () => {
  test('values in any order and parts merged in any order have the same figures', () => {
    check(fc.tuple(anyAmounts, anyAmounts, fc.boolean()), ([some, others, many]) => {
      const all = [...some, ...(many ? dense : []), ...others]
      const [first, second, third] = [countsOf(some), countsOf(many ? dense : []), countsOf(others)]
      third.merge(first)
      third.merge(second)
      expect(figures(third)).toEqual(figures(countsOf(all)))
      expect(figures(countsOf(all.toReversed()))).toEqual(figures(countsOf(all)))
    })
  })

  test('reading in between changes nothing', () => {
    const counts = countsOf([9, -1])
    figures(counts)
    counts.add(-2)
    figures(counts)
    counts.merge(countsOf(dense))
    expect(figures(counts)).toEqual(figures(countsOf([9, -1, -2, ...dense])))
    expect(counts.percentiles([0, 0.1, 0.15])).toEqual([-2, -1, 0])
  })

  test('counts merged with themselves count all twice', () => {
    const counts = countsOf([...dense, -1, '0.5'])
    counts.merge(counts)
    expect(figures(counts)).toEqual(figures(countsOf([...dense, -1, '0.5', ...dense, -1, '0.5'])))
  })
})

test('counts survive structuredClone, and go on from there', () => {
  const values = [...dense, ...Array<number>(600).fill(9), -1, '0.5', '1'.repeat(40)]
  const counts = countsOf(values)
  const other = Counts.from(structuredClone(counts.toData()))
  expect(figures(other)).toEqual(figures(counts))
  other.merge(counts)
  expect(figures(other)).toEqual(figures(countsOf([...values, ...values])))
})

describe('memory', () => {
  const bytesOf = (counts: Counts): number => {
    const { pages, carries, sparse } = counts.toData()
    const inPages = pages.values().reduce((bytes, page) => bytes + page.byteLength, 0)
    return inPages + (carries.size + sparse.size) * ENTRY_BYTES
  }
  const scattered = (length: number, range: number): Counts =>
    countsOf(Array.from({ length }, (_, place) => (place * 999_983) % range))

  test('a million values over a range of two million take 2 MiB', () => {
    expect(bytesOf(scattered(1_000_000, 2_000_000))).toBeLessThanOrEqual(2 ** 21)
  })

  test('ten times the values take no more', () => {
    const counts = scattered(1_000_000, 2_000_000)
    for (let times = 0; times < 9; times++) counts.merge(scattered(1_000_000, 2_000_000))
    expect(bytesOf(counts)).toBeLessThanOrEqual(2 ** 21)
  })

  test('a thousand values over a range of sixteen million take 40 kB', () => {
    expect(bytesOf(scattered(1_000, 2 ** 24))).toBeLessThanOrEqual(1_000 * ENTRY_BYTES)
  })

  test('many values far from 0 take no more than the same values near 0', () => {
    const far = countsOf(dense.map((value) => value + 2 ** 40))
    expect(bytesOf(far)).toBe(bytesOf(countsOf(dense)))
    expect(bytesOf(far)).toBeLessThan(10_000)
  })

  test('one value far away takes an entry', () => {
    const counts = countsOf([2 ** 25, ...dense])
    expect(bytesOf(counts)).toBe(bytesOf(countsOf(dense)) + ENTRY_BYTES)
  })
})

function check<T>(arbitrary: fc.Arbitrary<T>, hold: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, hold), { numRuns: 200 })
}
