import { describe, expect, test } from 'vitest'
import { action, add, designOf, point, played as playedAtLeast, put } from '../../../test/support/design-parts.ts'
import { START_MS, walked } from '../../../test/support/game-run.ts'
import { aGame, type Given, type Outcome } from '../../../test/support/given.ts'
import { happening, memberCame, teamMade } from '../../../test/support/subject-events.ts'
import { playAction } from '../actions/operations.ts'
import { isFault } from '../kernel/fault.ts'
import { DAY_MS } from '../kernel/instant.ts'
import { pause } from '../kernel/operation.ts'
import type { Paged } from '../kernel/page.ts'
import { createPlayer, deletePlayer, resetPlayer } from '../players/administration.ts'
import { revertEvents } from '../players/revert.ts'
import { updateScores } from '../players/score-update.ts'
import { listBoards, readBoard, type BoardEntry, type BoardInput } from './operations.ts'
import { deregisterEntities } from './registering.ts'

const board = (id: string, more: object = {}) => ({
  id,
  name: `The ${id}`,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'game' },
  metric: { id: 'xp', type: 'point' },
  cycles: ['alltime', 'daily'],
  ...more,
})

const guilds = { entity_type: 'teams', scope: { type: 'team_definition', id: 'guild' } }

const parts = {
  metrics: [point('xp'), point('coins')],
  actions: [action('gain', [add('xp', '10')]), action('both', [add('xp', '1'), add('coins', '5')]), action('idle')],
  teams: [
    { id: 'guild', name: 'Guild', permissions: [['friend', {}]], settings: {} },
    { id: 'crew', name: 'Crew', permissions: [['friend', {}]], settings: {} },
  ],
  leaderboards: [
    board('top'),
    board('rich', { metric: { id: 'coins', type: 'point' }, cycles: ['daily', 'alltime'] }),
    board('seasoned', { requires: playedAtLeast('gain', 'ge', '2') }),
    board('guilds', guilds),
    board('ours', { scope: { type: 'team_definition', id: 'guild' } }),
    board('inside', { scope: { type: 'team_instance', id: 'guild' } }),
    board('race', { scope: { type: 'custom' } }),
    board('relay', { scope: { type: 'custom' } }),
  ],
}
const design = designOf(parts)

const game = (...players: readonly string[]): Given => {
  const made = aGame(design)
  for (const id of players) made.after(createPlayer, { id })
  return made
}

const gives = (made: Given, id: string, value: string): Given =>
  made.after(updateScores, { id, rewards: [add('xp', value)] })

/** So many players, `p0` and on, with what each is given. */
function crowd(size: number, xpOf: (place: number) => number): Given {
  const made = game()
  for (let i = 0; i < size; i += 1) {
    const id = `p${i}`
    // Without a look at the whole state after each, as `after` has it.
    made.run.execute(createPlayer, { id }, { client: 'test' })
    const rewards = [put('xp', String(xpOf(i)))]
    made.run.execute(updateScores, { id, rewards }, { client: 'test' })
  }
  return made
}

const usual: BoardInput = {
  board: 'top',
  entity: undefined,
  relative: false,
  player: undefined,
  sort: 'descending',
  skip: 0,
  limit: 10,
  radius: 5,
  timestamp: undefined,
  team: undefined,
  scope: undefined,
  merge: [],
  detailed: false,
}

const read = (made: Given, asked: Partial<BoardInput> & { as?: string } = {}): Outcome<Paged<BoardEntry>> =>
  made.when(readBoard, { ...usual, ...asked })

/** The actions that a row of a player names. */
const actionsIn = (row: BoardEntry | undefined) => (row && 'player' in row ? row.actions : undefined)

/** Rows as `neo 10 #1`. */
const rowsOf = ({ result }: Outcome<Paged<BoardEntry>>): string[] =>
  result.data.map((entry) => {
    const id = 'player' in entry ? entry.player.id : entry.team.id
    return `${id} ${String(entry.score)} #${entry.rank}`
  })

/** Neo 30, trinity and morpheus 20 in this order, cypher 10. */
function ranked(): Given {
  const made = game('neo', 'trinity', 'morpheus', 'cypher')
  for (const [id, value] of [
    ['cypher', '10'],
    ['trinity', '20'],
    ['morpheus', '20'],
    ['neo', '30'],
  ] as const)
    gives(made, id, value)
  return made
}
const all = ['neo 30 #1', 'trinity 20 #2', 'morpheus 20 #2', 'cypher 10 #4']

test('the boards are listed in order of id', () => {
  const ids = game('neo')
    .when(listBoards, {})
    .result.map(({ id }) => id)
  expect(ids).toEqual(['guilds', 'inside', 'ours', 'race', 'relay', 'rich', 'seasoned', 'top'])
})

describe('a page', () => {
  test('has the highest score first, equal scores sharing a rank', () => {
    const outcome = read(ranked())
    expect(outcome.result.data[0]).toEqual({ player: { id: 'neo', alias: 'neo' }, score: '30', rank: 1 })
    expect(rowsOf(outcome)).toEqual(all)
    expect(outcome.result.total).toBe(4)
  })

  test.each([
    [{ skip: 1, limit: 2 }, all.slice(1, 3)],
    [{ skip: 3 }, all.slice(3)],
    [{ skip: 4 }, []],
    [{ skip: 1e9 }, []],
    [{ limit: 0 }, []],
    [{ limit: Number.MAX_SAFE_INTEGER }, all],
    [{ sort: 'ascending' }, all.toReversed()],
    [{ sort: 'ascending', skip: 1, limit: 2 }, all.toReversed().slice(1, 3)],
    [{ entity: 'trinity', radius: 1 }, all.slice(0, 3)],
    [{ entity: 'trinity', radius: 1, skip: 3, limit: 1 }, all.slice(0, 3)],
    [{ entity: 'neo', radius: 1 }, all.slice(0, 2)],
    [{ entity: 'cypher', radius: 0 }, all.slice(3)],
    [{ entity: 'cypher', radius: 1, sort: 'ascending' }, all.toReversed().slice(0, 2)],
    [{ entity: 'nobody' }, []],
    [{ relative: true, as: 'morpheus', radius: 0 }, all.slice(2, 3)],
    [{ relative: true, as: 'morpheus', player: 'neo', radius: 0 }, all.slice(0, 1)],
    [{ relative: true, as: 'morpheus', entity: 'cypher', radius: 0 }, all.slice(3)],
  ] as const)('of %j', (asked, rows) => {
    const outcome = read(ranked(), asked)
    expect(rowsOf(outcome)).toEqual(rows)
    expect(outcome.result.total).toBe(4)
  })

  test('of many rows has the ranks and order of a short one', () => {
    const made = crowd(1300, (i) => 1 + Math.floor(i / 3))
    const whole = rowsOf(read(made, { limit: 2000 }))
    expect(whole).toHaveLength(1300)
    for (const skip of [0, 1, 500, 1290])
      expect(rowsOf(read(made, { skip, limit: 7 }))).toEqual(whole.slice(skip, skip + 7))
    expect(rowsOf(read(made, { skip: 5, limit: 1200 }))).toEqual(whole.slice(5, 1205))
    expect(rowsOf(read(made, { limit: 2000, sort: 'ascending' }))).toEqual(whole.toReversed())
  })

  test('of many rows lets others have their turn, and leaves out who goes meanwhile', () => {
    const made = crowd(2500, (i) => i + 1)
    const { run } = made
    const context = { design: run.design, at: run.at, caller: { client: 'test' } } as never
    const steps = readBoard.walk(run.state, { ...usual, limit: 1e9 }, context)
    if (isFault(steps)) throw new Error(steps.fault)
    expect(steps.next().done).toBe(false)
    made.after(deletePlayer, { id: 'p0' }).after(deletePlayer, { id: 'p2499' })
    const page = walked(steps) as Paged<BoardEntry>
    expect(page.data).toHaveLength(2499)
    expect(page.data[0]).toMatchObject({ player: { id: 'p2499' }, rank: 1 })
    expect(page.data.at(-1)).toMatchObject({ player: { id: 'p1' }, rank: 2499 })
  })

  test('is empty where nobody has a score', () => {
    expect(read(game('neo')).result).toEqual({ data: [], total: 0 })
  })

  test('is of the first cycle unless one is named', () => {
    const made = gives(game('neo'), 'neo', '10').later(DAY_MS)
    gives(made, 'neo', '5')
    expect(rowsOf(read(made))).toEqual(['neo 15 #1'])
    expect(rowsOf(read(made, { cycle: 'daily' }))).toEqual(['neo 5 #1'])
  })

  test.each([
    [{ board: 'nope' }, 'leaderboard_not_found', { id: 'nope' }],
    [{ board: 'nope', cycle: 'hourly' }, 'leaderboard_not_found', undefined],
    [{ cycle: 'weekly' }, 'invalid_cycle', { id: 'top', cycle: 'weekly', cycles: 'alltime, daily' }],
    [{ cycle: 'constructor' }, 'invalid_cycle', undefined],
    [{ board: 'inside' }, 'invalid_request', undefined],
    [{ board: 'inside', team: 'nope' }, 'team_instance_not_found', { id: 'nope' }],
    [{ board: 'inside', team: 'sailors' }, 'team_instance_not_found', { id: 'sailors' }],
    [{ board: 'inside', cycle: 'weekly' }, 'invalid_cycle', undefined],
    [{ board: 'race' }, 'invalid_request', undefined],
    [{ board: 'race', scope: 'a/b' }, 'invalid_request', undefined],
    [{ board: 'guilds', relative: true }, 'invalid_request', undefined],
    [
      { merge: [{ id: 'nope', cycle: 'daily' }] },
      'invalid_request',
      { message: "The 'merge' parameter: the leaderboard 'nope' does not exist" },
    ],
    [{ merge: [{ id: 'top', cycle: 'daily' }] }, 'invalid_request', undefined],
    [{ merge: [{ id: 'guilds', cycle: 'daily' }] }, 'invalid_request', undefined],
    [{ merge: [{ id: 'rich', cycle: 'yearly' }] }, 'invalid_request', undefined],
    [{ merge: [{ id: 'inside', cycle: 'daily' }] }, 'invalid_request', undefined],
    [{ merge: [{ id: 'race', cycle: 'daily' }] }, 'invalid_request', undefined],
  ] as const)('of %j is refused: %s', (asked, code, facts) => {
    const made = game('neo').after(happening, {
      events: [teamMade({ id: 'sailors', definition: 'crew', owner: null })],
    })
    read(made, asked).refuses(code, facts)
  })
})

describe('an earlier period', () => {
  const yesterday = { cycle: 'daily', timestamp: START_MS } as const
  /** Yesterday's board: neo 30, trinity 20, morpheus 20, cypher 10; today's: cypher 1. */
  const nextDay = (): Given => gives(ranked().later(DAY_MS), 'cypher', '1')

  test('is shown as it ended', () => {
    const made = nextDay()
    expect(rowsOf(read(made, yesterday))).toEqual(all)
    expect(rowsOf(read(made, { cycle: 'daily' }))).toEqual(['cypher 1 #1'])
    expect(rowsOf(read(made, { cycle: 'daily', timestamp: START_MS + 9 * DAY_MS }))).toEqual(['cypher 1 #1'])
    expect(read(made, { cycle: 'daily', timestamp: START_MS - DAY_MS }).result).toEqual({ data: [], total: 0 })
  })

  test('does not touch that of all time', () => {
    expect(rowsOf(read(nextDay(), { timestamp: START_MS }))).toContain('cypher 11 #4')
  })

  test('is one that nothing has happened since, too: the present one is empty then', () => {
    const made = ranked().later(DAY_MS)
    expect(rowsOf(read(made, yesterday))).toEqual(all)
    expect(read(made, { cycle: 'daily' }).result).toEqual({ data: [], total: 0 })
  })

  test('loses what is reverted, and the entity stands where it came to stand then', () => {
    const made = game('neo', 'trinity')
    const play = made.when(playAction, { action: 'gain', count: 2 })
    made.after(playAction, { action: 'gain' }).after(playAction, { action: 'gain', as: 'trinity' }).later(DAY_MS)
    gives(made, 'trinity', '1')
    const eventIds = [play.result.events.local[0]!.id]
    made.after(revertEvents, { id: 'neo', eventIds })
    // Neo is at 10 again, and came to that later than trinity.
    expect(rowsOf(read(made, yesterday))).toEqual(['trinity 10 #1', 'neo 10 #1'])
    expect(rowsOf(read(made, { cycle: 'daily' }))).toEqual(['trinity 1 #1'])
  })

  test('is without those who have gone', () => {
    const made = nextDay().after(deletePlayer, { id: 'trinity' }).after(createPlayer, { id: 'trinity' })
    const outcome = read(made, yesterday)
    expect(rowsOf(outcome)).toEqual(['neo 30 #1', 'morpheus 20 #2', 'cypher 10 #3'])
    expect(outcome.result.total).toBe(3)
  })

  test('lets others have their turn where it is made anew', () => {
    const made = crowd(1500, (i) => i + 1).later(DAY_MS)
    gives(made, 'p0', '1').after(deletePlayer, { id: 'p1499' })
    const context = { design, at: made.run.at, caller: { client: 'test' } } as never
    const steps = readBoard.walk(made.run.state, { ...usual, ...yesterday, limit: 1 }, context)
    if (isFault(steps)) throw new Error(steps.fault)
    expect(steps.next().value).toBe(pause)
    const board = made.run.state.boards.byId.get('top')!
    const [finished] = board.cycles.find(({ cycle }) => cycle === 'daily')!.finished
    expect(steps.next().value).toEqual({ finished, of: board })
    expect(walked(steps)).toMatchObject({ total: 1499, data: [{ player: { id: 'p1498' }, rank: 1 }] })
  })

  test('is waited for where it is not in memory, however often it or its board goes meanwhile', () => {
    const { run } = nextDay()
    const { byId } = run.state.boards
    const board = byId.get('top')!
    const daily = board.cycles.find(({ cycle }) => cycle === 'daily')!
    const [finished] = daily.finished
    const { rows } = finished!
    Object.assign(finished!, { rows: undefined, file: 'yesterday' })
    const context = { design: run.design, at: run.at, caller: { client: 'test' } } as never
    const steps = readBoard.walk(run.state, { ...usual, ...yesterday }, context)
    if (isFault(steps)) throw new Error(steps.fault)
    for (let i = 0; i < 3; i += 1) expect(steps.next().value).toEqual({ finished, of: board })
    byId.delete('top')
    for (let i = 0; i < 2; i += 1) {
      expect(steps.next().value).toEqual({ board: 'top' })
      const again = { ...finished!, rows: i === 0 ? undefined : rows }
      const built = { ...board, cycles: [{ ...daily, finished: [again] }] }
      byId.set('top', built)
      expect(steps.next().value).toEqual({ finished: again, of: built })
      if (i === 0) byId.delete('top')
    }
    expect(walked(steps)).toMatchObject({ total: 4 })
  })
})

describe('a board that is not up to date', () => {
  test('is waited for; a fault where it has left the design meanwhile', () => {
    for (const comes of ['as it was', 'otherwise', 'not at all']) {
      const { run } = ranked()
      const { byId } = run.state.boards
      const built = byId.get('top')!
      byId.delete('top')
      const context = { design: run.design, at: run.at, caller: { client: 'test' } } as never
      const steps = readBoard.walk(run.state, usual, context)
      if (isFault(steps)) throw new Error(steps.fault)
      for (let i = 0; i < 3; i += 1) expect(steps.next().value).toEqual({ board: 'top' })
      const other = { ...built, definition: { ...built.definition, metric: 'p:coins' } }
      if (comes !== 'not at all') byId.set('top', comes === 'otherwise' ? other : built)
      expect(walked(steps)).toMatchObject(
        comes === 'as it was' ? { total: 4 } : { fault: 'leaderboard_not_found', facts: { id: 'top' } },
      )
    }
  })
})

describe('teams', () => {
  const guild = (id: string, ...players: readonly string[]) =>
    teamMade({
      id,
      definition: 'guild',
      owner: null,
      members: Object.fromEntries(players.map((player) => [player, ['friend']])),
    })
  const inTeams = (): Given =>
    ranked().after(happening, { events: [guild('red', 'neo', 'trinity'), guild('blue', 'morpheus')] })

  test('have what their members earned', () => {
    const made = inTeams()
    gives(made, 'neo', '5')
    gives(made, 'trinity', '2')
    gives(made, 'morpheus', '1')
    gives(made, 'cypher', '100')
    const outcome = read(made, { board: 'guilds' })
    expect(outcome.result.data[0]).toEqual({ team: { id: 'red', name: 'red' }, score: '7', rank: 1 })
    expect(rowsOf(outcome)).toEqual(['red 7 #1', 'blue 1 #2'])
    expect(rowsOf(read(made, { board: 'guilds', entity: 'blue', radius: 0 }))).toEqual(['blue 1 #2'])
    expect(read(made, { board: 'guilds', detailed: true }).result).toEqual(outcome.result)
  })

  test('have boards of those who are in them now', () => {
    const made = inTeams()
    expect(rowsOf(read(made, { board: 'ours' }))).toEqual(['neo 30 #1', 'trinity 20 #2', 'morpheus 20 #2'])
    expect(rowsOf(read(made, { board: 'inside', team: 'red' }))).toEqual(['neo 30 #1', 'trinity 20 #2'])
    expect(rowsOf(read(made, { board: 'inside', team: 'blue' }))).toEqual(['morpheus 20 #1'])
  })

  test('of earlier periods too', () => {
    const made = inTeams().later(DAY_MS)
    gives(made, 'cypher', '1')
    const red = { kind: 'team', id: 'red' } as const
    const engine = { quiet: true, members: [{ player: 'neo', roles: null }] }
    const neoLeaves = { event: 'leave', actor: { id: 'neo' }, team: { id: 'red', name: 'red' }, engine }
    made.after(happening, { events: [neoLeaves, memberCame(red, 'cypher', ['friend'])] })
    const then = { cycle: 'daily', timestamp: START_MS } as const
    expect(rowsOf(read(made, { board: 'inside', team: 'red', ...then }))).toEqual(['trinity 20 #1', 'cypher 10 #2'])
    const ours = read(made, { board: 'ours', ...then })
    expect(rowsOf(ours)).toEqual(['trinity 20 #1', 'morpheus 20 #1', 'cypher 10 #3'])
    expect(ours.result.total).toBe(3)
  })
})

describe('merged boards', () => {
  test('show their scores in the order asked, and keep the ranks of the board', () => {
    const made = ranked().after(updateScores, { id: 'cypher', rewards: [add('coins', '7')] })
    made.later(DAY_MS).after(updateScores, { id: 'cypher', rewards: [add('coins', '1')] })
    const merge = [
      { id: 'seasoned', cycle: 'alltime' },
      { id: 'rich', cycle: 'alltime' },
      { id: 'rich', cycle: 'daily' },
    ] as const
    const { data } = read(made, { merge }).result
    expect(data[0]?.score).toEqual(['top', '30', 'seasoned', '0', 'rich', '0', 'rich', '0'])
    expect(data[3]).toMatchObject({
      score: ['top', '10', 'seasoned', '0', 'rich', '8', 'rich', '1'],
      rank: 4,
    })
    const then = read(made, { merge: [{ id: 'rich', cycle: 'daily' }], timestamp: START_MS }).result
    expect(then.data[3]?.score).toEqual(['top', '10', 'rich', '7'])
  })
})

describe('a custom board', () => {
  const scoped = (made: Given, id: string, entity: string): Given =>
    made.after(playAction, { action: 'gain', scopes: [{ id, entity_id: entity }] })

  test('is read by its scope', () => {
    const made = scoped(scoped(game('neo', 'trinity'), 'race/a', 'neo'), 'b', 'trinity')
    expect(rowsOf(read(made, { board: 'race', scope: 'a' }))).toEqual(['neo 10 #1'])
    expect(rowsOf(read(made, { board: 'race', scope: 'b' }))).toEqual(['trinity 10 #1'])
    expect(read(made, { board: 'race', scope: 'never' }).result).toEqual({ data: [], total: 0 })
    made.later(DAY_MS)
    scoped(made, 'a', 'trinity')
    const then = { board: 'race', cycle: 'daily', timestamp: START_MS } as const
    expect(rowsOf(read(made, { ...then, scope: 'a' }))).toEqual(['neo 10 #1'])
    expect(rowsOf(read(made, { ...then, scope: 'b' }))).toEqual(['trinity 10 #1'])
  })

  test('takes the scope with its own id before it, and no other', () => {
    const made = scoped(scoped(game('neo'), 'race/a', 'neo'), 'relay/a', 'neo')
    expect(rowsOf(read(made, { board: 'race', scope: 'race/a' }))).toEqual(['neo 10 #1'])
    const merge = [{ id: 'relay', cycle: 'alltime' }] as const
    expect(read(made, { board: 'race', scope: 'race/a', merge }).result.data[0]?.score).toEqual([
      'race',
      '10',
      'relay',
      '10',
    ])
    made.when(readBoard, { ...usual, board: 'race', scope: 'relay/a' }).refuses('invalid_request')
  })

  test('tells the plays that name the scope and the player', () => {
    const made = scoped(scoped(game('neo', 'trinity'), 'race/a', 'neo'), 'a', 'neo')
    scoped(scoped(scoped(made, 'b', 'neo'), 'relay/a', 'neo'), 'a', 'trinity').after(playAction, { action: 'gain' })
    const { data } = read(made, { board: 'race', scope: 'a', detailed: true, entity: 'neo', radius: 0 }).result
    expect(data).toMatchObject([{ score: '20', actions: [{ id: 'gain', name: 'gain', count: 2, score: '20' }] }])
  })
})

describe('detailed', () => {
  test('lists the actions that gave the score, those that gave most first', () => {
    const made = game('neo', 'trinity').after(playAction, { action: 'gain', count: 3 })
    made.after(playAction, { action: 'both' }).after(playAction, { action: 'idle' })
    made.after(updateScores, { id: 'neo', rewards: [put('xp', '100')] })
    const gone = made.when(playAction, { action: 'gain' })
    made.after(revertEvents, { id: 'neo', eventIds: [gone.result.events.local[0]!.id] })
    made.after(playAction, { action: 'both', as: 'trinity' })
    const { data } = read(made, { detailed: true }).result
    expect(data[0]).toEqual({
      player: { id: 'neo', alias: 'neo' },
      score: '100',
      rank: 1,
      actions: [
        { id: 'gain', name: 'gain', count: 3, score: '30' },
        { id: 'both', name: 'both', count: 1, score: '1' },
      ],
    })
    expect(actionsIn(data[1])).toEqual([{ id: 'both', name: 'both', count: 1, score: '1' }])
  })

  test('has the names that actions have now, of those that are gone the last ones', () => {
    const made = game('neo').after(playAction, { action: 'gain' }).after(playAction, { action: 'both' })
    const actions = [{ ...action('gain', [add('xp', '10')]), name: 'Gained' }]
    const { data } = read(made.deploying(designOf({ ...parts, actions })), { detailed: true }).result
    expect(actionsIn(data[0])?.map(({ name }) => name)).toEqual(['Gained', 'both'])
  })

  test('only those of the period, and those that counted', () => {
    const made = game('neo').after(playAction, { action: 'gain' }).later(DAY_MS)
    made.after(playAction, { action: 'gain' }).after(playAction, { action: 'both' })
    const actionsOf = (asked: Partial<BoardInput>) => actionsIn(read(made, { ...asked, detailed: true }).result.data[0])
    const gain = (count: number) => ({ id: 'gain', name: 'gain', count, score: String(10 * count) })
    const both = { id: 'both', name: 'both', count: 1, score: '1' }
    expect(actionsOf({})).toEqual([gain(2), both])
    expect(actionsOf({ cycle: 'daily' })).toEqual([gain(1), both])
    expect(actionsOf({ cycle: 'daily', timestamp: START_MS })).toEqual([gain(1)])
    expect(actionsOf({ board: 'seasoned' })).toEqual([gain(1), both])
  })

  test('only what came after a reset', () => {
    const made = game('neo').after(playAction, { action: 'gain' }).after(resetPlayer, { id: 'neo' })
    made.after(playAction, { action: 'both' })
    for (const cycle of ['alltime', 'daily'] as const)
      expect(read(made, { cycle, detailed: true }).result.data[0]).toMatchObject({
        score: '1',
        actions: [{ id: 'both', count: 1, score: '1' }],
      })
  })

  test('only what came after the player was taken off the scope', () => {
    const neo = { board: 'race', entities: ['neo'], scopes: ['a'] }
    const scopes = [{ id: 'race/a', entity_id: 'neo' }]
    const made = game('neo').after(playAction, { action: 'gain', scopes }).after(deregisterEntities, neo)
    made.after(playAction, { action: 'both', scopes })
    expect(read(made, { board: 'race', scope: 'a', detailed: true }).result.data[0]).toMatchObject({
      score: '1',
      actions: [{ id: 'both', count: 1, score: '1' }],
    })
  })
})
