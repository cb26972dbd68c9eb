import { describe, expect, test } from 'vitest'
import { dayRow, pointsRow, reached, sampleReport } from '../../../test/support/simulated-report.ts'
import type { Paint } from '../../terminal/render/paint.ts'
import { textWidth } from '../../terminal/render/text-width.ts'
import { compareReports } from './comparison.ts'
import { combineRuns } from './repeated.ts'
import type { GroupReport, SimulationReport } from './report.ts'
import { changesOf, summaryOf, summaryOfRuns } from './summary.ts'
import type { LeftOut } from './summary/left-out.ts'

const same = (text: string): string => text
const plain: Paint = { strong: same, faint: same, good: same, bad: same }
const tagged: Paint = {
  strong: (text) => `<strong>${text}</strong>`,
  faint: (text) => `<faint>${text}</faint>`,
  good: (text) => `<good>${text}</good>`,
  bad: (text) => `<bad>${text}</bad>`,
}
const nothingLeftOut: LeftOut = { players: 1_000, late: 0, teamBoards: [], timezone: 'UTC' }
const summary = (report: SimulationReport, paint = plain): string =>
  summaryOf(report, nothingLeftOut, { paint, unicode: true })
const leavingOut = (leftOut: Partial<LeftOut>, report = sampleReport): string =>
  summaryOf(report, { ...nothingLeftOut, ...leftOut }, { paint: plain, unicode: true })
const withAll = (all: Partial<GroupReport>, changes: Partial<SimulationReport> = {}): SimulationReport => ({
  ...sampleReport,
  ...changes,
  all: { ...sampleReport.all, ...all },
})

test('a summary says who plays and stays, who reaches what, what flows, what was refused, and what holds', () => {
  expect(summary(sampleReport)).toBe(
    `
launch: 1,000 players, 2 days, 15,800 plays, random seed 'gamify'

Who comes on a day, of those who have joined, and who leaves
PLAYERS      NUMBER  DAY 1  DAY 2   LEFT
casual          900   56 %   33 %  5.6 %
grinder         100  100 %  100 %    0 %
all players   1,000   60 %   40 %    5 %
No day loses more players than day 2: 30, 60 % of those who leave.

Who reaches what, and when half of those who do have reached it
REACHED        BY           SHARE  HALF OF THEM WITHIN  PLAYS
rank:Gold      casual         3 %             1.6 days     42
               grinder       50 %             1.2 days  7,000
               all players  7.7 %             1.3 days  4,100
badges:Rookie  casual        75 %             0.4 days      1
               grinder      100 %            0.35 days      1
               all players   78 %             0.4 days      1

What gives and takes points
xp: 14,051 given, 50.5 taken (0.4 % of that)
  given by actions/like 98 %, actions/answer 1.8 %
  taken by actions/answer 100 %

The scores of all players after day 2
METRIC   TOTAL  MEAN  MEDIAN  TOP 5 % FROM  GINI
xp      14,000    10     9.5            30  0.62
Gini: 0 if all have the same, 1 if one player has everything.
rank: Bronze 92 %, Gold 7.7 %

What the game refused
243 tries, 1.54 for every 100 accepted plays
ERROR                TIMES  SHARE  MOSTLY
rate_limit_exceeded    240   99 %  grinder 83 %
requirement_not_met      3  1.2 %  grinder 100 %

The boards at the end, and who the first ten are
BOARD  CYCLE    1ST  10TH  100TH  FIRST TEN            JOINED DAYS AGO
top    daily    190   180    120  grinder 9, casual 1                2
top    alltime  280   260      -  grinder 10                         2
All players joined on day 1, so the boards do not show how newcomers fare.

Expectations: 1 of 2 held
held    median days until the grinder players reach rank:Gold: 1.2, expected 1
        to 2
failed  Gini coefficient of xp after day 2: 0.62, expected at most 0.5`.trim(),
  )
})

describe('a heading', () => {
  test('has singulars, and says that the simulation was interrupted', () => {
    const text = summary({ ...sampleReport, players: 1, days: 1, plays: 1, partial: true })
    expect(text).toMatch(/^launch: 1 player, 1 day, 1 play, random seed 'gamify'\nThe simulation was interrupted/)
  })
})

test('a heading says how many players never play because they join after the last day', () => {
  expect(leavingOut({ late: 12, players: 1_012 })).toMatch(
    /^launch: 1,000 players,.*\n12 of the 1,012 players join after the last day\.\n\n/,
  )
  expect(leavingOut({ late: 1, players: 2 })).toContain('\n1 of the 2 players joins after the last day.\n')
})

describe('who stays', () => {
  test('has the days 1 and 7 and the last one, of those who joined until then', () => {
    const days = [
      dayRow(1, { joined: 10, active: 5 }),
      dayRow(6, { joined: 10 }),
      dayRow(7, { active: 5 }),
      dayRow(9, { joined: 30, active: 5 }),
    ]
    const report = withAll({ days }, { days: 9, personas: {} })
    expect(summary(report)).toContain(
      'PLAYERS      NUMBER  DAY 1  DAY 7  DAY 9  LEFT\nall players   1,000   50 %   25 %   10 %   0 %\n\n',
    )
  })

  test('names the first of the days with the most losses', () => {
    const days = [1, 2, 3, 4].map((day) => dayRow(day, { joined: 10, left: day % 2 === 0 ? 3 : 1 }))
    expect(summary(withAll({ days }))).toContain('No day loses more players than day 2: 3, 38 % of those who leave.')
  })

  test('has one row if there is one persona', () => {
    const { casual } = sampleReport.personas
    expect(summary({ ...sampleReport, personas: { casual: casual! } })).not.toContain('all players  ')
  })
})

describe('what is reached', () => {
  test('nobody reaches has no row of its own', () => {
    const text = summary(
      withAll({ reached: { 'rank:Gold': reached(77, 0.077, 1), 'rank:Ruby': reached(0, 0), 'a:b': reached(0, 0) } }),
    )
    expect(text).toContain('\nNobody reaches rank:Ruby, a:b.\n')
    expect(text).not.toMatch(/^rank:Ruby/m)
  })

  test('has a row for a persona that does not reach it', () => {
    const { grinder } = sampleReport.personas
    const casual = { ...sampleReport.personas['casual']!, reached: { 'rank:Gold': reached(0, 0) } }
    expect(summary({ ...sampleReport, personas: { casual, grinder: grinder! } })).toMatch(
      /^rank:Gold +casual +nobody$/m,
    )
  })

  test('is counted from the 14th on if there are two personas', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`rank:${i}`, reached(1, 0.1, 1, 1)]))
    const text = summary(withAll({ reached: many }))
    expect(text).toMatch(/^rank:11 /m)
    expect(text).toContain('\nand 8 more\n')
  })
})

describe('what flows', () => {
  const xp = (source: string, given: string, taken: string) => ({ metric: 'xp', source, given, taken, times: 1 })

  test('names the three largest, and nothing that takes', () => {
    const flows = [xp('a', '1', '0'), xp('b', '6', '0'), xp('c', '2', '0'), xp('d', '1', '0')]
    expect(summary(withAll({ flows }))).toContain(
      'points\nxp: 10 given, nothing takes any\n  given by b 60 %, c 20 %, a 10 %, 1 more\n\n',
    )
  })

  test('has no share if nothing is given', () => {
    expect(summary(withAll({ flows: [xp('a', '0', '5')] }))).toContain('\nxp: 0 given, 5 taken\n  taken by a 100 %\n\n')
  })

  test('is left out for metrics without flows', () => {
    expect(summary(withAll({ flows: [] }))).not.toContain('What gives')
  })
})

test('a level that nobody has at the end is left out', () => {
  const metrics = { rank: [{ day: 2, share: { Bronze: 0.25, Gold: 0 } }], other: [{ day: 2, share: { None: 0 } }] }
  expect(summary(withAll({ metrics }))).toContain('after day 2\nrank: Bronze 25 %\n\n')
})

describe('what was refused', () => {
  test('is a sentence if it is nothing', () => {
    expect(summary({ ...sampleReport, refused: {} })).toContain('\n\nThe game refused nothing.\n\n')
  })

  test('begins with the most frequent of ten', () => {
    const refused = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`code_${i}`, i + 1]))
    const text = summary({ ...sampleReport, refused, plays: 0 })
    expect(text).toMatch(/^78 tries, and it accepted no play\nERROR .*\ncode_11 +12 +15 %$/m)
    expect(text).toContain('\nand 2 more\n')
  })
})

describe('boards', () => {
  const days = [dayRow(1, { joined: 500 }), dayRow(2, { joined: 500 })]
  const joined = (joined_days_ago: number | null, tenth: string | null = '5'): SimulationReport['boards'] => ({
    top: [
      {
        cycle: 'alltime',
        start: null,
        scores: { '1': null, '10': tenth, '100': null },
        first_ten: { personas: {}, joined_days_ago },
      },
    ],
  })

  test('say that early players hold them', () => {
    expect(summary(withAll({ days }, { boards: joined(2) }))).toContain(
      'All players joined 1.5 days ago on average: players who joined early hold the\nfirst places of top (alltime).\n',
    )
  })

  test('say that newcomers can be seen', () => {
    expect(summary(withAll({ days }, { boards: joined(1.5) }))).toContain('newcomers can be seen on each board.\n')
  })

  test('say nothing about newcomers while there are places for them', () => {
    expect(summary(withAll({ days }, { boards: joined(2, null) }))).not.toContain('joined 1.5')
  })

  test('say nothing about newcomers if nobody is on them', () => {
    const text = summary(withAll({ days }, { boards: joined(null, null) }))
    expect(text).toMatch(/^top +alltime +- +- +- +-$/m)
    expect(text).not.toContain('joined 1.5')
  })

  test('are left out if there are none', () => {
    expect(summary({ ...sampleReport, boards: {} })).not.toContain('boards')
  })

  test('over teams are named, because the report does not have them', () => {
    expect(leavingOut({ teamBoards: ['clubs'] })).toContain(
      'newcomers fare.\nThe board clubs is over teams, so the report does not have it.\n\n',
    )
    expect(leavingOut({ teamBoards: ['clubs', 'cup'] }, { ...sampleReport, boards: {} })).toContain(
      '\n\nThese boards are over teams, so the report does not have them: clubs, cup.\n\n',
    )
  })

  test('have periods in UTC, which is said if the simulated days are in another time zone', () => {
    const hint = 'Periods of boards begin at midnight in UTC, weeks on Sunday.'
    expect(leavingOut({ timezone: 'Asia/Tokyo' })).toContain(`${hint} Days of players`)
    expect(summary(sampleReport)).not.toContain(hint)
    expect(leavingOut({ timezone: 'Asia/Tokyo' }, withAll({ days }, { boards: joined(2) }))).not.toContain(hint)
  })
})

test('an expectation without a figure has nothing to measure', () => {
  const expectation = { reach: 'rank:Gold', median_days: {}, seen: null, holds: false }
  expect(summary({ ...sampleReport, expect: [expectation] })).toContain(
    'failed  median days until all players reach rank:Gold: nothing to measure',
  )
})

test('a report without anything has a summary', () => {
  const nothing: GroupReport = { players: 0, days: [], metrics: {}, flows: [], reached: {} }
  const report: SimulationReport = {
    ...sampleReport,
    players: 0,
    plays: 0,
    days: 1,
    refused: {},
    expect: [],
    all: nothing,
    personas: {},
    boards: {},
  }
  expect(summary(report)).toBe(
    `
launch: 0 players, 1 day, 0 plays, random seed 'gamify'

Who comes on a day, of those who have joined, and who leaves
PLAYERS      NUMBER  DAY 1  LEFT
all players       0      -     -

The game refused nothing.`.trim(),
  )
})

describe('names', () => {
  const names = ['x'.repeat(64), '日本'.repeat(32), 'a b '.repeat(16), '\u001b[31mred\u202e']
  const named = <T>(value: T): Record<string, T> => Object.fromEntries(names.map((name) => [name, value]))
  const { casual } = sampleReport.personas
  const flows = names.flatMap((metric) =>
    names.map((source) => ({ metric, source, given: '9'.repeat(30), taken: '3', times: 1 })),
  )
  const group: GroupReport = {
    ...casual!,
    flows,
    metrics: { ...named([pointsRow(1, { total: '8'.repeat(40) })]), states: [{ day: 1, share: named(0.2) }] },
    reached: named(reached(3, 0.1, 2, 9)),
  }
  const report: SimulationReport = {
    ...sampleReport,
    simulation: names[3]!,
    random_seed: names[1]!,
    refused: named(8),
    all: group,
    personas: named(group),
    boards: named([
      { ...sampleReport.boards['top']![0]!, cycle: names[0]!, first_ten: { personas: named(3), joined_days_ago: 9 } },
    ]),
    expect: names.map((name) => ({ reach: name, persona: name, share: { min: 0.5 }, seen: 0.2, holds: false })),
  }

  test('never make a line wider than 80 columns', () => {
    const wide = summary(report)
      .split('\n')
      .filter((line) => textWidth(line) > 80)
    expect(wide).toEqual([])
  })

  test('cannot control the terminal', () => {
    for (const character of ['\u001b', '\u202e']) expect(summary(report)).not.toContain(character)
    expect(summary(report)).toContain('\\u{1b}[31mred')
  })
})

test('colours mark headings, notes, and what held and failed', () => {
  const text = summary({ ...sampleReport, partial: true }, tagged)
  expect(text.match(/<strong>/g)).toHaveLength(8)
  expect(text).toContain('<good>held</good>    median')
  expect(text).toContain('<bad>failed</bad>  Gini')
  expect(text).toContain('<bad>The simulation was interrupted')
  expect(text).toContain('<faint>METRIC ')
})

test('says that players played nothing, and why', () => {
  const idleDays = [dayRow(1, { joined: 9, active: 5 })]
  const idle = 'played nothing: their choices offered nothing to play.'
  const [casual, grinder] = ['casual', 'grinder'].map((id) => sampleReport.personas[id] as GroupReport)
  const withIdle = {
    ...sampleReport,
    personas: { casual, grinder: { ...grinder, days: idleDays } },
  } as SimulationReport
  expect(summary(withIdle)).toContain(`The grinder players ${idle}`)
  expect(summary(withAll({ days: idleDays }))).toContain(`The players ${idle}`)
  const refusedDays = [dayRow(1, { joined: 9, active: 5, refused: { access_denied: 7, invalid_scope: 1 } })]
  expect(summary(withAll({ days: refusedDays }))).toContain(
    'The players played nothing: the game refused tries with access_denied,\ninvalid_scope.\n',
  )
  expect(summary(withAll({ days: [dayRow(1, { joined: 9 })] }))).toContain(
    'The players had no session, so they played nothing.\n',
  )
  expect(summary(sampleReport)).not.toContain('played nothing')
})

describe('several runs', () => {
  const runsSummary = (runs: readonly SimulationReport[], unicode = true): string =>
    summaryOfRuns(combineRuns(runs), runs, nothingLeftOut, { paint: plain, unicode })
  const first = { ...sampleReport, random_seed: 'luck/1' }
  const second = withAll(
    {
      days: [dayRow(1, { joined: 1_000, active: 300, left: 40, plays: 8_500 }), dayRow(2, { active: 800, left: 60 })],
      metrics: { xp: [pointsRow(2, { total: '15000', median: '9.5' })], rank: [{ day: 2, share: { Bronze: 1 } }] },
      flows: sampleReport.all.flows.map((flow) => ({ ...flow, given: String(Number(flow.given) * 2) })),
      reached: { 'rank:Gold': reached(30, 0.03, 1.8, 4_100), 'badges:Rookie': reached(0, 0) },
    },
    { random_seed: 'luck/2', refused: { rate_limit_exceeded: 480, requirement_not_met: 6 }, personas: {} },
  )
  const text = runsSummary([first, { ...second, personas: { casual: second.all } }])

  test('have the sections of one run, with means and how far their intervals reach', () => {
    const [heading = '', note = ''] = text.split('\n\n')[0]?.split(/\n(?=Each)/) ?? []
    expect(heading.replaceAll('\n', ' ')).toBe(
      "launch: 2 runs of 1,000 players, 2 days, 15,800 plays, random seed 'luck/1' to 'luck/2'",
    )
    expect(note).toContain('± is how far its 95 % interval')
    const figures = text.slice(text.indexOf('\n\n')).split('\n')
    expect(figures.filter((line) => line.includes(' ± ') && !/casual|grinder/.test(line))).toEqual([
      'all players      1,000  45 % ± 190 %  60 % ± 250 %  7.5 % ± 32 %',
      'No day loses more players than day 2: 45 ± 190, 60 % of those who leave.',
      '               all players  5.4 % ± 30 %  1.6 days ± 3.2 days           4,100',
      '               all players  39 % ± 490 %             0.4 days               1',
      'xp: 21,076 ± 89,000 given, 50.5 taken (0.3 % ± 1.1 % of that)',
      'xp      14,500 ± 6,400    10     9.5            30  0.515 ± 1.3',
      'rank: Bronze 96 % ± 49 %, Gold 3.9 % ± 49 %',
      '365 ± 1,500 tries, 2.31 ± 9.8 for every 100 accepted plays',
    ])
  })

  test('say in how many runs an expectation holds', () => {
    expect(text).toContain('held in 2 of 2 runs')
  })

  test('in a terminal without Unicode have +/-', () => {
    expect(runsSummary([first, second], false)).toContain(' +/- ')
    expect(runsSummary([first, second], false)).not.toContain('±')
  })

  test('that do not differ have no intervals, and neither has a single run', () => {
    expect(runsSummary([first, first]).split('\n').slice(3).join('\n')).not.toContain('±')
    expect(runsSummary([first])).toContain('There is only one run, so no figure has an interval.')
  })
})

describe('a comparison', () => {
  const changes = (before: SimulationReport, after: SimulationReport): string =>
    changesOf(compareReports(before, after), nothingLeftOut, { paint: plain, unicode: true })

  const only = (all: Partial<GroupReport>, more: Partial<SimulationReport> = {}): SimulationReport => ({
    ...withAll({
      days: [dayRow(2, { joined: 100, active: 40, plays: 90 })],
      metrics: {},
      flows: [],
      reached: {},
      ...all,
    }),
    personas: {},
    expect: [],
    ...more,
  })

  test('shows each figure that has changed by 1 % or more, before and after', () => {
    const before = only({
      days: [dayRow(1, { joined: 100, plays: 50, left: 4 }), dayRow(2, { active: 40, plays: 50 })],
      metrics: { xp: [pointsRow(1), pointsRow(2, { mean: 10, median: '5', gini: 0.5 })] },
      flows: [{ metric: 'xp', source: 'actions/like', given: '100.5', taken: '0', times: 9 }],
      reached: { 'rank:Gold': reached(3, 0.03, 1.5) },
    })
    const after = only({
      days: [dayRow(1, { joined: 100, plays: 60, left: 8 }), dayRow(2, { active: 30, plays: 60 })],
      metrics: { xp: [pointsRow(1), pointsRow(2, { mean: 10.05, median: '8', gini: 0.45 })] },
      flows: [{ metric: 'xp', source: 'actions/like', given: '130.5', taken: '2', times: 9 }],
      reached: { 'rank:Gold': reached(0, 0) },
    })
    expect(changes(before, after).split('\n').slice(2)).toEqual(
      [
        'What has changed since the earlier report, on day 2 or over all days',
        'The design is the same.',
        'FIGURE                    PLAYERS        BEFORE  AFTER    DIFFERENCE',
        'plays                     all players       100    120           +20',
        'come on day 2             all players      40 %   30 %  -10 % points',
        'left                      all players       4 %    8 %   +4 % points',
        'reach rank:Gold           all players       3 %    0 %   -3 % points',
        'median days to rank:Gold  all players  1.5 days      -              ',
        'median xp                 all players         5      8            +3',
        'Gini of xp                all players       0.5   0.45         -0.05',
        'xp given by actions/like  all players       101    131           +30',
        'xp taken by actions/like  all players         0      2            +2',
        '1 figure changed by less than 1 %.',
      ].map((line) => line.trimEnd()),
    )
  })

  test('says that nothing has changed, or what else differs and so explains a part of the changes', () => {
    const report = only({})
    expect(changes(report, report)).toContain('No figure has changed.')
    const other = only({}, { design: 'other', random_seed: 'luck', players: 3, partial: true })
    expect(changes(other, report).split('\n').slice(3, 7)).toEqual([
      'The earlier report is partial: it was interrupted, and has only some of its',
      'players.',
      'The random seeds differ, so a part of each difference is chance.',
      'The earlier report has 3 players.',
    ])
  })

  test('compares only what happened until the last day of the shorter report', () => {
    const day = (number: number, gold: number) =>
      dayRow(number, { joined: number === 1 ? 100 : 0, active: 40, plays: 50, reached: { 'rank:Gold': gold } })
    const flows = (given: string) => [{ metric: 'xp', source: 'actions/like', given, taken: '0', times: 9 }]
    const expected = (seen: number): SimulationReport['expect'] => [
      { reach: 'rank:Gold', share: {}, seen, holds: true },
      { reach: 'rank:Gold', by_day: 2, share: {}, seen, holds: true },
    ]
    const long = only(
      { days: [day(1, 5), day(2, 5), day(3, 60)], flows: flows('90'), reached: { 'rank:Gold': reached(70, 0.7, 3) } },
      { days: 3, expect: expected(0.7) },
    )
    const short = only(
      { days: [day(1, 10), day(2, 10)], flows: flows('60'), reached: { 'rank:Gold': reached(20, 0.2, 1) } },
      { expect: expected(0.2) },
    )
    expect(changes(long, short).split('\n').slice(2)).toEqual([
      'What has changed since the earlier report, on day 2 or until then',
      'The design is the same.',
      'The earlier report has 3 days and this one 2, so totals of all days are not',
      'compared.',
      'FIGURE           PLAYERS      BEFORE  AFTER    DIFFERENCE',
      'reach rank:Gold  all players    10 %   20 %  +10 % points',
      '',
      'Expectations: 2 of 2 held',
      'held    share of all players who reach rank:Gold: 20 %',
      'held    share of all players who reach rank:Gold by day 2: 20 % (before: 70 %)',
    ])
  })

  test('shows what expectations came to before', () => {
    const expected = (seen: number) =>
      only({}, { expect: [{ reach: 'rank:Gold', share: { min: 0.1 }, seen, holds: seen >= 0.1 }] })
    expect(changes(expected(0.05), expected(0.2))).toContain(
      'held    share of all players who reach rank:Gold: 20 % (before: 5 %), expected',
    )
  })
})
