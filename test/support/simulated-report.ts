import type {
  DayRow,
  GroupReport,
  PointsRow,
  Reached,
  SetRow,
  SimulationReport,
  StateRow,
} from '../../src/lab/simulate/report.ts'

export const dayRow = (day: number, row: Partial<DayRow> = {}): DayRow => ({
  day,
  joined: 0,
  active: 0,
  left: 0,
  plays: 0,
  refused: {},
  reached: {},
  ...row,
})

export const pointsRow = (day: number, row: Partial<PointsRow> = {}): PointsRow => ({
  day,
  total: '1000',
  mean: 10,
  p5: '0',
  p25: '4',
  median: '9.5',
  p75: '14',
  p95: '30',
  gini: 0.41,
  ...row,
})

export const reached = (players: number, share: number, days?: number, plays?: number): Reached => ({
  players,
  share,
  days: { p25: days ?? null, median: days ?? null, p75: days ?? null },
  plays: { p25: plays ?? null, median: plays ?? null, p75: plays ?? null },
})

const ranks = (day: number, share: StateRow['share']): StateRow => ({ day, share })
const badges = (day: number, x: number, n: string): SetRow => ({ day, holders: { Rookie: x }, items: { Rookie: n } })

const casual: GroupReport = {
  players: 900,
  days: [
    dayRow(1, { joined: 900, active: 500, left: 20, plays: 2_500, refused: { rate_limit_exceeded: 40 } }),
    dayRow(2, { active: 300, left: 30, plays: 1_500 }),
  ],
  metrics: {
    xp: [pointsRow(1), pointsRow(2, { total: '2000', gini: 0.38 })],
    rank: [ranks(1, { Bronze: 1, Gold: 0 }), ranks(2, { Bronze: 0.97, Gold: 0.03 })],
    badges: [badges(1, 0.5, '450'), badges(2, 0.75, '675')],
  },
  flows: [
    { metric: 'xp', source: 'actions/like', given: '1800', taken: '0', times: 1_800 },
    { metric: 'xp', source: 'actions/answer', given: '250.5', taken: '50.5', times: 60 },
    { metric: 'badges:Rookie', source: 'rules/first', given: '675', taken: '0', times: 675 },
  ],
  reached: { 'rank:Gold': reached(27, 0.03, 1.6, 42), 'badges:Rookie': reached(675, 0.75, 0.4, 1) },
}

const grinder: GroupReport = {
  players: 100,
  days: [
    dayRow(1, { joined: 100, active: 100, plays: 6_000 }),
    dayRow(2, { active: 100, plays: 5_800, refused: { rate_limit_exceeded: 200, requirement_not_met: 3 } }),
  ],
  metrics: {
    xp: [pointsRow(1, { total: '6000' }), pointsRow(2, { total: '12000', gini: 0.05 })],
    rank: [ranks(1, { Bronze: 0.9, Gold: 0.1 }), ranks(2, { Bronze: 0.5, Gold: 0.5 })],
    badges: [badges(1, 1, '100'), badges(2, 1, '100')],
  },
  flows: [
    { metric: 'xp', source: 'actions/like', given: '12000', taken: '0', times: 11_800 },
    { metric: 'badges:Rookie', source: 'rules/first', given: '100', taken: '0', times: 100 },
  ],
  reached: { 'rank:Gold': reached(50, 0.5, 1.2, 7_000), 'badges:Rookie': reached(100, 1, 0.35, 1) },
}

/** A report of two days with two personas. Its figures are plausible, and no play led to them. */
export const sampleReport: SimulationReport = {
  simulation: 'launch',
  design: 'd0c5',
  random_seed: 'gamify',
  days: 2,
  players: 1_000,
  plays: 15_800,
  refused: { rate_limit_exceeded: 240, requirement_not_met: 3 },
  expect: [
    { reach: 'rank:Gold', persona: 'grinder', median_days: { min: 1, max: 2 }, seen: 1.2, holds: true },
    { metric: 'xp', day: 2, of: 'gini', max: 0.5, seen: 0.62, holds: false },
  ],
  all: {
    players: 1_000,
    days: [
      dayRow(1, { joined: 1_000, active: 600, left: 20, plays: 8_500, refused: { rate_limit_exceeded: 40 } }),
      dayRow(2, {
        active: 400,
        left: 30,
        plays: 7_300,
        refused: { rate_limit_exceeded: 200, requirement_not_met: 3 },
      }),
    ],
    metrics: {
      xp: [pointsRow(1, { total: '7000' }), pointsRow(2, { total: '14000', gini: 0.62 })],
      rank: [ranks(1, { Bronze: 0.99, Gold: 0.01 }), ranks(2, { Bronze: 0.923, Gold: 0.077 })],
      badges: [badges(1, 0.55, '550'), badges(2, 0.775, '775')],
    },
    flows: [
      { metric: 'xp', source: 'actions/like', given: '13800', taken: '0', times: 13_600 },
      { metric: 'xp', source: 'actions/answer', given: '250.5', taken: '50.5', times: 60 },
      { metric: 'badges:Rookie', source: 'rules/first', given: '775', taken: '0', times: 775 },
    ],
    reached: { 'rank:Gold': reached(77, 0.077, 1.3, 4_100), 'badges:Rookie': reached(775, 0.775, 0.4, 1) },
  },
  personas: { casual, grinder },
  boards: {
    top: [
      {
        cycle: 'daily',
        start: '2030-01-07',
        scores: { '1': '90', '10': '80.5', '100': '60' },
        first_ten: { personas: { grinder: 10 }, joined_days_ago: 1 },
      },
      {
        cycle: 'daily',
        start: '2030-01-08',
        scores: { '1': '190', '10': '180', '100': '120' },
        first_ten: { personas: { casual: 1, grinder: 9 }, joined_days_ago: 2 },
      },
      {
        cycle: 'alltime',
        start: null,
        scores: { '1': '280', '10': '260', '100': null },
        first_ten: { personas: { grinder: 10 }, joined_days_ago: 2 },
      },
    ],
  },
}
