import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  become,
  designOf,
  levels,
  point,
  remove,
  score,
  set,
  state,
} from '../../../test/support/design-parts.ts'
import { task } from '../../../test/support/process-parts.ts'
import { byDays, exactly, live, play, rest, steady, walk } from '../../../test/support/simulated-life.ts'
import type { Persona } from './simulation.ts'

const within5Sigma = (times: number, of: number, share: number): void => {
  expect(Math.abs(times - of * share)).toBeLessThan(5 * Math.sqrt(of * share * (1 - share)))
}

describe('joining', () => {
  const design = designOf({ metrics: [point('xp')], actions: [action('like')] })
  const joined = async (players: number, joinsOverDays: number, days: number) =>
    byDays(await live({ design, days, groups: [{ persona: 'steady', players, joinsOverDays }] }), 'joined')

  test('is spread over days: player i of n joins on day 1 + floor(i * days / n)', async () => {
    expect(await joined(5, 3, 4)).toEqual([2, 2, 1, 0])
    expect(await joined(3, 5, 5)).toEqual([1, 1, 0, 1, 0])
    expect(await joined(10, 4, 4)).toEqual([3, 2, 3, 2])
  })

  test('after the last day does not happen', async () => {
    const groups = [{ persona: 'steady', players: 4, joinsOverDays: 4 }]
    const report = await live({ design, days: 2, groups })
    expect([report.players, byDays(report, 'joined'), byDays(report, 'active')]).toEqual([2, [1, 1], [1, 2]])
  })

  test('gives the players of a persona numbers from 1 on through all groups', async () => {
    const other = { ...steady, id: 'other' }
    const groups = ['steady', 'other', 'steady'].map((persona) => ({ persona, players: 2, joinsOverDays: 1 }))
    const { personas } = await live({ design, personas: [steady, other], groups, days: 1 })
    expect([personas['steady']?.players, personas['other']?.players]).toEqual([4, 2])
  })
})

describe('leaving after days without progress', () => {
  /** Returns the day after which a player left who gives up after two days without progress. */
  const lastDay = async (design: Parameters<typeof live>[0]['design'], more: Partial<Persona>): Promise<number> => {
    const fickle = { ...steady, plays: exactly(1), leavesWithoutProgress: 2, ...more }
    return byDays(await live({ design, personas: [fickle], days: 9 }), 'left').indexOf(1) + 1
  }

  test('counts a higher level as progress', async () => {
    const design = designOf({
      metrics: [point('xp'), state('rank', 'Low', 'High')],
      actions: [action('like', [add('xp', '6')])],
      rules: [levels('ladder', 'xp', 'rank', ['Low', '15'], ['High'])],
    })
    // Low on day 1, High on day 3: days 4 and 5 are without progress.
    expect(await lastDay(design, {})).toBe(5)
  })

  test('counts a level as progress again if it was lost', async () => {
    const design = designOf({
      metrics: [point('xp'), state('rank', 'Low', 'High')],
      actions: [
        action('up', [add('xp', '10')], { requires: score('xp', 'lt', '10') }),
        action('down', [remove('xp', '10')], { requires: score('xp', 'ge', '10') }),
      ],
      rules: [levels('ladder', 'xp', 'rank', ['Low', '5'], ['High'])],
    })
    // Of thirty tries a day, several climb again.
    expect(await lastDay(design, { choices: [play('up'), play('down')], plays: exactly(30) })).toBe(0)
  })

  test('counts an item that was not held before as progress, and more of the same as none', async () => {
    const design = designOf({
      metrics: [point('xp'), set('badges', ['Fan', 'Star'])],
      actions: [action('like', [add('xp', '1'), add('badges', { Fan: '1' })])],
      rules: [achievement('star', 'badges', { Star: '1' }, score('xp', 'ge', '3'))],
    })
    expect(await lastDay(design, {})).toBe(5)
  })

  test('does not count an item that was held before', async () => {
    const design = designOf({
      metrics: [set('badges', ['Fan'])],
      actions: [action('like', [add('badges', { Fan: '1' })]), action('lose', [remove('badges', { Fan: '1' })])],
    })
    // A day has the item, takes it away and gives it again.
    const choices = [play('like'), play('lose')]
    expect(await lastDay(design, { choices, plays: exactly(20) })).toBe(3)
  })

  test('counts each process that ends as progress', async () => {
    const processes = [{ id: 'tour', name: 'Tour', activities: [task('visit')] }]
    const design = designOf({ processes, actions: [action('like')] })
    expect(await lastDay(design, { plays: exactly(2), choices: [walk('tour')] })).toBe(0)
  })

  test('counts neither points nor a state that is no level as progress', async () => {
    const design = designOf({
      metrics: [point('xp'), state('mood', 'calm', 'glad')],
      actions: [
        action('like', [add('xp', '1'), become('mood', 'calm')], { requires: score('xp', 'lt', '1') }),
        action('cheer', [become('mood', 'glad')]),
      ],
    })
    expect(await lastDay(design, { choices: [play('like', 1), play('cheer', 1)], plays: exactly(1) })).toBe(2)
  })

  test('counts days in a row with a session only', async () => {
    const design = designOf({ actions: [action('like')] })
    const means = [50, 0, 0, 0, 50, 50, 50]
    // Monday and Friday are the first two days with a session.
    expect(await lastDay(design, { sessions: { kind: 'weekdays', means } })).toBe(5)
  })
})

test('the chance to leave is drawn at the end of each day, with or without a session', async () => {
  const design = designOf({ actions: [action('like')] })
  const idle = { ...steady, sessions: exactly(0), leavesPerDay: 0.4 }
  const groups = [{ persona: 'steady', players: 10_000, joinsOverDays: 1 }]
  const report = await live({ design, personas: [idle], groups, days: 3 })
  byDays(report, 'left').forEach((left, day) => within5Sigma(left, 10_000, 0.4 * 0.6 ** day))
  expect(byDays(report, 'active')).toEqual([0, 0, 0])
})

test('tries are drawn by weight, and rewards come by their chance', async () => {
  const design = designOf({
    metrics: [point('xp'), point('coins')],
    actions: [
      action('like', [add('xp', '1')]),
      action('answer', [add('xp', '1', { probability: 0.3 }), add('coins', '1')], { probability: 0.5 }),
    ],
  })
  const choices = [play('like', 6), rest(1.5), play('answer', 2.5)]
  const busy = { ...steady, choices, plays: exactly(500) }
  const groups = [{ persona: 'steady', players: 40, joinsOverDays: 1 }]
  const { all, plays } = await live({ design, personas: [busy], groups, days: 5 })
  const tries = 40 * 5 * 500
  const times = (metric: string, source: string): number =>
    all.flows.find((flow) => flow.metric === metric && flow.source === source)?.times ?? 0
  within5Sigma(plays, tries, 0.85)
  within5Sigma(times('xp', 'actions/like'), tries, 0.6)
  within5Sigma(times('coins', 'actions/answer'), tries, 0.25 * 0.5)
  within5Sigma(times('xp', 'actions/answer'), tries, 0.25 * 0.5 * 0.3)
})
