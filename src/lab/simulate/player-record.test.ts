import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  become,
  compound,
  designOf,
  levels,
  point,
  put,
  remove,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { byDays, exactly, live, play, steady } from '../../../test/support/simulated-life.ts'

const once = { ...steady, plays: exactly(1) }

describe('flows', () => {
  test('are what really changed, after the limits of metric and items, counted from the default', async () => {
    const design = designOf({
      metrics: [point('xp', { default: '4', min: '0', max: '9' }), set('bag', [{ name: 'Nut', max: '5' }, 'Leaf'])],
      actions: [
        action('give', [add('xp', '3'), add('bag', { Nut: '2', Leaf: '1' })]),
        action('take', [remove('xp', '7')]),
      ],
    })
    const giver = { ...once, choices: [play('give')], plays: exactly(4) }
    const { all } = await live({ design, personas: [giver], days: 1 })
    // 4 -> 7 -> 9, then nothing; two nuts, four, five.
    expect(all.flows).toEqual([
      { metric: 'bag:Leaf', source: 'actions/give', given: '4', taken: '0', times: 4 },
      { metric: 'bag:Nut', source: 'actions/give', given: '5', taken: '0', times: 3 },
      { metric: 'xp', source: 'actions/give', given: '5', taken: '0', times: 2 },
    ])
    const taker = await live({ design, personas: [{ ...giver, choices: [play('take')] }], days: 1 })
    expect(taker.all.flows).toEqual([{ metric: 'xp', source: 'actions/take', given: '0', taken: '4', times: 1 }])
  })

  test('of setting points are what is given or taken, and of decimals exact', async () => {
    const design = designOf({
      metrics: [point('xp', { default: '1' })],
      actions: [action('like', [put('xp', '0.1'), add('xp', '0.2')])],
    })
    const { all } = await live({ design, personas: [once], days: 2 })
    // 1 -> 0.1 -> 0.3, and 0.3 -> 0.1 -> 0.3: each reward makes a change.
    expect(all.flows).toEqual([{ metric: 'xp', source: 'actions/like', given: '0.4', taken: '1.1', times: 4 }])
    expect(all.metrics['xp']).toMatchObject([{ total: '0.3', mean: 0.3 }, { total: '0.3' }])
  })

  test('name the rule for items of achievements, and there are none of states and compound metrics', async () => {
    const design = designOf({
      metrics: [
        point('xp'),
        state('rank', 'Low', 'High'),
        set('badges', ['Fan']),
        compound('worth', '$scores.xp * 2 + 1'),
      ],
      actions: [action('like', [add('xp', '3')])],
      rules: [
        levels('ladder', 'xp', 'rank', ['Low', '5'], ['High']),
        achievement('fan', 'badges', { Fan: '2' }, score('worth', 'ge', '13')),
      ],
    })
    const { all } = await live({ design, personas: [once], days: 2 })
    expect(all.flows).toEqual([
      { metric: 'badges:Fan', source: 'rules/fan', given: '2', taken: '0', times: 1 },
      { metric: 'xp', source: 'actions/like', given: '6', taken: '0', times: 2 },
    ])
    expect(all.metrics['worth']).toMatchObject([
      { day: 1, total: '7', median: '7', gini: 0 },
      { day: 2, total: '13', median: '13', gini: 0 },
    ])
    expect(all.metrics['badges']).toEqual([
      { day: 1, holders: {}, items: {} },
      { day: 2, holders: { Fan: 1 }, items: { Fan: '2' } },
    ])
  })
})

describe('scores', () => {
  const groups = [{ persona: 'steady', players: 2, joinsOverDays: 2 }]

  test('of players without a score are the defaults and what compound metrics make of them', async () => {
    const design = designOf({
      metrics: [
        point('xp', { default: '-3', min: '-9' }),
        compound('worth', '$scores.xp + 10'),
        compound('broken', '1 / ($scores.xp + 3)'),
      ],
      actions: [action('like')],
    })
    const { all } = await live({ design, groups, days: 2 })
    expect(all.metrics['xp']).toMatchObject([
      { total: '-3', mean: -3, gini: null },
      { total: '-6', gini: null },
    ])
    expect(all.metrics['worth']).toMatchObject([{ total: '7' }, { total: '14' }])
    expect(all.metrics['broken']).toMatchObject([{ total: '0' }, { total: '0' }])
  })

  test('of a day before anyone has joined are of nobody', async () => {
    const late = { ...steady, id: 'late' }
    const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '1')])] })
    const personas = [steady, late]
    const { personas: each } = await live({
      design,
      personas,
      groups: [
        { persona: 'steady', players: 1, joinsOverDays: 1 },
        { persona: 'late', players: 1, joinsOverDays: 1 },
      ],
      days: 1,
    })
    expect(Object.keys(each)).toEqual(['steady', 'late'])
    const nobody = await live({
      design,
      groups: [{ persona: 'steady', players: 1, joinsOverDays: 1 }],
      personas,
      days: 1,
    })
    expect(nobody.personas['late']?.metrics['xp']).toEqual([
      { day: 1, total: '0', mean: null, p5: null, p25: null, median: null, p75: null, p95: null, gini: null },
    ])
  })

  test('of those who left stay in all figures', async () => {
    const design = designOf({ metrics: [point('xp')], actions: [action('like', [add('xp', '1')])] })
    const leaver = { ...steady, leavesPerDay: 1 }
    const report = await live({ design, personas: [leaver], groups, days: 3 })
    expect(byDays(report, 'left')).toEqual([1, 1, 0])
    expect(report.all.metrics['xp']).toMatchObject([{ total: '2' }, { total: '4' }, { total: '4', mean: 2 }])
  })

  test('of states are shares of those joined, and nobody without a state is in them', async () => {
    const design = designOf({
      metrics: [point('xp'), state('mood', 'calm', 'glad')],
      actions: [
        action('like', [become('mood', 'glad')], { requires: score('xp', 'ge', '1') }),
        action('grow', [add('xp', '1')], { rate: [1, 86_400_000, 'FIXED'] }),
      ],
    })
    // Both players grow with their first try. Only one of them has another, and likes.
    const grower = { ...steady, greedy: 'xp', plays: exactly(1), choices: [play('grow', 1e-9), play('like')] }
    const first = { ...grower, id: 'first', plays: exactly(2) }
    const { all } = await live({ design, personas: [grower, first], days: 1 })
    expect(all.metrics['mood']).toEqual([{ day: 1, share: { glad: 0.5 } }])
    expect(all.metrics['xp']).toMatchObject([{ total: '2' }])
  })
})

describe('what is reached', () => {
  test('includes a level that a bootstrap gives and those below it, after 0 days and 0 plays', async () => {
    const design = designOf({
      metrics: [point('xp'), state('rank', 'Low', 'Middle', 'High'), set('badges', ['Fan'])],
      actions: [action('like', [add('xp', '10')])],
      rules: [
        levels('ladder', 'xp', 'rank', ['Low', '5'], ['Middle', '15'], ['High']),
        achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', '5')),
      ],
      bootstrap: { scores: [start(add('xp', '7'))] },
    })
    const { all } = await live({ design, personas: [once], days: 1 })
    const [zero, one] = [0, 1].map((number) => ({ p25: number, median: number, p75: number }))
    expect(all.reached['rank:Low']).toEqual({ players: 1, share: 1, days: zero, plays: zero })
    expect(all.reached['rank:Middle']).toEqual({ players: 1, share: 1, days: zero, plays: zero })
    expect(all.reached['rank:High']?.plays).toEqual(one)
    expect(all.flows).toContainEqual({ metric: 'xp', source: 'bootstrap', given: '7', taken: '0', times: 1 })
  })

  test('does not include what a play gives and takes again', async () => {
    const design = designOf({
      metrics: [set('badges', ['Fan', 'Star']), state('mood', 'calm', 'glad')],
      actions: [
        action('like', [
          add('badges', { Fan: '1', Star: '1' }),
          remove('badges', { Star: '1' }),
          become('mood', 'calm'),
          become('mood', 'glad'),
        ]),
      ],
    })
    const { all } = await live({ design, personas: [once], days: 1 })
    const players = Object.fromEntries(Object.entries(all.reached).map(([key, found]) => [key, found.players]))
    expect(players).toEqual({ 'badges:Fan': 1, 'badges:Star': 0, 'mood:calm': 0, 'mood:glad': 1 })
  })

  test('has the quartiles by nearest rank of days and plays', async () => {
    const design = designOf({
      metrics: [point('xp'), set('badges', ['Fan'])],
      actions: [action('like', [add('xp', '1')])],
      rules: [achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', '6'))],
    })
    // Four personas reach it with their 6th play: on day 6, 3, 2 and 1, an hour after midnight and some pauses.
    const personas = [1, 2, 3, 6].map((plays) => ({
      ...steady,
      id: `plays-${plays}`,
      hours: [0, 1] as const,
      plays: exactly(plays),
      pauseS: 0,
    }))
    const { all } = await live({ design, personas, days: 5 })
    const { players, share, days, plays } = all.reached['badges:Fan'] ?? {}
    expect([players, share, plays]).toEqual([3, 3 / 4, { p25: 6, median: 6, p75: 6 }])
    expect([days?.p25, days?.median, days?.p75].map((day) => Math.floor(day ?? -1))).toEqual([0, 1, 2])
  })

  test('counts days with their fractions from joining, of 24 hours each', async () => {
    const design = designOf({
      metrics: [set('badges', ['Fan'])],
      actions: [action('like', [add('badges', { Fan: '1' })])],
    })
    const early = {
      ...once,
      hours: [3, 4] as const,
      sessions: { kind: 'weekdays', means: [0, 0, 0, 0, 0, 0, 50] } as const,
    }
    // The player joins on Saturday and first comes on Sunday, whose night is an hour shorter.
    const { all } = await live({ design, personas: [early], days: 2, from: '2030-03-30', timezone: 'Europe/Berlin' })
    expect(all.reached['badges:Fan']?.days.median).toBeGreaterThanOrEqual(26 / 24)
    expect(all.reached['badges:Fan']?.days.median).toBeLessThan(27 / 24)
  })
})
