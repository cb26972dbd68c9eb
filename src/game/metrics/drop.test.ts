import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { onlyAsked } from '../../../test/support/only-asked.ts'
import { noDrops, recordDrop, recordRename, renameHolders, type Drop, type PartRename } from '../kernel/drop.ts'
import { tallyEntry } from '../kernel/tally.ts'
import { changeAfter, dropOf, renameOf, scoresAfter } from './drop.ts'
import type { Change, MetricReference, Scores } from './score.ts'

const xp: Drop = dropOf({ type: 'point', id: 'xp' })
const badges: Drop = dropOf({ type: 'set', id: 'badges' })
const fan: Drop = dropOf({ type: 'set', id: 'badges' }, '__proto__')
const glad: Drop = dropOf({ type: 'state', id: 'mood' }, 'glad')

/** Drops by entries 1, 2, and so on. */
function dropsOf(...drops: readonly Drop[]) {
  const all = noDrops()
  for (const [i, drop] of drops.entries()) recordDrop(all, drop, i + 1)
  return all
}

const withoutDropped = (scores: Scores, drop: Drop) => scoresAfter(scores, dropsOf(drop), 0)
const changeWithout = (change: Change, drop: Drop) => changeAfter(change, dropsOf(drop), 0)

describe('scores without what is dropped', () => {
  const scores: Scores = {
    'p:xp': 5,
    'i:badges': JSON.parse('{"=__proto__":1,"=Pro":2}') as Record<string, number>,
    's:mood': 'glad',
  }

  test.each<[string, Drop, Scores]>([
    ['a metric', xp, { 'i:badges': { '=__proto__': 1, '=Pro': 2 }, 's:mood': 'glad' }],
    ['a set with its items', badges, { 'p:xp': 5, 's:mood': 'glad' }],
    ['an item, and not the entry', fan, { 'p:xp': 5, 'i:badges': { '=Pro': 2 }, 's:mood': 'glad' }],
    ['the state that one is in', glad, { 'p:xp': 5, 'i:badges': { '=__proto__': 1, '=Pro': 2 } }],
  ])('lack %s', (_name, drop, left) => {
    const text = JSON.stringify(scores)
    expect(withoutDropped(scores, drop)).toEqual(left)
    expect(JSON.stringify(scores)).toBe(text)
  })

  test.each<[string, Drop]>([
    ['a metric of another type', dropOf({ type: 'state', id: 'xp' })],
    ['a metric that one has no entry of', dropOf({ type: 'point', id: 'gold' })],
    ['an item that one does not hold', dropOf({ type: 'set', id: 'badges' }, 'Rare')],
    ['an item of another metric', dropOf({ type: 'set', id: 'medals' }, 'Pro')],
    ['a state that one is not in', dropOf({ type: 'state', id: 'mood' }, 'sad')],
  ])('are the same object for %s', (_name, drop) => {
    expect(withoutDropped(scores, drop)).toBe(scores)
  })
})

describe('of many drops', () => {
  const rare: Drop = dropOf({ type: 'set', id: 'badges' }, 'Rare')

  test('those of later entries count, whatever they have in common with earlier ones', () => {
    const scores: Scores = { 'i:badges': { '=Rare': 1, '=Pro': 2 }, 's:mood': 'glad' }
    const drops = dropsOf(rare, glad, rare)
    expect([0, 1, 2, 3].map((since) => scoresAfter(scores, drops, since))).toEqual([
      { 'i:badges': { '=Pro': 2 } },
      { 'i:badges': { '=Pro': 2 } },
      { 'i:badges': { '=Pro': 2 }, 's:mood': 'glad' },
      scores,
    ])
  })

  test('the metric takes with it what was dropped of it before, and not what is dropped later', () => {
    const scores: Scores = { 'i:badges': { '=Rare': 1, '=Pro': 2 } }
    const drops = dropsOf(rare, badges, { ...rare, part: 'Pro' })
    expect([...(drops.entries.get('i:badges')?.parts.keys() ?? [])]).toEqual(['Pro'])
    expect([1, 2, 3].map((since) => scoresAfter(scores, drops, since))).toEqual([
      {},
      { 'i:badges': { '=Rare': 1 } },
      scores,
    ])
  })

  test('only those of the scores and changes themselves are looked at', () => {
    const many = Array.from({ length: 1000 }, (_, i): Drop => ({ ...rare, part: `item ${i}` }))
    const drops = dropsOf(...many, fan, glad, xp)
    const ofBadges = onlyAsked(tallyEntry(drops.entries, 'i:badges').parts)
    const ofAll = onlyAsked(drops.entries)
    const book = JSON.parse('{"=__proto__":1,"=Pro":2}') as Record<string, number>
    expect(scoresAfter({ 'p:xp': 5, 'i:badges': book }, drops, 0)).toEqual({ 'i:badges': { '=Pro': 2 } })
    const metric = { id: 'badges', name: 'badges', type: 'set' } as const
    expect(changeAfter({ metric, delta: { Pro: { old: null, new: '1' } } }, drops, 0)).toBeDefined()
    expect(ofAll).toEqual(['p:xp', 'i:badges', 'i:badges'])
    expect(ofBadges).toEqual(['__proto__', 'Pro', 'Pro'])
  })
})

describe('of a change that came before a drop', () => {
  const change = (type: MetricReference['type'], id: string, delta: Change['delta']): Change => ({
    metric: { id, name: id, type },
    delta,
  })
  const points = change('point', 'xp', { old: '1', new: '5' })
  const items = change(
    'set',
    'badges',
    Object.fromEntries([
      ['__proto__', { old: null, new: '1' }],
      ['Pro', { old: null, new: '1' }],
    ]),
  )
  const state = change('state', 'mood', { old: 'glad', new: 'sad' })

  test('nothing is left where its metric, its items or its new state are gone', () => {
    expect(changeWithout(points, xp)).toBeUndefined()
    expect(changeWithout(items, badges)).toBeUndefined()
    expect(
      changeWithout(change('set', 'badges', { Pro: { old: null, new: '1' } }), { ...fan, part: 'Pro' }),
    ).toBeUndefined()
    expect(changeWithout(state, { ...glad, part: 'sad' })).toBeUndefined()
  })

  test('the other items are left, and no way back to a state that is gone', () => {
    expect(changeWithout(items, fan)).toEqual(change('set', 'badges', { Pro: { old: null, new: '1' } }))
    expect(changeWithout(state, glad)).toEqual(change('state', 'mood', { old: null, new: 'sad' }))
  })

  test('all is left where it is about something else', () => {
    expect(changeAfter(points, dropsOf(glad, xp), 2)).toBe(points)
    for (const drop of [badges, fan, glad]) expect(changeWithout(points, drop)).toBe(points)
    expect(changeWithout(points, dropOf({ type: 'compound', id: 'xp' }))).toBe(points)
    expect(changeWithout(state, { ...glad, part: 'calm' })).toBe(state)
  })
})

describe('of renamings', () => {
  const ofMood = (from: string, to: string): PartRename => renameOf({ type: 'state', id: 'mood' }, from, to)
  const ofBadges = (from: string, to: string): PartRename => renameOf({ type: 'set', id: 'badges' }, from, to)
  /** By entries 1, 2, and so on. */
  const after = (...steps: readonly (Drop | PartRename)[]) => {
    const all = noDrops()
    for (const [i, step] of steps.entries())
      if ('from' in step) recordRename(all, step, i + 1)
      else recordDrop(all, step, i + 1)
    return all
  }
  /** What a part is called that was written by entry `since`, looked at step by step. */
  const oneByOne = (steps: readonly (Drop | PartRename)[], part: string, since: number): string | undefined => {
    let name: string | undefined = part
    for (const step of steps.slice(since)) {
      if ('from' in step) name = step.from === name ? step.to : name
      else if (step.part === undefined || step.part === name) name = undefined
    }
    return name
  }
  const moods = (drops: ReturnType<typeof after>, mood: string, ...since: number[]) =>
    since.map((entry) => scoresAfter({ 's:mood': mood }, drops, entry)['s:mood'])

  test('scores have the new name, and everything else of them as it was', () => {
    const drops = after(ofMood('glad', 'happy'), ofBadges('Fan', '__proto__'))
    const scores: Scores = { 'p:xp': 5, 's:mood': 'glad', 'i:badges': { '=Pro': 2, '=Fan': 1 }, 's:other': 'glad' }
    expect(scoresAfter(scores, drops, 0)).toEqual({
      'p:xp': 5,
      's:mood': 'happy',
      'i:badges': JSON.parse('{"=Pro":2,"=__proto__":1}'),
      's:other': 'glad',
    })
    expect(scoresAfter(scores, drops, 2)).toBe(scores)
  })

  test('each counts for what was written before it, in their order', () => {
    const there = ofMood('glad', 'happy')
    const back = ofMood('happy', 'glad')
    expect(moods(after(there, back, there), 'glad', 0, 1, 2, 3)).toEqual(['happy', 'happy', 'happy', 'glad'])
    expect(moods(after(there, back), 'happy', 0, 1, 2)).toEqual(['glad', 'glad', 'happy'])
    expect(moods(after(there, ofMood('happy', 'merry')), 'glad', 0, 1)).toEqual(['merry', 'glad'])
  })

  test('what was dropped before or after is gone, under whatever name it had then', () => {
    const there = ofMood('glad', 'happy')
    const happy = dropOf({ type: 'state', id: 'mood' }, 'happy')
    const mood = dropOf({ type: 'state', id: 'mood' })
    expect(moods(after(there, happy), 'glad', 0, 1)).toEqual([undefined, 'glad'])
    expect(moods(after(glad, there), 'glad', 0, 1, 2)).toEqual([undefined, 'happy', 'glad'])
    expect(moods(after(glad, there, glad), 'glad', 0, 1, 2, 3)).toEqual([undefined, 'happy', undefined, 'glad'])
    expect(moods(after(there, mood, there), 'glad', 0, 1, 2, 3)).toEqual([undefined, undefined, 'happy', 'glad'])
  })

  test('are as many as there are names, however often a name goes to and fro', () => {
    const there = ofMood('glad', 'happy')
    const back = ofMood('happy', 'glad')
    const drops = after(...Array.from({ length: 100 }, () => [there, back]).flat())
    expect(drops.renames.get('s:mood')).toHaveLength(2)
    expect(moods(drops, 'glad', 0, 199, 200)).toEqual(['glad', 'glad', 'glad'])
    expect(moods(drops, 'happy', 0, 199, 200)).toEqual(['glad', 'glad', 'happy'])
    const round = ['a', 'b', 'c', 'd', 'a'].flatMap((from, i, all) => (all[i + 1] ? [ofMood(from, all[i + 1]!)] : []))
    const rounds = after(...Array.from({ length: 50 }, () => round).flat())
    expect(rounds.renames.get('s:mood')?.length).toBeLessThanOrEqual(4)
  })

  test('come to the same as one by one, whatever was renamed and dropped in between', () => {
    const mood = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(mood, mood).map(([from, to]): Drop | PartRename => ofMood(from, to)) },
      { weight: 2, arbitrary: mood.map((part): Drop => dropOf({ type: 'state', id: 'mood' }, part)) },
      { weight: 1, arbitrary: fc.constant<Drop>(dropOf({ type: 'state', id: 'mood' })) },
    )
    const steps = fc.array(step, { maxLength: 15 })
    fc.assert(
      fc.property(steps, mood, fc.nat(15), (list, part, since) => {
        expect(moods(after(...list), part, since)).toEqual([oneByOne(list, part, since)])
      }),
      { numRuns: 3000 },
    )
  })

  test('changes have the new names too', () => {
    const drops = after(ofMood('glad', 'happy'), ofBadges('Fan', 'Star'))
    const mood: MetricReference = { id: 'mood', name: 'mood', type: 'state' }
    const items: MetricReference = { id: 'badges', name: 'badges', type: 'set' }
    const turned = { metric: mood, delta: { old: 'sad', new: 'glad' } }
    expect(changeAfter(turned, drops, 0)).toEqual({ metric: mood, delta: { old: 'sad', new: 'happy' } })
    expect(changeAfter(turned, drops, 1)).toBe(turned)
    const left = { metric: mood, delta: { old: 'glad', new: null } }
    expect(changeAfter(left, drops, 0)).toEqual({ metric: mood, delta: { old: 'happy', new: null } })
    const earned = { metric: items, delta: { Fan: { old: null, new: '1' }, Pro: { old: '1', new: '2' } } }
    expect(changeAfter(earned, drops, 0)).toEqual({
      metric: items,
      delta: { Star: { old: null, new: '1' }, Pro: { old: '1', new: '2' } },
    })
  })

  test('who has a part is counted under its new name', () => {
    const holders = new Map([
      [
        's:mood',
        {
          whole: 3,
          parts: new Map([
            ['glad', 2],
            ['sad', 1],
          ]),
        },
      ],
    ])
    renameHolders(holders, ofMood('glad', 'happy'))
    renameHolders(holders, ofMood('angry', 'cross'))
    renameHolders(holders, ofBadges('Fan', 'Star'))
    expect(holders).toEqual(
      new Map([
        [
          's:mood',
          {
            whole: 3,
            parts: new Map([
              ['sad', 1],
              ['happy', 2],
            ]),
          },
        ],
      ]),
    )
  })
})
