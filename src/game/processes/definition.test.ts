import { describe, expect, test } from 'vitest'
import { add, point, problemsOf, score, set } from '../../../test/support/design-parts.ts'
import { container, exclusive, parallel, processOf, sub, task } from '../../../test/support/process-parts.ts'
import type { Task } from './graph.ts'

const [a, b] = [task('a'), task('b')]

const named = (definition: ReturnType<typeof processOf>, name: string): Task => {
  const found = definition.tasks.get(name)
  if (!found) throw new Error(`no task is called ${name}`)
  return found
}

describe('lanes (4.9)', () => {
  const lanes = [{ name: 'guest' }, { name: 'guide' }]
  const inLane = (lane: string) => container([task('a', { lane })])

  test('are those of the design', () => {
    expect(processOf({ lanes, ...inLane('guide') }).lanes).toEqual(['guest', 'guide'])
    expect(named(processOf({ lanes, ...inLane('guide') }), 'a').lane).toBe('guide')
  })

  test('are the unnamed one alone where the design has none', () => {
    expect(processOf({})).toMatchObject({ lanes: ['~'], defaultLanes: ['~'] })
    expect(named(processOf(container([a])), 'a').lane).toBe('~')
  })

  test('are the unnamed one too where a task, at any depth, names none', () => {
    expect(processOf({ lanes, ...container([a]) }).lanes).toEqual(['guest', 'guide', '~'])
    const inner = container([sub('s', container([b]), { lane: 'guest' })])
    expect(processOf({ lanes, ...inner }).lanes).toEqual(['guest', 'guide', '~'])
    const gateway = container([task('a', { lane: 'guest' })], [parallel('x')])
    expect(processOf({ lanes, ...gateway }).lanes).toEqual(['guest', 'guide'])
  })

  test('of newcomers are the default ones, or all', () => {
    expect(
      processOf({ lanes: [{ name: 'x' }, { name: 'y', default: true }, { name: 'z', default: false }] }).defaultLanes,
    ).toEqual(['y'])
    expect(processOf({ lanes }).defaultLanes).toEqual(['guest', 'guide'])
  })
})

describe('settings (4.9)', () => {
  test('are without limits, for all, strictest first, where the design is silent', () => {
    expect(processOf({})).toMatchObject({
      access: ['PRIVATE', 'PROTECTED', 'PUBLIC'],
      public: true,
      requires: { kind: 'always' },
      maxGlobalInstances: Infinity,
      maxActiveGlobalInstances: Infinity,
      maxPlayerInstances: Infinity,
      maxActivePlayerInstances: Infinity,
    })
  })

  test('are as the design has them', () => {
    const settings = {
      access: ['PUBLIC', 'PROTECTED'],
      public: false,
      requires: score('xp', 'ge', 3),
      max_global_instances: '4',
      max_active_global_instances: 3,
      max_player_instances: '2',
      max_active_player_instances: '0',
    }
    expect(processOf({ settings })).toMatchObject({
      access: ['PROTECTED', 'PUBLIC'],
      public: false,
      requires: { kind: 'metric', value: '3' },
      maxGlobalInstances: 4,
      maxActiveGlobalInstances: 3,
      maxPlayerInstances: 2,
      maxActivePlayerInstances: 0,
    })
  })

  test('that refer to something absent are told', () => {
    const process = { id: 'p', name: 'P', settings: { requires: score('gold', 'ge', 1) } }
    expect(problemsOf({ processes: [process] })).toEqual([
      "processes/p settings.requires.context.id: unknown metric 'gold'",
    ])
  })
})

describe('triggers (4.9)', () => {
  const inner = container(
    [task('visit'), task('rest'), task('look')],
    [exclusive('choose')],
    'visit choose',
    'choose rest',
    'choose look',
  )
  const definition = processOf(
    container([a, b, sub('tour', inner), sub('hike', container([task('visit')]))], [parallel('x')], 'x a', 'x b'),
  )

  test('are named by the gateway that offers them, or by themselves, in sub_processes by their path', () => {
    const triggers = new Set([...definition.tasks.values()].map(({ trigger }) => trigger))
    expect([...triggers]).toEqual(
      expect.arrayContaining([
        'a:x',
        'b:x',
        'tour/visit:visit',
        'tour/rest:choose',
        'tour/look:choose',
        'hike/visit:visit',
      ]),
    )
    expect(triggers.size).toBe(6)
  })

  test.each(['a:x', 'a', 'tour/rest:choose', 'tour/rest', 'rest', 'tour/visit'])('%s names one', (name) => {
    expect(name.startsWith(named(definition, name).path) || named(definition, name).id === name).toBe(true)
  })

  test.each(['visit', 'tour', 'a:a', 'rest:choose', 'x', '', 'constructor'])("'%s' names none", (name) => {
    expect(definition.tasks.has(name)).toBe(false)
  })

  test('that have a whole path for their id go before those that have it at their end', () => {
    const both = processOf(container([a, sub('s', container([a]))]))
    expect(named(both, 'a').path).toBe('a')
  })
})

describe('activities', () => {
  const items = Array.from({ length: 1000 }, (_, i) => `item ${i}`)
  const gift = (count: number) => add('badges', Object.fromEntries(items.slice(0, count).map((item) => [item, '1'])))
  const found = (activity: object) =>
    problemsOf({
      metrics: [point('xp'), set('badges', items)],
      processes: [{ id: 'p', name: 'P', ...container([a, activity]) }],
    })

  test('whose rewards or requirements refer to something absent are told of with their place', () => {
    const wrong = { rewards: [add('badges', { 'item x': '1' })], requires: score('gold', 'ge', 1) }
    const told = [
      "rewards.0.value.item x: metric 'badges' has no item 'item x' (did you mean 'item 0'?)",
      "requires.context.id: unknown metric 'gold'",
    ]
    expect(found(task('b', wrong))).toEqual(told.map((problem) => `processes/p activities.1.${problem}`))
    expect(found(sub('s', container([a, task('b', wrong)])))).toEqual(
      told.map((problem) => `processes/p activities.1.activities.1.${problem}`),
    )
  })

  test('that would give too much at once are told of, those around them reckoned in', () => {
    const given = (inner: readonly number[], outer: readonly number[]) =>
      found(sub('s', container([task('b', { rewards: inner.map(gift) })]), { rewards: outer.map(gift) }))
    const [some, most] = [Array.from({ length: 4 }, () => 1000), Array.from({ length: 8 }, () => 1000)]
    expect(given(most, [])).toEqual([])
    expect(given(some, some)).toEqual([])
    expect(given([...some, 1], some)).toEqual([
      'processes/p activities.1.activities.0.rewards: expected at most 8000 amounts and items in all, and fewer with long formulas',
    ])
  })

  test('wait for what is beside them before what has that path', () => {
    const waiting = (resolution: string) => task('w', { rewards: [{ ...add('xp', '1'), resolution }] })
    const target = (parts: object, name: string) => named(processOf(parts), name).rewards[0]?.resolution
    const both = container([a, sub('s', container([a, waiting('a')]))])
    expect(target(both, 's/w')).toBe('s/a')
    expect(target(container([a, sub('s', container([waiting('a')]))]), 's/w')).toBe('a')
    expect(target(container([waiting('s/a'), sub('s', container([a]))]), 'w')).toBe('s/a')
  })
})

test('a definition of 1,000 nodes in a row is ready for play, each with its own state', () => {
  const tasks = Array.from({ length: 1000 }, (_, i) => task(`t${i}`))
  const arrows = tasks.slice(1).map((_, i) => `t${i} t${i + 1}`)
  const { graph, tasks: names, initial } = processOf(container(tasks, [], ...arrows))
  expect([graph.nodes.size, names.size, Object.keys(initial)]).toEqual([1000, 2000, ['=t0']])
})
