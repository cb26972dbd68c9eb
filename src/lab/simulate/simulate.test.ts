import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  achievement,
  action,
  add,
  compound,
  designOf,
  levels,
  point,
  remove,
  score,
  set,
  start,
  state,
} from '../../../test/support/design-parts.ts'
import { task } from '../../../test/support/process-parts.ts'
import { between, exactly, join, live, play, rest, steady, walk } from '../../../test/support/simulated-life.ts'
import type { SimulationReport } from './report.ts'
import type { Choice, Expectation, Persona } from './simulation.ts'

const fan = achievement('fan', 'badges', { Fan: '1' }, score('xp', 'ge', '20'))

/** Ten points a like up to fifty, three levels and a badge. */
const likes = designOf({
  metrics: [point('xp', { max: '50' }), state('rank', 'Low', 'Middle', 'High'), set('badges', ['Fan'])],
  actions: [action('like', [add('xp', '10')])],
  rules: [levels('ladder', 'xp', 'rank', ['Low', '5'], ['Middle', '15'], ['High']), fan],
})

const rowsOf = (report: SimulationReport, metric: string) => report.all.metrics[metric]

describe('a player who comes once a day and plays twice', () => {
  test('has the scores that the engine gives, up to their limit', async () => {
    const report = await live({ design: likes })
    expect([report.players, report.plays, report.refused]).toEqual([1, 6, {}])
    const day = (number: number, score: string) => ({
      day: number,
      total: score,
      mean: Number(score),
      p5: score,
      p25: score,
      median: score,
      p75: score,
      p95: score,
      gini: 0,
    })
    expect(rowsOf(report, 'xp')).toEqual([day(1, '20'), day(2, '40'), day(3, '50')])
    expect(rowsOf(report, 'rank')).toEqual([1, 2, 3].map((number) => ({ day: number, share: { High: 1 } })))
    expect(rowsOf(report, 'badges')?.[2]).toEqual({ day: 3, holders: { Fan: 1 }, items: { Fan: '1' } })
  })

  test('is told of by day: joined, active, left, plays, and what was reached', async () => {
    const { all } = await live({ design: likes })
    const row = (day: number, joined: number, reached = {}) => ({
      day,
      joined,
      active: 1,
      left: 0,
      plays: 2,
      refused: {},
      reached,
    })
    const first = { 'badges:Fan': 1, 'rank:High': 1, 'rank:Low': 1, 'rank:Middle': 1 }
    expect(all.days).toEqual([row(1, 1, first), row(2, 0), row(3, 0)])
  })

  test('adds to flows what really changed: the sixth like gives nothing', async () => {
    const { all } = await live({ design: likes })
    expect(all.flows).toEqual([
      { metric: 'badges:Fan', source: 'rules/fan', given: '1', taken: '0', times: 1 },
      { metric: 'xp', source: 'actions/like', given: '50', taken: '0', times: 5 },
    ])
  })

  test('reaches a level that is jumped over together with the next one, and counts days from joining', async () => {
    const { all } = await live({ design: likes })
    const at = (key: string) => ({ plays: all.reached[key]?.plays.median, days: all.reached[key]?.days.median ?? 0 })
    expect([at('rank:Low').plays, at('rank:Middle').plays, at('rank:High').plays]).toEqual([1, 1, 2])
    expect(at('rank:Low').days).toBe(at('rank:Middle').days)
    // The session begins from 8 to 9 o'clock, and its tries are a minute apart.
    expect(at('rank:Low').days).toBeGreaterThanOrEqual(8 / 24)
    expect(at('rank:Low').days).toBeLessThan(9 / 24)
    expect((at('rank:High').days - at('rank:Low').days) * 1440).toBeCloseTo(1, 9)
    expect(all.reached['badges:Fan']?.plays).toEqual({ p25: 2, median: 2, p75: 2 })
  })

  test('has a session in the time zone of the game, also when its clocks change', async () => {
    const dawn = { ...steady, hours: [8, 9] as const }
    const { all } = await live({ design: likes, personas: [dawn], timezone: 'Asia/Kathmandu' })
    expect(all.reached['rank:Low']?.days.median).toBeGreaterThanOrEqual(8 / 24)
    expect(all.reached['rank:Low']?.days.median).toBeLessThan(9 / 24)
  })
})

test('what a bootstrap gives is reached at once, and is a flow from the default', async () => {
  const design = designOf({
    metrics: [point('coins', { default: '5' }), set('badges', ['Welcome', 'Other'])],
    actions: [action('like')],
    bootstrap: {
      scores: [start(add('coins', '8')), start(add('badges', { Welcome: '1' }))],
    },
  })
  const { all } = await live({ design })
  expect(all.flows).toEqual([
    { metric: 'badges:Welcome', source: 'bootstrap', given: '1', taken: '0', times: 1 },
    { metric: 'coins', source: 'bootstrap', given: '3', taken: '0', times: 1 },
  ])
  const [none, zero] = [
    { p25: null, median: null, p75: null },
    { p25: 0, median: 0, p75: 0 },
  ]
  expect(all.reached['badges:Welcome']).toEqual({ players: 1, share: 1, days: zero, plays: zero })
  expect(all.reached['badges:Other']).toEqual({ players: 0, share: 0, days: none, plays: none })
})

describe('tries that the game refuses', () => {
  test('are counted by their code, and the session goes on', async () => {
    const design = designOf({
      metrics: [point('xp')],
      actions: [action('like', [add('xp', '1')], { rate: [1, 86_400_000, 'FIXED'] })],
    })
    const report = await live({ design, expect: [{ refused: 'rate_limit_exceeded', share: { max: 0.5 } }] })
    expect(report.refused).toEqual({ rate_limit_exceeded: 3 })
    expect(report.plays).toBe(3)
    expect(report.expect).toEqual([{ refused: 'rate_limit_exceeded', share: { max: 0.5 }, seen: 0.5, holds: true }])
  })
})

describe('players of one persona', () => {
  const groups = [{ persona: 'steady', players: 4, joinsOverDays: 2 }]

  test('join evenly over days, and figures are of those who have joined', async () => {
    const { all } = await live({ design: likes, groups, days: 2 })
    expect(all.days.map(({ joined }) => joined)).toEqual([2, 2])
    // After day 2, two players have 40 and two have 20: the mean difference is 10, and the mean 30.
    expect(all.metrics['xp']?.[1]).toEqual({
      day: 2,
      total: '120',
      mean: 30,
      p5: '20',
      p25: '20',
      median: '20',
      p75: '40',
      p95: '40',
      gini: 10 / 60,
    })
  })

  test('leave after so many days without progress, and do not come again', async () => {
    const fickle = { ...steady, leavesWithoutProgress: 2 }
    const { all } = await live({ design: likes, personas: [fickle], days: 6 })
    // Progress is made on day 1 alone, so days 2 and 3 are the two without.
    expect(all.days.map(({ active, left }) => [active, left])).toEqual([
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    expect(all.metrics['xp']?.at(-1)).toMatchObject({ total: '50' })
  })

  test('leave at the end of the first day if their chance is 1', async () => {
    const { all } = await live({ design: likes, personas: [{ ...steady, leavesPerDay: 1 }] })
    expect(all.days.map(({ active, left }) => [active, left])).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('sessions', () => {
  test('through midnight count for the day of each play', async () => {
    const late: Persona = { ...steady, hours: [23, 0], plays: { kind: 'exactly', count: 2 }, pauseS: 3600 }
    const { all } = await live({ design: likes, personas: [late], days: 2 })
    expect(all.days.map(({ plays }) => plays)).toEqual([1, 2])
  })

  test('that would begin too early begin one pause after the last try', async () => {
    const eager: Persona = { ...steady, sessions: { kind: 'exactly', count: 24 }, plays: { kind: 'exactly', count: 2 } }
    const { all } = await live({ design: likes, personas: [{ ...eager, pauseS: 1800 }], days: 1 })
    // From a time after 8 o'clock, a try every half an hour until midnight: 31, or 32 from 8:00 sharp.
    expect(all.days[0]?.plays).toBeGreaterThanOrEqual(30)
    expect(all.days[0]?.plays).toBeLessThanOrEqual(32)
  })
})

describe('a greedy player', () => {
  const design = designOf({
    metrics: [point('xp'), point('coins', { default: '1' })],
    actions: [
      action('safe', [add('xp', '4')]),
      action('risky', [add('xp', '10', { probability: 0.3 })]),
      action('dear', [add('xp', '9'), remove('coins', '1')], { requires: score('coins', 'ge', '1') }),
      action('costly', [add('xp', '20'), remove('xp', '15')]),
    ],
  })
  const greedy = (wanted: string, ...choices: readonly Choice[]): Persona => ({
    ...steady,
    greedy: wanted,
    plays: { kind: 'exactly', count: 3 },
    choices,
  })

  test('takes what gives most on average of what can be played now', async () => {
    const persona = greedy('xp', play('risky'), play('safe'), play('dear'), play('costly'))
    const { all } = await live({ design, personas: [persona], days: 1 })
    // 9 while there is a coin, then 20 - 15.
    const given = Object.fromEntries(
      all.flows.filter(({ metric }) => metric === 'xp').map((flow) => [flow.source, flow.times]),
    )
    expect(given).toEqual({ 'actions/dear': 1, 'actions/costly': 4 })
  })

  test('takes the first of equals, and draws by weight where nothing gives any', async () => {
    const equal = await live({ design, personas: [greedy('xp', play('safe'), play('safe'))], days: 1 })
    expect(equal.all.metrics['xp']?.[0]).toMatchObject({ total: '12' })
    const none = await live({ design, personas: [greedy('coins', play('safe', 1), play('risky', 0))], days: 1 })
    expect(none.all.flows).toEqual([{ metric: 'xp', source: 'actions/safe', given: '12', taken: '0', times: 3 }])
  })
})

describe('players who can meet', () => {
  const guild = {
    id: 'guild',
    name: 'guild',
    permissions: [['member', {}]],
    settings: { max_players: '3', access: ['PUBLIC'] },
  }
  const design = designOf({ metrics: [point('xp')], teams: [guild], actions: [action('like', [add('xp', '1')])] })

  test('found a team only where none has room', async () => {
    const social: Persona = {
      ...steady,
      plays: { kind: 'exactly', count: 1 },
      choices: [{ kind: 'team', weight: 1, team: 'guild' }],
    }
    const groups = [{ persona: 'steady', players: 7, joinsOverDays: 1 }]
    const report = await live({ design, personas: [social], groups, days: 2 })
    expect([report.plays, report.refused]).toEqual([0, {}])
  })
})

describe('boards', () => {
  const board = {
    id: 'top',
    name: 'top',
    type: 'regular',
    entity_type: 'players',
    scope: { type: 'game' },
    metric: { id: 'xp', type: 'point' },
    cycles: ['daily', 'alltime'],
  }

  test('have each period, with the first of equals in the order of time and of players', async () => {
    const design = designOf({
      metrics: [point('xp')],
      actions: [action('like', [add('xp', '10')])],
      leaderboards: [board],
    })
    const groups = [{ persona: 'steady', players: 2, joinsOverDays: 2 }]
    const { boards } = await live({ design, groups, days: 2 })
    expect(boards['top']?.map(({ cycle, start, scores }) => [cycle, start, scores['1'], scores['10']])).toEqual([
      ['daily', '2030-01-07', '20', null],
      ['daily', '2030-01-08', '20', null],
      ['alltime', null, '40', null],
    ])
    expect(boards['top']?.[0]?.first_ten).toEqual({ personas: { steady: 1 }, joined_days_ago: 1 })
    expect(boards['top']?.[2]?.first_ten).toEqual({ personas: { steady: 2 }, joined_days_ago: 1.5 })
  })
})

describe('expectations', () => {
  test('of each form are measured', async () => {
    const expected: readonly Expectation[] = [
      { reach: 'rank:High', share: { min: 1 } },
      { reach: 'rank:High', median_plays: { max: 1 } },
      { reach: 'badges:Fan', by_day: 1, share: { min: 1 } },
      { metric: 'xp', of: 'total', day: 2, min: 40, max: 40 },
      { flow: 'xp', of: 'given', min: 50 },
      { flow: 'xp', of: 'taken_per_given', max: 0 },
      { active: true, day: 3, share: { min: 1 } },
      { reach: 'rank:High', persona: 'steady', median_days: { max: 1 } },
    ]
    const report = await live({ design: likes, expect: expected })
    expect(report.expect.map(({ holds }) => holds)).toEqual([true, false, true, true, true, true, true, true])
    expect(report.expect.slice(0, 7).map(({ seen }) => seen)).toEqual([1, 2, 1, 40, 50, 0, 1])
  })
})

describe('expectations of a day', () => {
  test('are about those who have joined, and what was reached, by then', async () => {
    const groups = [{ persona: 'steady', players: 4, joinsOverDays: 2 }]
    const expected: readonly Expectation[] = [
      { reach: 'badges:Fan', by_day: 1, share: { min: 1 } },
      { reach: 'badges:Fan', by_day: 1, median_plays: { max: 1 } },
      { active: true, day: 1, share: { min: 1 } },
      { metric: 'xp', of: 'total', day: 1, min: 1 },
    ]
    const two = { ...steady, sessions: { kind: 'weekdays', means: [0, 50, 0, 0, 0, 0, 0] } as const }
    const { expect: seen } = await live({ design: likes, groups, days: 2, expect: expected })
    expect(seen.map(({ seen: figure }) => figure)).toEqual([1, 2, 1, 40])
    // On Monday nobody plays, so nothing is reached.
    const later = await live({ design: likes, personas: [two], groups, days: 2, expect: expected })
    expect(later.expect.map(({ seen: figure, holds }) => [figure, holds])).toEqual([
      [0, false],
      [null, false],
      [0, false],
      [0, false],
    ])
  })
})

describe('the report', () => {
  const drawn: Persona = {
    ...steady,
    sessions: { kind: 'mean', mean: 0.8 },
    hours: [8, 23],
    plays: { kind: 'mean', mean: 4 },
    leavesPerDay: 0.02,
  }
  const crowd = {
    design: likes,
    personas: [drawn],
    groups: [{ persona: 'steady', players: 300, joinsOverDays: 3 }],
    days: 10,
  }

  /** Players with all kinds of choices and draws: some meet in teams, some in processes, and some live alone. */
  const society = {
    design: designOf({
      metrics: [
        point('xp', { max: '400' }),
        state('rank', 'Low', 'Middle', 'High'),
        set('badges', ['Fan']),
        compound('worth', '$scores.xp / 7'),
      ],
      actions: [
        action('like', [add('xp', '$vars.votes')], { variables: [{ name: 'votes', type: 'int', required: true }] }),
        action('answer', [add('xp', '0.1', { probability: 0.3 })], { rate: [5, 86_400_000, 'FIXED'] }),
      ],
      processes: [
        { id: 'tour', name: 'Tour', activities: [task('visit', { rewards: [add('xp', '5')] }), task('rest')] },
        {
          id: 'rare',
          name: 'Rare',
          activities: [task('find', { probability: 0.5, rewards: [add('xp', '50')] })],
          settings: { max_global_instances: '20' },
        },
      ],
      teams: [
        {
          id: 'guild',
          name: 'Guild',
          permissions: [['member', {}]],
          settings: { max_players: '3', max_global_instances: '9', access: ['PUBLIC'] },
        },
      ],
      rules: [levels('ladder', 'xp', 'rank', ['Low', '5'], ['Middle', '90'], ['High']), fan],
      leaderboards: [
        {
          id: 'top',
          name: 'top',
          type: 'regular',
          entity_type: 'players',
          scope: { type: 'game' },
          metric: { id: 'xp', type: 'point' },
          cycles: ['daily', 'alltime'],
        },
      ],
    }),
    personas: [
      {
        ...drawn,
        id: 'alone',
        choices: [
          play('like', 3, { variables: { votes: between(0, 9) } }),
          play('answer', 0.7),
          walk('tour'),
          rest(0.2),
        ],
      },
      { ...drawn, id: 'social', plays: between(2, 5), choices: [join('guild', 0.3), walk('tour'), play('answer')] },
      {
        ...drawn,
        id: 'finder',
        sessions: exactly(2),
        greedy: 'xp',
        choices: [walk('rare'), play('answer'), walk('tour')],
      },
    ],
    groups: ['alone', 'social', 'finder', 'alone'].map((persona) => ({ persona, players: 90, joinsOverDays: 4 })),
    // Long enough for threads to be worth it.
    days: 13,
    from: '2030-03-28',
    timezone: 'Europe/Berlin',
  }

  test('has the same bytes for one job and for several, and on every version of Node', async () => {
    // One after the other, so that only two threads have to load the program.
    const texts: string[] = []
    for (const jobs of [2, 1]) texts.push(JSON.stringify(await live({ ...society, jobs })))
    expect(new Set(texts).size).toBe(1)
    // Recorded from a run. If a change is meant to change reports, take the new hash from the failure.
    expect(
      createHash('sha256')
        .update(texts[0] ?? '')
        .digest('hex'),
    ).toBe('3d2b13699774bbf5192f1ce89a53d86699fb96121d77329a93ceed0d79a7706c')
  })

  test('depends on the seed', async () => {
    const [one, other] = await Promise.all([live(crowd), live({ ...crowd, seed: 'another' })])
    expect(one?.plays).not.toBe(other?.plays)
  })

  test('of random plays is within five sigma of what must come', async () => {
    const { all } = await live({ ...crowd, personas: [{ ...drawn, leavesPerDay: 0 }] })
    // Players are there for 10, 9 or 8 days. A session has mean 4 and variance 4 * 3; a day is a sum of Poisson many.
    const playerDays = 100 * (10 + 9 + 8)
    const tries = playerDays * 0.8 * 4
    const sigma = Math.sqrt(playerDays * 0.8 * (12 + 16))
    const plays = all.days.reduce((sum, day) => sum + day.plays, 0)
    expect(Math.abs(plays - tries)).toBeLessThan(5 * sigma)
    const idle = Math.exp(-0.8)
    const active = all.days.reduce((sum, day) => sum + day.active, 0)
    const ofActive = Math.sqrt(playerDays * idle * (1 - idle))
    // A session that crosses midnight makes a player active on the next day, too; few do.
    expect(Math.abs(active - playerDays * (1 - idle))).toBeLessThan(5 * ofActive + 20)
  })
})

test('an interrupted simulation reports what is known, and says so', async () => {
  const groups = [{ persona: 'steady', players: 1000, joinsOverDays: 1 }]
  const { partial, players } = await live({ design: likes, groups, days: 30, signal: AbortSignal.abort() })
  expect([partial, players]).toEqual([true, 0])
})

test('a simulation that says what was played so far ends with the same report', async () => {
  const lives = { design: likes, groups: [{ persona: 'steady', players: 2500, joinsOverDays: 1 }], days: 30, jobs: 2 }
  const partial: SimulationReport[] = []
  const report = await live({ ...lives, onPartial: (soFar) => partial.push(soFar) })
  expect(report).toEqual(await live(lives))
  // Nobody's life is counted twice: a steady player plays twice a day.
  for (const { plays, players } of partial) expect(plays).toBeLessThanOrEqual(players * 60)
})

test('a long life says what it has come to so far', async () => {
  const busy = { ...steady, sessions: exactly(50), plays: exactly(2000), pauseS: 1 }
  const ending = new AbortController()
  const seen: SimulationReport[] = []
  const onPartial = (soFar: SimulationReport): void => {
    seen.push(soFar)
    if (seen.length === 2) ending.abort()
  }
  const { plays } = await live({ design: likes, personas: [busy], days: 300, signal: ending.signal, onPartial })
  expect(seen.map(({ partial, players }) => [partial, players])).toEqual([
    [true, 1],
    [true, 1],
  ])
  const inOrder = [0, ...seen.map((soFar) => soFar.plays), plays]
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
  expect(seen[0]?.plays).toBeLessThan(seen[1]?.plays ?? 0)
})

test('of many little simulations in a row, none is begun before timers had their turn', async () => {
  let hasFired = false
  setTimeout(() => {
    hasFired = true
  })
  for (let i = 0; i < 500 && !hasFired; i += 1) await live({ design: likes })
  expect(hasFired).toBe(true)
})

test.each([1, 2])('a life that is interrupted ends early, with %i jobs', async (jobs) => {
  const busy = { ...steady, sessions: exactly(20), plays: exactly(50), pauseS: 1 }
  const ending = new AbortController()
  setTimeout(() => {
    ending.abort()
  }, 1000)
  const report = await live({ design: likes, personas: [busy], days: 3000, jobs, signal: ending.signal })
  expect(report.partial).toBe(true)
  expect(report.plays).toBeLessThan(3000 * 20 * 50)
})
