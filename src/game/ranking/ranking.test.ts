import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { add, compare, type Amount } from '../kernel/decimal.ts'
import { LeafStore } from './leaf-store.ts'
import { Ranking, rankingOf } from './ranking.ts'
import { ReadView } from './read-view.ts'
import type { Rows, RankedRow } from './row-order.ts'

/** Two numbers apart share an id's first letter, so that ids are not in the order of the numbers. */
const idOf = (entity: number): string => `${'zyx'[entity % 3]}${entity}`

/** The same rows in a plain array, which is sorted whenever it is asked. */
class Model {
  readonly rows = new Map<number, RankedRow>()

  add(entity: number, amount: Amount, since: number): void {
    const row = this.rows.get(entity)
    if (row && amount === 0) return
    this.rows.set(entity, { entity, score: row ? (add(row.score, amount) ?? row.score) : amount, since })
  }

  sorted(): RankedRow[] {
    return [...this.rows.values()].sort(
      (a, b) => compare(b.score, a.score) || a.since - b.since || (idOf(a.entity) < idOf(b.entity) ? -1 : 1),
    )
  }

  ranked(): (RankedRow & { rank: number })[] {
    const sorted = this.sorted()
    return sorted.map((row) => ({ ...row, rank: sorted.findIndex(({ score }) => score === row.score) + 1 }))
  }
}

function rowsIn(blocks: Iterable<Rows>): RankedRow[] {
  return [...blocks].flatMap(({ entities, scores, sinces, exact }) =>
    Array.from(entities, (entity, index) => ({
      entity,
      score: exact.get(index) ?? scores[index]!,
      since: sinces[index]!,
    })),
  )
}

/** Whatever can be asked is answered as by the model. */
function expectSame(ranking: Ranking, model: Model): void {
  const expected = model.ranked()
  expect(ranking.size).toBe(expected.length)
  expect(ranking.rows(0, expected.length)).toEqual(expected)
  for (const [index, { entity, score, since, rank }] of expected.entries()) {
    expect([ranking.indexOf(entity), ranking.rankOf(entity)]).toEqual([index, rank])
    expect([ranking.scoreOf(entity), ranking.sinceOf(entity)]).toEqual([score, since])
  }
}

const amounts: fc.Arbitrary<Amount> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  // They have the double of a number, or of each other.
  fc.constantFrom('1.00000000000000000000000000001', '0.99999999999999999999999999999', '9007199254740993', '0.5'),
  fc.constantFrom('-123456789012345678901234567890', '-123456789012345678901234567891', Number.MAX_SAFE_INTEGER),
)
const entities = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 31 - 2 }))
const steps = fc.oneof(
  { weight: 10, arbitrary: fc.record({ put: entities, score: amounts, since: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 5, arbitrary: fc.record({ add: entities, amount: amounts, since: fc.integer({ min: 0, max: 5 }) }) },
  { weight: 3, arbitrary: fc.record({ remove: entities }) },
  { weight: 1, arbitrary: fc.constant({ hold: true }) },
)

test('a ranking is as a sorted array, and what is held stays as it was', () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 300, size: 'max' }), (sequence) => {
      const ranking = new Ranking(idOf)
      const model = new Model()
      const held: [Iterable<Rows>, RankedRow[]][] = []
      for (const step of sequence) {
        if ('put' in step) {
          ranking.put(step.put, step.score, step.since)
          model.rows.set(step.put, { entity: step.put, score: step.score, since: step.since })
        } else if ('add' in step) {
          ranking.add(step.add, step.amount, step.since)
          model.add(step.add, step.amount, step.since)
        } else if ('remove' in step) expect(ranking.remove(step.remove)).toBe(model.rows.delete(step.remove))
        else held.push([ranking.hold(), model.sorted()])
      }
      expectSame(ranking, model)
      for (const [blocks, rows] of held) expect(rowsIn(blocks)).toEqual(rows)
      expectSame(rankingOf(ranking.hold(), idOf), model)
    }),
    { numRuns: 200 },
  )
})

/** Numbers that look drawn and are the same each time. */
function* draws(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state >>> 8
  }
}

const draw = (numbers: Generator<number>, below: number): number => (numbers.next().value as number) % below

test.each([
  ['scattered', (number: number): Amount => number],
  ['few', (number: number): Amount => number % 5],
  ['one', (): Amount => 0],
  ['that no double holds', (number: number): Amount => `${number % 50}.${'0'.repeat(20)}${(number % 7) + 1}`],
])('thousands of rows with scores %s come, move and go', (_, scoreFrom) => {
  const numbers = draws(7)
  const ranking = new Ranking(idOf)
  const model = new Model()
  const put = (entity: number): void => {
    const row = { entity, score: scoreFrom(draw(numbers, 10_000)), since: draw(numbers, 100) }
    ranking.put(row.entity, row.score, row.since)
    model.rows.set(entity, row)
  }
  const hold = (): [Iterable<Rows>, RankedRow[]] => [ranking.hold(), model.sorted()]

  for (let entity = 0; entity < 3000; entity++) put(entity)
  expectSame(ranking, model)
  const [full, fullRows] = hold()
  for (let move = 0; move < 6000; move++) put(draw(numbers, 3000))
  expectSame(ranking, model)
  for (let more = 0; more < 3000; more++) {
    const entity = draw(numbers, 4000)
    const amount = scoreFrom(draw(numbers, 1000))
    ranking.add(entity, amount, 100 + more)
    model.add(entity, amount, 100 + more)
  }
  expectSame(ranking, model)
  const [moved, movedRows] = hold()
  for (let gone = 0; gone < 5000; gone++) {
    const entity = draw(numbers, 3000)
    expect(ranking.remove(entity)).toBe(model.rows.delete(entity))
  }
  expectSame(ranking, model)
  expectSame(rankingOf(ranking.hold(), idOf), model)
  expect(rowsIn(full)).toEqual(fullRows)
  expect(rowsIn(moved)).toEqual(movedRows)
})

test('an empty ranking', () => {
  const ranking = new Ranking(idOf)
  expect([ranking.size, ranking.has(0), ranking.remove(0), [...ranking.hold()]]).toEqual([0, false, false, []])
  expect([ranking.scoreOf(0), ranking.sinceOf(0), ranking.rankOf(0), ranking.indexOf(0)]).toEqual(
    Array.from({ length: 4 }, () => undefined),
  )
  expect(ranking.rows(0, 10)).toEqual([])
})

test('pages end where the rows do', () => {
  const ranking = new Ranking(idOf)
  for (let entity = 0; entity < 1000; entity++) ranking.put(entity, entity >> 1, 0)
  const positions = (from: number, to: number): number[] => ranking.rows(from, to).map(({ rank }) => rank)
  expect(positions(-5, 3)).toEqual([1, 1, 3])
  expect(positions(1, 4)).toEqual([1, 3, 3])
  expect(positions(997, 2000)).toEqual([997, 999, 999])
  expect([positions(1000, 2000), positions(5, 5), positions(7, 3)]).toEqual([[], [], []])
})

test('what is held is let go in any order, and by who leaves its walk', () => {
  const ranking = new Ranking(idOf)
  for (let entity = 0; entity < 1000; entity++) ranking.put(entity, entity, 0)
  const [first, second] = [ranking.hold(), ranking.hold()]
  for (let entity = 0; entity < 1000; entity++) ranking.put(entity, 0 - entity, 1)
  const third = ranking.hold()
  ranking.remove(0)
  for (const rows of second) {
    expect(rows.scores[0]).toBe(999)
    break
  }
  ranking.remove(999)
  expect(rowsIn(third)).toEqual(Array.from({ length: 1000 }, (_, entity) => ({ entity, score: 0 - entity, since: 1 })))
  ranking.remove(500)
  expect(rowsIn(first)).toEqual(
    Array.from({ length: 1000 }, (_, index) => ({ entity: 999 - index, score: 999 - index, since: 0 })),
  )
})

test('what is held and never walked is let go of with its view, and what others hold is not', () => {
  const ranking = new Ranking(idOf)
  const put = (since: number) => {
    for (let entity = 0; entity < 1000; entity++) ranking.put(entity, since - entity, since)
  }
  const sinces = (blocks: Iterable<Rows>) => new Set(rowsIn(blocks).map(({ since }) => since))
  put(1)
  const copied = vi.spyOn(LeafStore.prototype, 'rowsOf')
  const [first, second] = [new ReadView(), new ReadView()]
  ranking.hold(first)
  const held = ranking.hold(second)
  first.end()
  put(2)
  expect(copied).toHaveBeenCalled()
  expect(sinces(held)).toEqual(new Set([1]))
  ranking.hold(first)
  first.end()
  copied.mockClear()
  put(3)
  expect(copied).not.toHaveBeenCalled()
  copied.mockRestore()
})

test.each([2, 5000])('rows of those who have gone stay in their order where %i are taken in', (count) => {
  const ids = Array.from({ length: count }, (_, entity) => `p${count - entity}`)
  const whenThere = new Ranking((entity) => ids[entity] ?? '')
  for (const entity of ids.keys()) whenThere.put(entity, 1, 7)
  const rows = rowsIn(whenThere.hold())
  const goneOne = rows[0]?.entity
  const later = rankingOf(whenThere.hold(), (entity) => (entity === goneOne ? 'q' : (ids[entity] ?? '')))
  expect(rowsIn(later.hold())).toEqual(rows)
})

test('rows that are taken in behind others which have moved stand where they belong', () => {
  const ranking = new Ranking(idOf)
  for (let entity = 0; entity < 300; entity++) ranking.put(entity, 10_000 - entity, entity)
  for (let entity = 290; entity < 300; entity++) ranking.remove(entity)
  for (let entity = 260; entity < 290; entity += 3) ranking.put(entity, 10_000 - 200 - entity / 10, 1000 + entity)
  const before = ranking.rows(0, ranking.size)
  const entities = Int32Array.from({ length: 400 }, (_, index) => 1000 + index)
  const scores = Float64Array.from(entities, (_, index) => 9000 - Math.floor(index / 7))
  const exact = new Map([0, 1, 2, 119, 120].map((index) => [index, `${scores[index]}.5`]))
  for (const [index, amount] of exact) scores[index] = Number(amount)
  ranking.append({ entities, scores, sinces: Float64Array.from(entities), exact })
  const added = Array.from(entities, (entity, index) => {
    return { entity, score: exact.get(index) ?? scores[index]!, since: entity }
  })
  const rows = [...before.map(({ entity, score, since }) => ({ entity, score, since })), ...added]
  const rankOf = (score: Amount) => rows.findIndex((row) => row.score === score) + 1
  expect(ranking.rows(0, ranking.size)).toEqual(rows.map((row) => ({ ...row, rank: rankOf(row.score) })))
  for (const [index, row] of rows.entries()) {
    expect(ranking.indexOf(row.entity)).toBe(index)
    expect(ranking.rankOf(row.entity)).toBe(rankOf(row.score))
  }
})
