import { describe, expect, test } from 'vitest'
import {
  action,
  add,
  become,
  designOf,
  point,
  put,
  remove,
  rule,
  score,
  state,
} from '../../../test/support/design-parts.ts'
import { container, task } from '../../../test/support/process-parts.ts'
import { between, exactly, live, play, rest, steady, walk } from '../../../test/support/simulated-life.ts'
import type { Design } from '../../game/design/design.ts'
import type { Choice } from './simulation.ts'

const DAY_MS = 86_400_000

/** Returns how often each source changed the points that a greedy player wants, in one session of this many tries. */
async function sources(design: Design, tries: number, ...choices: readonly Choice[]): Promise<Record<string, number>> {
  const persona = { ...steady, greedy: 'xp', plays: exactly(tries), choices }
  const { all, refused } = await live({ design, personas: [persona], days: 1 })
  expect(refused).toEqual({})
  return Object.fromEntries(
    all.flows.filter(({ metric }) => metric === 'xp').map(({ source, times }) => [source, times]),
  )
}

const actions = (...list: readonly object[]): Design =>
  designOf({ metrics: [point('xp'), point('coins')], actions: list })

describe('a greedy player values', () => {
  test('an action by value, count and the chances of action and reward', async () => {
    const design = actions(
      action('plain', [add('xp', '5')]),
      // 0.5 * 0.5 * 18 is less than 5, and with a count of two it is more.
      action('lucky', [add('xp', '18', { probability: 0.5 })], { probability: 0.5 }),
    )
    expect(await sources(design, 4, play('lucky'), play('plain'))).toEqual({ 'actions/plain': 4 })
    const twice = await sources(design, 40, play('lucky', 1, { count: 2 }), play('plain'))
    expect(Object.keys(twice)).toEqual(['actions/lucky'])
  })

  test('all rewards of the rules that apply, and what they take counts against it', async () => {
    const design = actions(
      action('plain', [add('xp', '5')]),
      { id: 'both', name: 'both', rules: [rule({}, add('xp', '4')), rule({}, add('xp', '4'), remove('xp', '2'))] },
      { id: 'never', name: 'never', rules: [rule(score('xp', 'lt', '0'), add('xp', '100'))] },
      action('dear', [add('xp', '20'), remove('xp', '19')]),
    )
    const choices = [play('dear'), play('never'), play('plain'), play('both')]
    expect(Object.keys(await sources(design, 2, ...choices))).toEqual(['actions/both'])
  })

  test('only what is given of the metric that it wants', async () => {
    const design = actions(action('rich', [add('coins', '100')]), action('poor', [add('xp', '1')]))
    expect(await sources(design, 2, play('rich'), play('poor'))).toEqual({ 'actions/poor': 2 })
  })

  test('setting points by the difference', async () => {
    const design = actions(action('jump', [put('xp', '10')]), action('step', [add('xp', '4')]))
    // From 0 the jump gives 10; from 10 nothing, from 14 it would take.
    expect(await sources(design, 3, play('step'), play('jump'))).toEqual({ 'actions/jump': 1, 'actions/step': 2 })
  })

  test('variables by the mean of what is drawn', async () => {
    const amount = { name: 'amount', type: 'int', required: true } as const
    const design = actions(
      action('give', [add('xp', '$vars.amount')], { variables: [amount] }),
      action('plain', [add('xp', '6')]),
    )
    const give = (low: number, high: number) => play('give', 1, { variables: { amount: between(low, high) } })
    expect(await sources(design, 3, give(0, 11), play('plain'))).toEqual({ 'actions/plain': 3 })
    expect(await sources(design, 3, give(1, 13), play('plain'))).toEqual({ 'actions/give': 3 })
  })

  test('very many combinations of variables by some from all of them', async () => {
    const names = ['first', ...Array.from({ length: 8 }, (_, i) => `more${i}`), 'last']
    const variables = names.map((name) => ({ name, type: 'int', required: true }) as const)
    const design = actions(
      action('first', [add('xp', '$vars.first')], { variables }),
      action('last', [add('xp', '$vars.last')], { variables }),
      action('plain', [add('xp', '6')]),
    )
    const drawn = Object.fromEntries(names.map((name) => [name, between(1, 12)]))
    const [first, last] = [play('first', 1, { variables: drawn }), play('last', 1, { variables: drawn })]
    expect(await sources(design, 3, play('plain'), first)).toEqual({ 'actions/first': 3 })
    expect(await sources(design, 3, play('plain'), last)).toEqual({ 'actions/last': 3 })
    const less = { ...drawn, first: between(1, 10), last: between(1, 10) }
    const both = [play('first', 1, { variables: less }), play('last', 1, { variables: less })]
    expect(await sources(design, 3, ...both, play('plain'))).toEqual({ 'actions/plain': 3 })
  })

  test('nothing that cannot be played now: its requirement is not met, or its rate is used up', async () => {
    const design = actions(
      action('locked', [add('xp', '50')], { requires: score('coins', 'ge', '1') }),
      action('rare', [add('xp', '9')], { rate: [2, DAY_MS, 'FIXED'] }),
      action('plain', [add('xp', '1')]),
    )
    const found = await sources(design, 5, play('locked'), play('rare'), play('plain'))
    expect(found).toEqual({ 'actions/plain': 3, 'actions/rare': 2 })
  })
})

describe('a greedy player in processes', () => {
  const tour = (start: string) => ({
    id: 'tour',
    name: 'Tour',
    ...container(
      [
        task('cheap', { rewards: [add('xp', '1')] }),
        task('best', { rewards: [add('xp', start)] }),
        task('late', { rewards: [add('xp', '500')] }),
      ],
      [],
      'best late',
    ),
  })
  const designWith = (start: string): Design =>
    designOf({ metrics: [point('xp')], actions: [action('plain', [add('xp', '5')])], processes: [tour(start)] })

  test('begins a process that is worth its best start trigger, and plays the best of those that are open', async () => {
    // A try begins the process. Then come the start trigger, the one after it, and the action, which is worth more than the rest.
    expect(await sources(designWith('6'), 5, play('plain'), walk('tour'))).toEqual({
      'actions/plain': 2,
      'processes/tour/best': 1,
      'processes/tour/late': 1,
    })
  })

  test('does not look further than the start triggers', async () => {
    expect(await sources(designWith('5'), 3, play('plain'), walk('tour'))).toEqual({ 'actions/plain': 3 })
  })

  test('values a trigger by its chance', async () => {
    const parts = { activities: [task('risky', { rewards: [add('xp', '40')], probability: 0.1 })] }
    const design = designOf({
      metrics: [point('xp')],
      actions: [action('plain', [add('xp', '5')])],
      processes: [{ id: 'tour', name: 'Tour', ...parts }],
    })
    expect(await sources(design, 3, play('plain'), walk('tour'))).toEqual({ 'actions/plain': 3 })
  })

  test('begins none that the player may not begin', async () => {
    const settings = { max_player_instances: '0' }
    const design = designOf({
      metrics: [point('xp')],
      actions: [action('plain', [add('xp', '5')])],
      processes: [{ ...tour('50'), settings }],
    })
    expect(await sources(design, 3, walk('tour'), play('plain'))).toEqual({ 'actions/plain': 3 })
  })
})

test('a greedy player draws by weight once nothing gives any', async () => {
  const design = designOf({
    metrics: [point('xp'), state('mood', 'calm')],
    actions: [
      action('once', [add('xp', '7')], { rate: [1, DAY_MS, 'FIXED'] }),
      action('calm', [become('mood', 'calm')]),
    ],
  })
  const persona = { ...steady, greedy: 'xp', plays: exactly(401), choices: [play('once', 1e-9), play('calm'), rest(3)] }
  const { plays } = await live({ design, personas: [persona], days: 1 })
  expect(Math.abs(plays - 1 - 100)).toBeLessThan(5 * Math.sqrt(400 * 0.25 * 0.75))
})
