import { describe, expect, test } from 'vitest'
import { add, designOf, point } from '../../../../test/support/design-parts.ts'
import { START_MS } from '../../../../test/support/game-run.ts'
import { aGame, type Given, type Outcome } from '../../../../test/support/given.ts'
import { happening, teamMade } from '../../../../test/support/subject-events.ts'
import { DAY_MS } from '../../kernel/instant.ts'
import { createPlayer, deletePlayer } from '../../players/administration.ts'
import { updateScores } from '../../players/score-update.ts'
import { readTrend, type Trend, type TrendInput } from './trend.ts'

const board = (id: string, more: object = {}) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  cycles: ['alltime', 'daily', 'weekly', 'monthly', 'yearly'],
  ...more,
})

const design = designOf({
  metrics: [point('xp')],
  teams: [{ id: 'guild', name: 'Guild', permissions: [['friend', {}]], settings: {} }],
  leaderboards: [
    board('top'),
    board('ever', { cycles: ['alltime'] }),
    board('guilds', { entity_type: 'teams', scope: { type: 'game' }, cycles: ['weekly'] }),
    board('inside', { scope: { type: 'team_instance', id: 'guild' } }),
    board('race', { scope: { type: 'custom' } }),
  ],
})

const gives = (made: Given, id: string, value: string): Given =>
  made.after(updateScores, { id, rewards: [add('xp', value)] })

/** Wednesday: neo 30, trinity 20. Friday: trinity 5. It is Saturday. */
function played(): Given {
  const made = aGame(design)
  for (const id of ['neo', 'trinity', 'idle']) made.after(createPlayer, { id, alias: `The ${id}` })
  gives(gives(made, 'neo', '30'), 'trinity', '20').later(2 * DAY_MS)
  return gives(made, 'trinity', '5').later(DAY_MS)
}

const usual: TrendInput = {
  board: 'top',
  entities: [],
  start: undefined,
  end: undefined,
  team: undefined,
  scope: undefined,
}
const read = (made: Given, asked: Partial<TrendInput> = {}): Outcome<readonly Trend[]> =>
  made.when(readTrend, { ...usual, ...asked })

const day = (date: string): number => Date.parse(date)
const datesOf = ({ result }: Outcome<readonly Trend[]>): string[] => result[0]!.data.map(({ date }) => date)

const days = { start: day('2030-05-14'), end: day('2030-05-17') }

test('tells of each entity how it stood in each period, in the order asked', () => {
  const trinity = {
    player: { id: 'trinity', alias: 'The trinity' },
    data: [
      { date: '2030-05-14', rank: -1 },
      { date: '2030-05-15', score: '20', rank: 2 },
      { date: '2030-05-16', rank: -1 },
      { date: '2030-05-17', score: '5', rank: 1 },
    ],
  }
  const { result } = read(played(), { entities: ['trinity', 'neo', 'idle', 'nobody'], ...days })
  expect(result.map((trend) => 'player' in trend && trend.player.id)).toEqual(['trinity', 'neo', 'idle', 'nobody'])
  expect(result[0]).toEqual(trinity)
  expect(result[1]!.data[1]).toEqual({ date: '2030-05-15', score: '30', rank: 1 })
  for (const trend of result.slice(2)) expect(trend.data.map(({ rank }) => rank)).toEqual([-1, -1, -1, -1])
  expect(result[3]).toMatchObject({ player: { id: 'nobody', alias: 'nobody' } })
})

test('is about the player who calls, where nobody is named', () => {
  expect(read(played(), days).result).toMatchObject([{ player: { id: 'neo' } }])
})

test('ranks among those who are there still', () => {
  const made = played().after(deletePlayer, { id: 'neo' })
  const { result } = read(made, { entities: ['trinity', 'neo'], start: START_MS, end: START_MS })
  expect(result.map(({ data }) => data)).toEqual([
    [{ date: '2030-05-15', score: '20', rank: 1 }],
    [{ date: '2030-05-15', rank: -1 }],
  ])
})

test('of teams tells the team', () => {
  const made = played()
  const members = { neo: ['friend'] }
  made.after(happening, { events: [teamMade({ id: 'red', definition: 'guild', owner: null, members })] })
  gives(made, 'neo', '3')
  const { result } = read(made, { board: 'guilds', entities: ['red', 'blue'], start: day('2030-05-12') })
  expect(result).toEqual([
    { team: { id: 'red', name: 'red' }, data: [{ date: '2030-05-12', score: '3', rank: 1 }] },
    { team: { id: 'blue', name: 'blue' }, data: [{ date: '2030-05-12', rank: -1 }] },
  ])
})

describe('the periods', () => {
  test.each([
    [{}, ['2030-05-09', '2030-05-18'], 10],
    [{ end: day('2030-03-02') }, ['2030-02-21', '2030-03-02'], 10],
    [{ start: day('2030-05-15') }, ['2030-05-15', '2030-05-18'], 4],
    [{ start: day('2030-05-17'), end: day('2031-05-17') }, ['2030-05-17', '2030-05-18'], 2],
    [{ cycle: 'weekly', start: day('2030-05-11'), end: day('2030-05-12') }, ['2030-05-05', '2030-05-12'], 2],
    [{ cycle: 'weekly' }, ['2030-03-10', '2030-05-12'], 10],
    [{ cycle: 'monthly', start: day('2029-12-31'), end: day('2030-03-01') }, ['2029-12-01', '2030-03-01'], 4],
    [{ cycle: 'yearly' }, ['2021-01-01', '2030-01-01'], 10],
    [{ cycle: 'yearly', start: 0, end: 0 }, ['1970-01-01', '1970-01-01'], 1],
    [{ start: day('2030-05-17') - 999 * DAY_MS, end: day('2030-05-17') }, ['2027-08-22', '2030-05-17'], 1000],
  ])('of %j', (asked, [first, last], count) => {
    const dates = datesOf(read(played(), asked))
    expect([dates[0], dates.at(-1), dates.length]).toEqual([first, last, count])
  })

  test('are none where they are all to come', () => {
    const asked = { start: day('2031-01-01'), end: day('2031-01-02') }
    expect(read(played(), asked).result).toMatchObject([{ data: [] }])
  })
})

test('of all time there is none', () => {
  const message = "The cycle 'alltime' has no trend; the leaderboard 'top' has daily, weekly, monthly, yearly"
  read(played(), { cycle: 'alltime' }).refuses('invalid_cycle', { message })
})

test.each([
  [{ board: 'nope' }, 'leaderboard_not_found'],
  [{ cycle: 'alltime' }, 'invalid_cycle'],
  [{ cycle: 'hourly' }, 'invalid_cycle'],
  [{ board: 'ever' }, 'invalid_cycle'],
  [{ board: 'guilds', cycle: 'daily', entities: ['red'] }, 'invalid_cycle'],
  [{ board: 'guilds' }, 'invalid_request'],
  [{ board: 'inside' }, 'invalid_request'],
  [{ board: 'inside', team: 'nope' }, 'team_instance_not_found'],
  [{ board: 'race' }, 'invalid_request'],
  [{ start: day('2030-05-16'), end: day('2030-05-15') }, 'invalid_date'],
  [{ start: day('2030-05-19') }, 'invalid_date'],
  [{ start: day('2030-05-17') - 1000 * DAY_MS, end: day('2030-05-17') }, 'invalid_request'],
] as const)('%j is refused: %s', (asked, code) => {
  read(played(), asked).refuses(code)
})
