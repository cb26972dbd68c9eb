import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onlyAsked } from '../../../test/support/only-asked.ts'
import { removeHolders, noDrops, recordDrop, type Drop } from '../kernel/drop.ts'
import { getNamed } from '../kernel/name-map.ts'
import { dropOf, scoresAfter } from './drop.ts'
import { evolveScores } from './evolve.ts'
import { countAll, holdersOf, holdersOfPart, recount, type Holders } from './holders.ts'
import { itemDeltas, scoreKey, valueDelta, type Change, type MetricReference, type Scores } from './score.ts'

const xp = { id: 'xp', name: 'XP', type: 'point' } as const
const badges = { id: 'badges', name: 'Badges', type: 'set' } as const
const mood = { id: 'mood', name: 'Mood', type: 'state' } as const
const total = { id: 'xp', name: 'Total', type: 'compound' } as const

const change = (metric: MetricReference, delta: Change['delta']): Change => ({ metric, delta })

/** Holders after a player's scores went through changes, each list one event. */
function heldAfter(...events: readonly (readonly Change[])[]): Holders {
  const holders: Holders = new Map()
  let scores: Scores = {}
  for (const changes of events) {
    const after = evolveScores(scores, changes)
    recount(holders, scores, after, changes)
    scores = after
  }
  return holders
}

/** Each score with its number and those of its parts. */
const listed = (holders: Holders) => Array.from(holders, ([key, { whole, parts }]) => [key, whole, ...parts])

describe('who holds what', () => {
  test('is told of entries, items and states', () => {
    const holders = heldAfter([
      change(xp, { old: null, new: '0' }),
      change(badges, { Fan: { old: null, new: '2' } }),
      change(mood, { old: null, new: 'glad' }),
    ])
    expect([xp, badges, mood, total].map((metric) => holdersOf(holders, metric))).toEqual([1, 1, 1, 0])
    expect(['Fan', 'Pro'].map((item) => holdersOfPart(holders, badges, item))).toEqual([1, 0])
    expect(['glad', 'sad'].map((state) => holdersOfPart(holders, mood, state))).toEqual([1, 0])
  })

  test('counts a metric once that an event rewards twice', () => {
    const holders = heldAfter([
      change(xp, { old: null, new: '5' }),
      change(xp, { old: '5', new: '10' }),
      change(badges, { Fan: { old: null, new: '1' } }),
      change(badges, { Fan: { old: '1', new: '2' }, Pro: { old: null, new: '1' } }),
    ])
    expect(listed(holders)).toEqual([
      ['p:xp', 1],
      ['i:badges', 1, ['Fan', 1], ['Pro', 1]],
    ])
  })

  test('forgets an item that goes, and keeps the entry; moves with a state; has nothing for nobody', () => {
    const held = heldAfter(
      [change(badges, { Fan: { old: null, new: '1' } }), change(mood, { old: null, new: 'glad' })],
      [change(badges, { Fan: { old: '1', new: '0' } }), change(mood, { old: 'glad', new: 'sad' })],
    )
    expect(listed(held)).toEqual([
      ['i:badges', 1],
      ['s:mood', 1, ['sad', 1]],
    ])
    const none = heldAfter([change(mood, { old: null, new: 'glad' })], [change(mood, { old: 'glad', new: null })])
    expect([...none]).toEqual([])
  })

  test('is forgotten of a metric without a look at the others', () => {
    const holders = heldAfter([
      change(xp, { old: null, new: '1' }),
      change(badges, { Fan: { old: null, new: '1' } }),
      change(mood, { old: null, new: 'glad' }),
    ])
    const asked = onlyAsked(holders)
    removeHolders(holders, dropOf({ type: 'set', id: 'badges' }))
    removeHolders(holders, dropOf({ type: 'state', id: 'mood' }, 'glad'))
    expect(new Set(asked)).toEqual(new Set(['i:badges', 's:mood']))
    expect([xp, badges, mood].map((metric) => holdersOf(holders, metric))).toEqual([1, 0, 0])
  })
})

const name = fc.constantFrom('a', 'a/b', '__proto__')
const count = fc.constantFrom('0', '1', '2.5')
const delta = (value: fc.Arbitrary<string | null>) => value.map((now) => ({ old: null, new: now }))
const ids = fc.constantFrom('x', 'xy')
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ metric: ids.map((id) => ({ id, name: id, type: 'point' as const })), delta: delta(count) }),
  fc.record({
    metric: ids.map((id) => ({ id, name: id, type: 'set' as const })),
    delta: fc.array(fc.tuple(name, delta(count)), { maxLength: 3 }).map((items) => Object.fromEntries(items)),
  }),
  fc.record({ metric: ids.map((id) => ({ id, name: id, type: 'state' as const })), delta: delta(fc.option(name)) }),
)

/** Changes as events tell them, one after the other: with what was there before. */
function told(changes: readonly Change[], before: Scores): Change[] {
  let scores = before
  return changes.map((change) => {
    const score = scores[scoreKey(change.metric)]
    const delta =
      typeof score === 'object'
        ? Object.fromEntries(
            itemDeltas(change).map(([item, { new: now }]) => [item, { old: textOf(getNamed(score, item)), new: now }]),
          )
        : change.metric.type === 'set'
          ? change.delta
          : { ...valueDelta(change), old: textOf(score) }
    scores = evolveScores(scores, [change])
    return { ...change, delta }
  })
}

const textOf = (value: string | number | undefined): string | null => (value === undefined ? null : String(value))

const anyDrop: fc.Arbitrary<Drop> = fc.oneof(
  fc
    .record({ type: fc.constantFrom('point' as const, 'set' as const, 'state' as const), id: ids })
    .map((metric) => dropOf(metric)),
  fc.tuple(ids, name).map(([id, item]) => dropOf({ type: 'set', id }, item)),
  fc.tuple(ids, name).map(([id, state]) => dropOf({ type: 'state', id }, state)),
)

test('whatever changes and is dropped, it is what a look at every player would tell', () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.record({ player: fc.nat(2), changes: fc.array(anyChange, { maxLength: 4 }) }) },
    { weight: 1, arbitrary: fc.record({ gone: fc.nat(2) }) },
    { weight: 1, arbitrary: fc.record({ drop: anyDrop }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const holders: Holders = new Map()
      const players: Scores[] = [{}, {}, {}]
      for (const each of steps) {
        if ('drop' in each) {
          removeHolders(holders, each.drop)
          const drops = noDrops()
          recordDrop(drops, each.drop, 1)
          players.forEach((scores, i) => (players[i] = scoresAfter(scores, drops, 0)))
        } else if ('gone' in each) {
          countAll(holders, players[each.gone] ?? {}, -1)
          players[each.gone] = {}
        } else {
          const before = players[each.player] ?? {}
          const changes = told(each.changes, before)
          const after = evolveScores(before, changes)
          recount(holders, before, after, changes)
          players[each.player] = after
        }
        const looked: Holders = new Map()
        for (const scores of players) countAll(looked, scores, 1)
        expect(new Map(holders)).toEqual(looked)
      }
    }),
  )
})
