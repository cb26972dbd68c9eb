import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, remove, start } from '../../../test/support/design-parts.ts'
import { exactly, live, play, steady } from '../../../test/support/simulated-life.ts'
import type { Design } from '../../game/design/design.ts'

const board = (id: string, cycles: readonly string[], more: object = {}) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  cycles,
  ...more,
})

const designWith = (...leaderboards: readonly object[]): Design =>
  designOf({
    metrics: [point('xp', { min: '-1000' })],
    actions: [action('like', [add('xp', '1')]), action('loss', [remove('xp', '1')])],
    leaderboards,
  })

/** A player who plays once a day, at an hour. */
const at = (id: string, hour: number, count = 1) => ({
  ...steady,
  id,
  hours: [hour, hour + 1] as const,
  plays: exactly(1),
  choices: [play('like', 1, { count })],
})

describe('the boards of a report', () => {
  test('have each day, each week from Sunday on, each month, and all time, ended or under way', async () => {
    const cycles = ['daily', 'weekly', 'monthly', 'yearly', 'alltime']
    // 2030-01-30 is a Wednesday, and the fifth day a Sunday.
    const { boards } = await live({ design: designWith(board('top', cycles)), days: 5, from: '2030-01-30' })
    const first = boards['top']?.map(({ cycle, start, scores }) => [cycle, start, scores['1']])
    expect(first).toEqual([
      ['daily', '2030-01-30', '2'],
      ['daily', '2030-01-31', '2'],
      ['daily', '2030-02-01', '2'],
      ['daily', '2030-02-02', '2'],
      ['daily', '2030-02-03', '2'],
      ['weekly', '2030-01-27', '8'],
      ['weekly', '2030-02-03', '2'],
      ['monthly', '2030-01-01', '4'],
      ['monthly', '2030-02-01', '6'],
      ['yearly', '2030-01-01', '10'],
      ['alltime', null, '10'],
    ])
  })

  test('have periods in which nobody plays', async () => {
    const sundays = {
      ...steady,
      sessions: { kind: 'weekdays', means: [0, 0, 0, 0, 0, 0, 50] } as const,
      plays: exactly(1),
    }
    const { boards } = await live({ design: designWith(board('top', ['daily'])), personas: [sundays], days: 8 })
    const first = boards['top']?.map(({ start, scores, first_ten: { joined_days_ago: days } }) => [
      start,
      scores['1'] !== null,
      days,
    ])
    const nobody = ['07', '08', '09', '10', '11', '12'].map((day) => [`2030-01-${day}`, false, null])
    expect(first).toEqual([...nobody, ['2030-01-13', true, 7], ['2030-01-14', false, null]])
  })

  test('have the scores at places 1, 10 and 100, and the personas of the first ten', async () => {
    const groups = [
      { persona: 'many', players: 97, joinsOverDays: 1 },
      { persona: 'strong', players: 4, joinsOverDays: 1 },
    ]
    const personas = [at('many', 8), at('strong', 9, 5)]
    const { boards } = await live({ design: designWith(board('top', ['alltime'])), personas, groups, days: 3 })
    expect(boards['top']).toEqual([
      {
        cycle: 'alltime',
        start: null,
        scores: { '1': '15', '10': '3', '100': '3' },
        first_ten: { personas: { many: 6, strong: 4 }, joined_days_ago: 3 },
      },
    ])
  })

  test('put those first who were first to reach a score, and tell since when they are players', async () => {
    // All have 1 on the second day. The ten early ones of day 1 came first, whatever their place in the simulation.
    const personas = [at('late', 9), at('early', 8)]
    const groups = [
      { persona: 'late', players: 10, joinsOverDays: 1 },
      { persona: 'early', players: 20, joinsOverDays: 2 },
    ]
    const { boards } = await live({ design: designWith(board('top', ['daily'])), personas, groups, days: 2 })
    expect(boards['top']?.map(({ first_ten }) => first_ten)).toEqual([
      { personas: { early: 10 }, joined_days_ago: 1 },
      // On day 2 twenty come from 8 to 9, so some of the first ten are new.
      { personas: { early: 10 }, joined_days_ago: expect.closeTo(1.5, 0) as number },
    ])
  })

  test('put those first whose place in the simulation is lower, if they reach a score at the same time', async () => {
    const source = designWith(board('top', ['alltime'])).source
    const design = designOf({ ...source, bootstrap: { scores: [start(add('xp', '7'))] } })
    const idle = (id: string) => ({ ...steady, id, sessions: exactly(0) })
    const personas = [idle('a'), idle('b')]
    const group = (persona: string) => ({ persona, players: 10, joinsOverDays: 1 })
    const first = async (...groups: readonly string[]) => {
      const { boards } = await live({ design, personas, groups: groups.map(group), days: 1 })
      return boards['top']?.[0]?.first_ten.personas
    }
    expect(await first('a', 'b')).toEqual({ a: 10 })
    expect(await first('b', 'a')).toEqual({ b: 10 })
  })

  test('tell the days since joining at the end of the simulation for a period that goes on', async () => {
    const { boards } = await live({ design: designWith(board('top', ['weekly'])), days: 2 })
    expect(boards['top']).toMatchObject([{ start: '2030-01-06', first_ten: { joined_days_ago: 2 } }])
    const zoned = await live({ design: designWith(board('top', ['daily'])), days: 2, timezone: 'Asia/Kathmandu' })
    // Periods are days in UTC: the first local day begins and the last one ends at 18:15.
    expect(zoned.boards['top']?.map(({ start, first_ten }) => [start, first_ten.joined_days_ago])).toEqual([
      ['2030-01-06', null],
      ['2030-01-07', 1 + 5.75 / 24],
      ['2030-01-08', 2],
    ])
  })

  test('rank players who lose below those who have nothing to lose', async () => {
    const loser = { ...at('loser', 8), choices: [play('loss')] }
    const { boards } = await live({
      design: designWith(board('top', ['alltime'])),
      personas: [loser, at('winner', 9)],
      days: 1,
    })
    expect(boards['top']?.[0]).toMatchObject({ scores: { '1': '1' }, first_ten: { personas: { loser: 1, winner: 1 } } })
  })

  test('are those of players, by id, and of custom boards by scope in the order of their names', async () => {
    const custom = board('cup', ['alltime'], { scope: { type: 'custom' } })
    const design = designWith(board('teams', ['alltime'], { entity_type: 'teams' }), custom, board('top', ['alltime']))
    const scoped = (id: string, ...scopes: readonly string[]) => ({
      ...at(id, 8),
      choices: [play('like', 1, { scopes: scopes.map((scope) => ({ id: `cup/${scope}` })) })],
    })
    const personas = [scoped('both', 'west', 'east'), scoped('west', 'west')]
    const { boards } = await live({ design, personas, days: 2 })
    expect(
      Object.entries(boards).map(([id, [period]]) => [id, period?.scores['1'], period?.first_ten.personas]),
    ).toEqual([
      ['cup/east', '2', { both: 1 }],
      ['cup/west', '2', { both: 1, west: 1 }],
      ['top', '2', { both: 1, west: 1 }],
    ])
  })

  test('are the same whether players live in one game or each in their own', async () => {
    const guild = { id: 'guild', name: 'guild', permissions: [['member', {}]] }
    const source = designWith(board('top', ['daily', 'alltime'])).source
    const design = designOf({ ...source, teams: [guild] })
    const groups = [{ persona: 'steady', players: 30, joinsOverDays: 2 }]
    const alone = await live({ design, groups, days: 3 })
    const met = { ...steady, choices: [play('like'), { kind: 'team', weight: 1e-12, team: 'guild' } as const] }
    const together = await live({ design, groups, days: 3, personas: [met] })
    expect(together).toEqual(alone)
  })
})
