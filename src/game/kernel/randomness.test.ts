import { describe, expect, test } from 'vitest'
import { happens, draw, type Draw } from './randomness.ts'

const of = (changes: Partial<Draw> = {}): Draw => ({
  seed: 'seed',
  player: 'neo',
  subject: 'action:like',
  play: 0,
  which: 'own',
  ...changes,
})

const DRAWS = 20_000
const times = <T>(make: (i: number) => T): T[] => Array.from({ length: DRAWS }, (_, i) => make(i))

/** How the numbers fall into ten drawers, as chi squared with 9 degrees of freedom: above 33.7 once in 10,000 fair tries. */
function unevenness(numbers: readonly number[]): number {
  const drawers = Array.from({ length: 10 }, () => 0)
  for (const number of numbers) drawers[Math.floor(number * 10)]! += 1
  const expected = numbers.length / 10
  return drawers.reduce((sum, found) => sum + (found - expected) ** 2 / expected, 0)
}

/** The correlation of two series, which stays within 0.03 for independent ones of this length (4 standard deviations). */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, x) => sum + x, 0) / numbers.length
  const [ma, mb] = [mean(a), mean(b)]
  let [ab, aa, bb] = [0, 0, 0]
  for (const [i, x] of a.entries()) {
    const y = b[i]! - mb
    ab += (x - ma) * y
    aa += (x - ma) ** 2
    bb += y ** 2
  }
  return ab / Math.sqrt(aa * bb)
}

const series: readonly (readonly [string, (i: number) => Draw])[] = [
  ['play after play', (i) => of({ play: i })],
  ['reward after reward', (i) => of({ which: `${Math.floor(i / 100)}.${i % 100}` })],
  ['player after player', (i) => of({ player: `p${i}` })],
  ['action after action', (i) => of({ subject: `action:a${i}` })],
  ['seed after seed', (i) => of({ seed: `${i}` })],
]

describe('a draw', () => {
  test('is the same for the same five for ever', () => {
    expect(draw(of())).toBe(draw(of()))
    expect(draw(of())).toBe(0.7357744449991445)
    expect(draw(of({ seed: 'Zion', player: 'trinity', play: 41, which: '2.0' }))).toBe(0.485149055606498)
  })

  test('is a number from 0 up to 1, of more than 32 bits', () => {
    const numbers = times((i) => draw(of({ play: i })))
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true)
    expect(new Set(numbers).size).toBe(DRAWS)
    expect(numbers.some((number) => (number * 2 ** 32) % 1 !== 0)).toBe(true)
  })

  test.each(series)('falls evenly, %s', (_, at) => {
    expect(unevenness(times((i) => draw(at(i))))).toBeLessThan(33.7)
  })

  test.each(series)('does not follow from the one before it, %s', (_, at) => {
    const numbers = times((i) => draw(at(i)))
    expect(Math.abs(correlation(numbers.slice(0, -1), numbers.slice(1)))).toBeLessThan(0.03)
  })

  test.each([
    ['another seed', { seed: 'seed2' }],
    ['another player', { player: 'trinity' }],
    ['another action', { subject: 'action:love' }],
    ['the reward beside it', { which: '0.0' }],
  ])('has nothing to do with that of %s', (_, other) => {
    const own = times((i) => draw(of({ play: i })))
    const others = times((i) => draw(of({ ...other, play: i })))
    expect(Math.abs(correlation(own, others))).toBeLessThan(0.03)
  })
})

describe('a chance', () => {
  test.each([0.01, 0.25, 0.5, 0.9])('of %d comes true about so often', (probability) => {
    const share = times((i) => happens(probability, of({ play: i }))).filter(Boolean).length / DRAWS
    expect(Math.abs(share - probability)).toBeLessThan(4 * Math.sqrt((probability * (1 - probability)) / DRAWS))
  })

  test('of 1 always comes true, of 0 never', () => {
    expect(times((i) => happens(1, of({ play: i }))).every(Boolean)).toBe(true)
    expect(times((i) => happens(0, of({ play: i }))).some(Boolean)).toBe(false)
  })
})
