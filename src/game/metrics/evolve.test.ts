import { describe, expect, test } from 'vitest'
import { evolveScores, ScoreDraft } from './evolve.ts'
import { itemsOf, type Change, type Scores } from './score.ts'

const items = (delta: Record<string, [string | null, string | null]>): Change => ({
  metric: { id: 'badges', name: 'Badges', type: 'set' },
  delta: Object.fromEntries(Object.entries(delta).map(([item, [old, now]]) => [item, { old, new: now }])),
})
const points = (old: string | null, now: string | null): Change => ({
  metric: { id: 'xp', name: 'XP', type: 'point' },
  delta: { old, new: now },
})
const mood = (old: string | null, now: string | null): Change => ({
  metric: { id: 'mood', name: 'Mood', type: 'state' },
  delta: { old, new: now },
})

describe('scores', () => {
  const before: Scores = { 'p:xp': 5, 'i:badges': { '=Fan': 1, '=Pro': 2 }, 's:mood': 'glad' }
  const changes = [points('5', '0.5'), items({ Fan: ['1', '0'], Rare: [null, '3'] }), mood('glad', null)]

  test('take in changes in their order, and leave what they were', () => {
    const text = JSON.stringify(before)
    expect(evolveScores(before, changes)).toEqual({ 'p:xp': '0.5', 'i:badges': { '=Pro': 2, '=Rare': 3 } })
    expect(JSON.stringify(before)).toBe(text)
    expect(evolveScores(before, [])).toBe(before)
  })

  test('come to the same bytes by many changes at once as one after the other', () => {
    const all = [
      ...changes,
      items({ Fan: [null, '7'], Pro: ['2', '1'] }),
      mood(null, 'sad'),
      items({ Rare: ['3', '0'] }),
    ]
    const oneByOne = all.reduce((scores, change) => evolveScores(scores, [change]), before)
    expect(JSON.stringify(evolveScores(before, all))).toBe(JSON.stringify(oneByOne))
  })

  test('are an entry also where they hold no item', () => {
    expect(evolveScores({}, [items({})])).toEqual({ 'i:badges': {} })
    expect(evolveScores({}, [items({ Fan: [null, '1'] }), items({ Fan: ['1', '0'] })])).toEqual({ 'i:badges': {} })
  })

  test('show each change of a draft at once, under one object', () => {
    const draft = new ScoreDraft(before)
    const { scores } = draft
    draft.take(points('5', '6'))
    draft.take(items({ Fan: ['1', '2'] }))
    expect(scores).toEqual({ 'p:xp': 6, 'i:badges': { '=Fan': 2, '=Pro': 2 }, 's:mood': 'glad' })
    expect(before['i:badges']).toEqual({ '=Fan': 1, '=Pro': 2 })
  })

  test('of a history that is damaged are none', () => {
    expect(() => evolveScores({}, [points(null, 'much')])).toThrow("an event holds 'much'")
  })
})

test('many changes of many items copy them once', () => {
  const count = 1000
  const scores: Scores = { 'i:badges': Object.fromEntries(Array.from({ length: count }, (_, i) => [`=item ${i}`, 1])) }
  const draft = new ScoreDraft(scores)
  draft.take(items({ 'item 0': ['1', '2'] }))
  const book = itemsOf(draft.scores, { id: 'badges', type: 'set' } as never)
  for (let i = 0; i < count; i += 1) draft.take(items({ [`item ${i}`]: ['1', '3'] }))
  expect(itemsOf(draft.scores, { id: 'badges', type: 'set' } as never)).toBe(book)
  expect(itemsOf(draft.finish(), { id: 'badges', type: 'set' } as never)).toBe(book)
})
