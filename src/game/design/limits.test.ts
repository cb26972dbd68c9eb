import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import {
  achievement,
  action,
  add,
  compound,
  levels,
  point,
  problemsOf,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { pathText, problemsOf as problemsIn } from '../kernel/schema-problems.ts'
import { listOf, strictObject } from '../kernel/schema.ts'
import { compileDesign } from './design.ts'
import { emptyDesign } from './source.ts'

const xp = point('xp')

/** c1 reads xp, each next compound the one before. */
const chain = (length: number) =>
  Array.from({ length }, (_, i) => compound(`c${i + 1}`, i === 0 ? '$scores.xp' : `$scores.c${i} + 1`))

describe('a design is refused', () => {
  test('when compounds read one another more than 16 levels deep', () => {
    expect(problemsOf({ metrics: [xp, ...chain(16)] })).toEqual([])
    expect(problemsOf({ metrics: [xp, ...chain(17)] })).toEqual([
      expect.stringMatching(/^metrics\/c17\b.*more than 16 levels deep$/),
    ])
  })

  test('when it has more than 10,000 of a kind, which is all that is told then', () => {
    const actions = Array.from({ length: 10_002 }, (_, i) => action(`a${i}`))
    expect(problemsOf({ metrics: [xp], actions: actions.slice(0, 10_000) })).toEqual([])
    const rules = [achievement('fan', 'badges', { Fan: '1' }, {})]
    const broken = compileDesign({ ...emptyDesign, metrics: [xp], actions, rules })
    const message = 'a design has at most 10000 actions'
    expect(broken).toEqual({
      problems: [{ kind: 'actions', index: 10_000, id: 'a10000', path: [], message }],
      more: 0,
    })
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

describe('a design that is wrong in very many ways', () => {
  const rewards = Array.from({ length: 1000 }, (_, i) => add(`metrik${i}`, '1'))
  const actions = Array.from({ length: 7 }, (_, i) => action(`a${i}`, rewards))

  test('is told the first hundred, and how many more there are', () => {
    const broken = compileDesign({ ...emptyDesign, metrics: [xp], actions })
    expect(broken).toMatchObject({ problems: { length: 100 }, more: 6900 })
  })

  test('is told names as short as they ever need to be', () => {
    const item = { metric: { id: 'badges', type: 'set' }, verb: 'add', value: { ['i'.repeat(900_000)]: '(' } }
    const rewards = [add('z'.repeat(900_000), '1'), item]
    const broken = rewards.map((reward) => compileDesign({ ...emptyDesign, actions: [action('like', [reward])] }))
    const problems = broken.flatMap((design) => ('source' in design ? [] : design.problems))
    expect(problems).toHaveLength(3)
    for (const { path, message } of problems) expect(`${pathText(path)}: ${message}`.length).toBeLessThan(250)
  })
})

describe('an input', () => {
  test('is told a hundred problems at the most, and how many more there are', () => {
    const strange = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`field ${i}\n`, i]))
    const { error } = strictObject({ id: z.string() }).safeParse(strange, { reportInput: true })
    const problems = error ? problemsIn(error) : []
    expect(problems).toHaveLength(101)
    // The missing id, and 5,000 strange fields.
    expect(problems.at(-1)).toEqual({ path: [], message: '4901 more problems' })
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
