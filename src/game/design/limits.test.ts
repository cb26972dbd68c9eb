import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  achievement,
  action,
  compound,
  levels,
  point,
  problemsOf,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { listOf, problemsOf as problemsIn, strictObject } from '../kernel/schema.ts'

const xp = point('xp')

/** c1 reads xp, each next compound the one before. */
const chain = (length: number) =>
  Array.from({ length }, (_, i) => compound(`c${i + 1}`, i === 0 ? '$scores.xp' : `$scores.c${i} + 1`))

describe('a design is refused', () => {
  test('when compounds read one another more than 16 deep', () => {
    expect(problemsOf({ metrics: [xp, ...chain(16)] })).toEqual([])
    expect(problemsOf({ metrics: [xp, ...chain(17)] })).toEqual([
      expect.stringMatching(/^metrics\/c17\b.*more than 16 deep$/),
    ])
  })

  test('when a ROLLING rate would remember more than 10,000 plays', () => {
    const rated = (count: number, kind: string) => ({
      metrics: [xp],
      actions: [{ ...action('like', []), rate: [count, 60_000, kind] }],
    })
    expect(problemsOf(rated(10_000, 'ROLLING'))).toEqual([])
    expect(problemsOf(rated(10_001, 'LEAKY'))).toEqual([])
    expect(problemsOf(rated(10_001, 'ROLLING'))).toEqual([expect.stringContaining('rate.0')])
  })

  test('when a rank stands twice in a ladder, or an item twice in an achievement', () => {
    const ladder = {
      ...levels('ladder', 'xp', 'rank', ['a']),
      levels: [{ rank: 'a', threshold: '1' }, { rank: 'b', threshold: '2' }, { rank: 'a' }],
    }
    expect(problemsOf({ metrics: [xp, state('rank', 'a', 'b')], rules: [ladder] })).toEqual([
      expect.stringContaining('levels.2.rank'),
    ])
    const twice = {
      ...achievement('fan', 'badges', { Fan: '1' }, {}),
      items: [
        { key: 'Fan', value: '1' },
        { key: 'Fan', value: '2' },
      ],
    }
    expect(problemsOf({ metrics: [set('badges', ['Fan'])], rules: [twice] })).toEqual([
      expect.stringContaining('items'),
    ])
  })
})

describe('an input', () => {
  test('is told a hundred problems at the most', () => {
    const strange = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field ${i}\n`, i]))
    const { error } = strictObject({ id: z.string() }).safeParse(strange, { reportInput: true })
    expect(error && problemsIn(error)).toHaveLength(100)
  })

  test('that is a list is counted before its elements are looked at', () => {
    let looked = 0
    const item = z.custom(() => (looked += 1) > 0)
    const list = listOf(item, 3)
    expect(list.safeParse([1, 2, 3]).success).toBe(true)
    expect(list.safeParse([1, 2, 3, 4]).success).toBe(false)
    expect(looked).toBe(3)
  })
})
