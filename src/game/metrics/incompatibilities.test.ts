import { describe, expect, test } from 'vitest'
import { compound, designOf, point, set, state } from '../../../test/support/design-parts.ts'
import type { Design } from '../design/design.ts'
import { newGame } from '../game-state.ts'
import { dropOf } from './drop.ts'
import { incompatibleMetrics } from './incompatibilities.ts'

const before = designOf({
  metrics: [
    point('xp'),
    point('unused'),
    set('badges', ['Fan', 'pro fan', 'Rare']),
    state('mood', 'glad', 'sad'),
    compound('total', '$scores.xp'),
  ],
})
const held = (whole: number, parts: Readonly<Record<string, number>> = {}) => ({
  whole,
  parts: new Map(Object.entries(parts)),
})
const empty = newGame('staging')
const holders = new Map([
  ['p:xp', held(3)],
  ['c:total', held(3)],
  ['i:badges', held(2, { Fan: 1, 'pro fan': 2 })],
  ['s:mood', held(2, { glad: 2 })],
])

const found = (after: Design) => incompatibleMetrics.find({ ...empty, holders }, before, after)
const codes = (after: Design) => found(after).map(({ id }) => id)
const kept = { xp: point('xp'), badges: set('badges', ['Fan', 'pro fan']), mood: state('mood', 'glad') }
const total = compound('total', '$scores.xp')

describe('a design does not fit', () => {
  test('players who have an entry of a metric that it has not got', () => {
    expect(found(designOf({ metrics: [kept.badges, kept.mood] }))).toEqual([
      {
        id: 'metric_removed-total',
        code: 'metric_removed',
        vars: { metric_design: { id: 'total', name: 'total' }, players: 3 },
        drop: dropOf({ type: 'compound', id: 'total' }),
      },
      {
        id: 'metric_removed-xp',
        code: 'metric_removed',
        vars: { metric_design: { id: 'xp', name: 'xp' }, players: 3 },
        drop: dropOf({ type: 'point', id: 'xp' }),
      },
    ])
  })

  test('players who have an entry of a metric that is of another type in it; of its items nothing is said then', () => {
    const after = designOf({ metrics: [kept.xp, total, point('badges'), kept.mood] })
    expect(found(after)).toEqual([
      {
        id: 'metric_retyped-badges',
        code: 'metric_retyped',
        vars: { metric_design: { id: 'badges', name: 'badges' }, players: 2, from: 'set', to: 'point' },
        drop: dropOf({ type: 'set', id: 'badges' }),
      },
    ])
  })

  test('players who hold an item that it has not got, whatever the name of it', () => {
    const after = designOf({ metrics: [kept.xp, total, set('badges', ['Fan', 'Pro Fan']), kept.mood] })
    expect(found(after)).toEqual([
      {
        id: 'item_removed-badges-pro.fan',
        code: 'item_removed',
        vars: { metric_design: { id: 'badges', name: 'badges' }, item: { name: 'pro fan' }, players: 2 },
        drop: dropOf({ type: 'set', id: 'badges' }, 'pro fan'),
      },
    ])
  })

  test('players who are in a state that it has not got', () => {
    const after = designOf({ metrics: [kept.xp, total, kept.badges, state('mood', 'sad')] })
    expect(found(after)).toEqual([
      {
        id: 'state_removed-mood-glad',
        code: 'state_removed',
        vars: { metric_design: { id: 'mood', name: 'mood' }, state: { name: 'glad' }, players: 2 },
        drop: dropOf({ type: 'state', id: 'mood' }, 'glad'),
      },
    ])
  })
})

describe('what may have been renamed', () => {
  const others = [point('xp'), point('unused'), total]
  const three = ['Fan', 'pro fan', 'Rare']
  const renamedIn = (items: readonly string[], held = holders) => {
    const after = designOf({ metrics: [...others, set('badges', items), state('mood', 'glad', 'sad')] })
    return incompatibleMetrics.find({ ...empty, holders: held }, before, after).map(({ rename }) => rename)
  }

  test('is an item or a state where one went and one came', () => {
    expect(renamedIn(['Fan', 'Pro Fan', 'Rare'])).toEqual([{ key: 'i:badges', from: 'pro fan', to: 'Pro Fan' }])
    const after = designOf({ metrics: [...others, set('badges', three), state('mood', 'happy', 'sad')] })
    expect(found(after)).toEqual([
      {
        id: 'state_removed-mood-glad',
        code: 'state_removed',
        vars: {
          metric_design: { id: 'mood', name: 'mood' },
          state: { name: 'glad' },
          players: 2,
          renamed: { name: 'happy' },
        },
        drop: dropOf({ type: 'state', id: 'mood' }, 'glad'),
        rename: { key: 's:mood', from: 'glad', to: 'happy' },
      },
    ])
  })

  test.each([
    ['none came', ['Fan', 'Rare']],
    ['two came', ['Fan', 'Rare', 'Pro', 'Star']],
    ['two went', ['Fan', 'Star']],
  ])('is none where %s', (_, items) => {
    expect(renamedIn(items)).toEqual([undefined])
  })

  test('is none where somebody has what came aside', () => {
    const aside = new Map(holders).set('i:badges', held(2, { 'pro fan': 2, 'Pro Fan': 1 }))
    expect(renamedIn(['Fan', 'Pro Fan', 'Rare'], aside)).toEqual([undefined])
  })
})

test('a design fits where it lacks only what nobody has, and whatever limits and formulas it sets', () => {
  const after = designOf({
    metrics: [
      point('xp', { max: '1' }),
      set('badges', ['Fan', 'pro fan', 'New'], { max_items: '1' }),
      kept.mood,
      compound('total', '$scores.xp * 2'),
    ],
  })
  expect(codes(after)).toEqual([])
})

test('what an earlier design has left aside is no matter of this one', () => {
  expect(incompatibleMetrics.find({ ...empty, holders: new Map([['p:old', held(5)]]) }, before, designOf({}))).toEqual(
    [],
  )
})
