import { describe, expect, test } from 'vitest'
import { action, designOf, formulas, played, point } from '../../../test/support/design-parts.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { playAction } from '../actions/operations.ts'
import { defineDeleteFor } from '../members/ownership.ts'
import { createPlayer } from '../players/administration.ts'
import { createTeam, createTeamFor } from './creation.ts'
import { listDefinitions } from './instances.ts'
import { adminTeam, olderTeam } from './show.ts'

const deleteTeamFor = defineDeleteFor('teams.delete-for')

const ranks = [
  ['member', {}],
  ['leader', { lock: true }],
]

/** A game with trinity beside neo, and teams `t` of these settings. */
function gameOf(settings: object = {}, parts: object = { permissions: ranks }): Given {
  const teams = [{ id: 't', name: 'Team', settings, ...parts }]
  return given(designOf({ metrics: [point('xp')], actions: [action('like')], teams })).after(createPlayer, {
    id: 'trinity',
  })
}
const mine = (game: Given, input: object = {}) => game.when(createTeam, { definition: 't', ...input })
const made = (game: Given, input: object = {}) => game.when(createTeamFor, { definition: 't', ...input })

describe('a team', () => {
  test('of a player is owned by its maker, in the roles of a creator', () => {
    const { events, result } = mine(gameOf(), { id: 'us' })
    expect(events).toEqual([
      {
        event: 'create',
        actor: { id: 'neo', alias: 'neo' },
        team: { id: 'us', name: 'Team' },
        engine: {
          owner: 'neo',
          members: [{ player: 'neo', roles: { '=leader': true } }],
          made: { definition: 't', access: 'PRIVATE' },
        },
      },
    ])
    expect(olderTeam(result)).toMatchObject({
      owner: 'neo',
      member_count: { member: 0, leader: 1 },
      total_members: 1,
      locked: false,
    })
  })

  test.each([
    [
      { permissions: ranks, creator_roles: ['member', 'leader'] },
      { member: 1, leader: 1 },
    ],
    [
      { permissions: ranks, creator_roles: [] },
      { member: 0, leader: 1 },
    ],
    [{ permissions: [['__proto__', {}]] }, JSON.parse('{"__proto__":1}')],
    [{}, {}],
  ])('of %j counts its maker as %j', (parts, expected) => {
    expect(olderTeam(mine(gameOf({}, parts)).result).member_count).toEqual(expected)
  })

  test('of an operator has no owner, and nobody is in it', () => {
    const { events, result } = made(gameOf(), { id: 'us', name: 'Us' })
    expect(events).toEqual([
      {
        event: 'create',
        admin: true,
        team: { id: 'us', name: 'Us' },
        engine: { owner: null, made: { definition: 't', access: 'PRIVATE' } },
      },
    ])
    expect(adminTeam(result)).toMatchObject({ owner: null, total_members: 0, roles: ['member', 'leader'] })
  })

  test('has an id of its own where none is given', () => {
    const game = gameOf()
    const ids = [mine(game), made(game), mine(game)].map(({ result }) => result.team.id)
    for (const id of ids) expect(id).toMatch(/^team_[0-9a-f]{24}$/)
    expect(new Set(ids).size).toBe(3)
  })

  test('has an id that no other has', () => {
    const game = gameOf().after(createTeam, { definition: 't', id: 'us' })
    made(game, { id: 'us' }).refuses('team_instance_exists', { id: 'us' })
    mine(game, { id: 'us', as: 'trinity' }).refuses('team_instance_exists', { id: 'us' })
    mine(game.after(deleteTeamFor, { subject: { kind: 'team', id: 'us' } }), { id: 'us' }).emits('create')
  })

  test.each([
    [undefined, 'PRIVATE'],
    [['PUBLIC', 'PROTECTED'], 'PROTECTED'],
    [['PUBLIC'], 'PUBLIC'],
  ])('of %j is %s where nothing is said', (access, expected) => {
    expect(mine(gameOf(access ? { access } : {})).result.team.access).toBe(expected)
  })
})

describe('who may make one, and is told of its definition', () => {
  const listed = (game: Given, as = 'neo') => game.when(listDefinitions, { as }).result.map(({ id }) => id)

  test('everybody, where nothing is said', () => {
    expect(listed(gameOf())).toEqual(['t'])
  })

  test('the operator alone, of what is not public', () => {
    const game = gameOf({ public: false })
    expect(listed(game)).toEqual([])
    mine(game).refuses('forbidden')
    made(game).emits('create')
  })

  test('who meets what it requires', () => {
    const game = gameOf({ requires: played('like', 'ge', '1') })
    expect(listed(game)).toEqual([])
    mine(game).refuses('forbidden')
    made(game).emits('create')
    game.after(playAction, { action: 'like' })
    expect(listed(game)).toEqual(['t'])
    expect(listed(game, 'trinity')).toEqual([])
    mine(game).emits('create')
  })

  test('nobody, where what it requires cannot be computed', () => {
    const game = gameOf({ requires: formulas('1 / $scores.xp', 'gt', '0') })
    expect(listed(game)).toEqual([])
    mine(game).refuses('invalid_formula')
  })

  test('who owns fewer than the limit; what an operator makes is nobody’s', () => {
    const game = gameOf({ max_player_instances: '1' }).after(createTeam, { definition: 't', id: 'us' })
    expect([listed(game), listed(game, 'trinity')]).toEqual([[], ['t']])
    mine(game).refuses('forbidden')
    made(game).emits('create')
    mine(game, { as: 'trinity' }).emits('create')
    expect(listed(game.after(deleteTeamFor, { subject: { kind: 'team', id: 'us' } }))).toEqual(['t'])
  })

  test('nobody, the operator neither, where there are as many as the limit', () => {
    const game = gameOf({ max_global_instances: '1' }).after(createTeamFor, { definition: 't', id: 'us' })
    expect(listed(game)).toEqual([])
    mine(game).refuses('forbidden')
    made(game).refuses('forbidden')
    mine(game.after(deleteTeamFor, { subject: { kind: 'team', id: 'us' } })).emits('create')
  })
})
