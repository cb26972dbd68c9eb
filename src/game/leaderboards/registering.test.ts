import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { happening, teamMade } from '../../../test/support/subject-events.ts'
import { playAction } from '../actions/operations.ts'
import { newGame, type GameState } from '../game-state.ts'
import { DAY_MS } from '../kernel/instant.ts'
import { createPlayer } from '../players/administration.ts'
import { evolve } from '../registry.ts'
import { beginBoard } from './follow.ts'
import { readBoard } from './operations.ts'
import { deregisterEntities, registerEntities } from './registering.ts'

const board = (id: string, more: object = {}) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope: { type: 'custom' },
  metric: { id: 'xp', type: 'point' },
  cycles: ['alltime', 'daily'],
  ...more,
})
const parts = {
  metrics: [point('xp')],
  actions: [action('gain', [add('xp', '10')])],
  teams: [{ id: 'guild', name: 'Guild', permissions: [['friend', {}]], settings: {} }],
}
const boards = [board('race'), board('match', { entity_type: 'teams' }), board('top', { scope: { type: 'game' } })]
const design = designOf({ ...parts, leaderboards: boards })

function game(of = design): Given {
  const made = aGame(of)
  for (const id of ['neo', 'trinity']) made.after(createPlayer, { id })
  return made.after(happening, { events: [teamMade({ id: 'red', definition: 'guild', owner: null })] })
}

const rowsOf = (made: Given, scope: string, more: object = {}): string[] => {
  const asked = { board: 'race', scope, sort: 'descending', skip: 0, limit: 10, radius: 5, merge: [], ...more } as const
  const { data } = made.when(readBoard, asked).result
  return data.map((entry) => `${'player' in entry ? entry.player.id : entry.team.id} ${String(entry.score)}`)
}

const race = { board: 'race', entities: ['trinity', 'neo'], scopes: ['a', 'race/b'] }

describe('registering', () => {
  test('puts each on each scope with 0, once', () => {
    const outcome = game().when(registerEntities, {
      ...race,
      scopes: ['a', 'race/b', 'race/a'],
      entities: ['trinity', 'neo', 'neo'],
    })
    expect(outcome.result).toEqual({ ok: 1 })
    expect(outcome.events).toEqual([
      {
        event: 'leaderboard:registered',
        board: 'race',
        kind: 'players',
        entities: ['trinity', 'neo'],
        scopes: ['a', 'b'],
      },
    ])
    for (const scope of ['a', 'b']) expect(rowsOf(outcome.game, scope)).toEqual(['neo 0', 'trinity 0'])
    expect(rowsOf(outcome.game, 'c')).toEqual([])
    outcome.game.when(registerEntities, race).emits()
  })

  test('leaves the scores of those who are there', () => {
    const made = game().after(playAction, { action: 'gain', scopes: [{ id: 'race/a', entity_id: 'neo' }] })
    made.after(registerEntities, race)
    expect(rowsOf(made, 'a')).toEqual(['neo 10', 'trinity 0'])
  })

  test('begins a new period', () => {
    const made = game().after(registerEntities, race).later(DAY_MS)
    expect(rowsOf(made, 'a', { cycle: 'daily' })).toEqual([])
    made.when(registerEntities, race).emits('leaderboard:registered')
    expect(rowsOf(made, 'a', { cycle: 'daily' })).toEqual(['neo 0', 'trinity 0'])
    expect(rowsOf(made, 'a', { cycle: 'daily', timestamp: made.run.at - DAY_MS })).toEqual(['neo 0', 'trinity 0'])
  })

  test('takes teams on a board of teams', () => {
    const made = game().after(registerEntities, { board: 'match', entities: ['red'], scopes: ['a'] })
    expect(rowsOf(made, 'a', { board: 'match' })).toEqual(['red 0'])
  })

  test('is seen by a board that is made later', () => {
    const made = game().after(registerEntities, race)
    made.after(playAction, { action: 'gain', scopes: [{ id: 'race/a', entity_id: 'neo' }] })
    made.run.execute(deregisterEntities, { board: 'race', entities: ['neo'], scopes: ['a'] }, { client: 'test' })
    const { entries, state } = made.run
    const later = newGame('staging')
    beginBoard(later, design.leaderboards.get('race')!)
    for (const entry of entries.values()) evolve(later, entry)
    const groupsOf = ({ boards: { byId } }: GameState) =>
      byId
        .get('race')
        ?.cycles.map(({ present }) => [...present.groups].map(([id, ranking]) => [id, ranking.rows(0, 9)]))
    expect(groupsOf(later)).toEqual(groupsOf(state))
    expect(groupsOf(later)).toMatchObject([
      [
        ['a', [{ score: 0 }]],
        ['b', [{ score: 0 }, { score: 0 }]],
      ],
      {},
    ])
  })
})

test('on a board that is being built is told in any case', () => {
  const made = game().after(registerEntities, race)
  made.run.state.boards.byId.clear()
  made.when(registerEntities, race).emits('leaderboard:registered')
})

test('counts on no board that has come in the place of the one that was meant', () => {
  const { entries } = game().after(registerEntities, race).run
  for (const other of [{ entity_type: 'teams' }, { scope: { type: 'game' } }]) {
    const later = newGame('staging')
    beginBoard(later, designOf({ ...parts, leaderboards: [board('race', other)] }).leaderboards.get('race')!)
    for (const entry of entries.values()) evolve(later, entry)
    expect(later.boards.byId.get('race')?.cycles.map(({ present }) => present.groups.size)).toEqual([0, 0])
  }
})

describe('deregistering', () => {
  test('takes them off every cycle; who comes back begins anew', () => {
    const made = game().after(playAction, { action: 'gain', scopes: [{ id: 'race/a', entity_id: 'neo' }] })
    const neo = { board: 'race', entities: ['neo'], scopes: ['a'] }
    const outcome = made.when(deregisterEntities, neo).emits('leaderboard:deregistered').answers({ ok: 1 })
    for (const cycle of ['alltime', 'daily']) expect(rowsOf(made, 'a', { cycle })).toEqual([])
    expect(made.run.state.boards.byId.get('race')?.cycles.map(({ present }) => present.groups.size)).toEqual([0, 0])
    outcome.game.when(deregisterEntities, neo).emits()
    made.after(registerEntities, neo)
    expect(rowsOf(made, 'a')).toEqual(['neo 0'])
  })
})

describe('nothing happens where', () => {
  test.each([
    [{ board: 'nope' }, 'leaderboard_definition_not_found', { id: 'nope' }],
    [{ board: 'top' }, 'invalid_request', undefined],
    [{ scopes: ['a', 'match/b'] }, 'invalid_request', undefined],
    [{ scopes: ['a', 'race/'] }, 'invalid_request', undefined],
    [{ scopes: ['a', 'x y'] }, 'invalid_request', undefined],
    [{ entities: ['neo', 'nobody'] }, 'player_not_found', { id: 'nobody' }],
    [{ board: 'match', scopes: ['a'], entities: ['red', 'neo'] }, 'team_not_found', { id: 'neo' }],
  ] as const)('a call names %j: %s', (asked, code, facts) => {
    for (const op of [registerEntities, deregisterEntities])
      game()
        .when(op, { ...race, ...asked })
        .refuses(code, facts)
  })

  test('a call asks for more than 10,000 in all cycles together', () => {
    const entities = Array.from({ length: 1000 }, (_, i) => `p${i}`)
    const scopes = ['a', 'b', 'c', 'd', 'e']
    for (const op of [registerEntities, deregisterEntities]) {
      game().when(op, { board: 'race', entities, scopes }).refuses('player_not_found', { id: 'p0' })
      game()
        .when(op, { board: 'race', entities, scopes: [...scopes, 'f', 'race/f'] })
        .refuses('invalid_request', {
          message:
            "Too many for one call: 1000 entities on 6 scopes in 2 cycles of the leaderboard 'race' are 12000 registrations, and the limit is 10000; name fewer",
        })
    }
  })
})
