import { describe, expect, test } from 'vitest'
import { designOf, problemsOf } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { listNotifications } from '../feeds/notifications.ts'
import { readAnySubjectFeed, readGameFeed, readOwnFeed } from '../feeds/operations.ts'
import { defineDeleteFor } from '../members/ownership.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { readOwnProfile } from '../players/profile.ts'
import { createProcessFor } from '../processes/creation.ts'
import { readAnyProcess } from '../processes/instances.ts'
import { processDetail } from '../processes/show.ts'
import { readAnyTeam } from '../teams/administration.ts'
import { createTeam, createTeamFor } from '../teams/creation.ts'
import { lockTeam } from '../teams/instances.ts'
import { adminTeam } from '../teams/show.ts'

const deleteTeamFor = defineDeleteFor('teams.delete-for')

const parts = {
  processes: [
    {
      id: 'quest',
      name: 'Quest',
      lanes: [{ name: 'hero', default: true }, { name: 'guide' }],
      activities: [{ id: 'go', name: 'Go', type: 'task', lane: 'hero' }],
      settings: { access: ['PUBLIC', 'PRIVATE'], max_global_instances: '0', public: false },
    },
  ],
  teams: [
    {
      id: 'house',
      name: 'House',
      permissions: [
        ['guest', {}],
        ['friend', {}],
        ['host', { lock: true }],
      ],
      settings: { max_players: '2', max_global_instances: '0' },
    },
    { id: 'other', name: 'Other' },
  ],
}
const gameOf = (bootstrap: object): Given => aGame(designOf({ ...parts, bootstrap }))
const born = (game: Given, id = 'neo') => game.when(createPlayer, { id })

const oneOfEach = {
  processes: [{ definition: 'quest', id: 'first', name: 'My quest', access: 'PUBLIC' }],
  teams: [{ definition: 'house', id: 'all', name: 'Everybody', access: 'PUBLIC', roles: ['guest', 'friend'] }],
}

describe('a new player', () => {
  test('has the processes of the bootstrap, whatever their limits', () => {
    const game = born(gameOf(oneOfEach)).game
    expect(processDetail(game.when(readAnyProcess, { id: 'neo/first' }).result)).toMatchObject({
      name: 'My quest',
      access: 'PUBLIC',
      state: 'ACTIVE',
      owner: { id: 'neo' },
      performers: [{ id: 'neo', lanes: [{ name: 'hero', role: 'player' }] }],
    })
  })

  test('is in the teams of the bootstrap, each of which is made once', () => {
    const game = gameOf(oneOfEach)
    born(game).emits('player:created', 'create', 'create', 'join')
    born(game, 'trinity').emits('player:created', 'create', 'join')
    expect(adminTeam(game.when(readAnyTeam, { id: 'all' }).result)).toMatchObject({
      name: 'Everybody',
      access: 'PUBLIC',
      owner: null,
      total_members: 2,
      member_count: [
        { name: 'guest', count: 2 },
        { name: 'friend', count: 2 },
        { name: 'host', count: 0 },
      ],
    })
    expect(game.when(readOwnProfile, { as: 'trinity' }).result.teams).toEqual([
      { id: 'all', name: 'Everybody', definition: { id: 'house', name: 'House' }, roles: ['guest', 'friend'] },
    ])
  })

  test('is told of none of it, and neither is anybody else', () => {
    const game = gameOf(oneOfEach).after(createPlayer, { id: 'neo' })
    const period = { start: 0, end: Infinity }
    expect(game.when(readOwnFeed, period).result).toEqual([])
    expect(game.when(readGameFeed, period).result).toEqual([])
    born(game, 'trinity')
    expect(game.when(readOwnFeed, period).result).toEqual([])
    expect(game.when(listNotifications, period).result.data).toEqual([])
    const subject = { kind: 'team', id: 'all' } as const
    expect(game.when(readAnySubjectFeed, { subject, ...period }).result).toEqual([])
  })

  test('shows neither scores nor teams in the answer that makes it', () => {
    expect(born(gameOf(oneOfEach)).result).toMatchObject({ scores: [], teams: [], bootstrap: true })
  })

  test('comes into a team that is locked, or full', () => {
    const game = gameOf({ teams: [{ definition: 'house', id: 'all', roles: ['host'] }] })
    for (const id of ['neo', 'trinity', 'morpheus'])
      born(game, id).emits('player:created', ...(id === 'neo' ? ['create'] : []), 'join')
    game.after(lockTeam, { id: 'all' })
    born(game, 'oracle').emits('player:created', 'join')
    expect(game.when(readAnyTeam, { id: 'all' }).result.total).toBe(4)
  })

  test('gets the names of the definitions, the strictest access and the lowest role where nothing is said', () => {
    const game = gameOf({
      processes: [{ definition: 'quest', id: 'first' }],
      teams: [{ definition: 'house', id: 'all' }],
    })
    born(game)
    expect(game.when(readAnyProcess, { id: 'neo/first' }).result.process).toMatchObject({
      name: 'Quest',
      access: 'PRIVATE',
    })
    expect(game.when(readAnyTeam, { id: 'all' }).result.team).toMatchObject({ name: 'House', access: 'PRIVATE' })
    expect(game.when(readOwnProfile, {}).result.teams).toMatchObject([{ roles: ['guest'] }])
  })

  test('gets no process whose id another has', () => {
    const game = gameOf({ processes: [{ definition: 'quest', id: 'first' }] })
    const open = designOf({ ...parts, processes: [{ id: 'free', name: 'Free', activities: [] }] })
    game.after(createPlayer, { id: 'trinity' }).deploying(open)
    game.after(createProcessFor, { definition: 'free', owner: 'trinity', id: 'neo/first' })
    game.deploying(designOf({ ...parts, bootstrap: { processes: [{ definition: 'quest', id: 'first' }] } }))
    born(game).emits('player:created')
  })

  test('comes into no team of that id that is of another definition', () => {
    const game = gameOf({ teams: [{ definition: 'house', id: 'all' }] }).after(createTeamFor, {
      definition: 'other',
      id: 'all',
    })
    born(game).emits('player:created')
  })

  test('comes into a team of that id that a player has made', () => {
    const free = { ...parts, teams: [{ id: 'house', name: 'House', permissions: [['guest', {}]] }] }
    const game = aGame(designOf(free))
      .after(createPlayer, { id: 'neo' })
      .after(createTeam, { definition: 'house', id: 'all', name: 'Ours' })
    game.deploying(designOf({ ...free, bootstrap: { teams: [{ definition: 'house', id: 'all', name: 'Everybody' }] } }))
    expect(born(game, 'trinity').emits('player:created', 'join').events[1]).toMatchObject({
      team: { id: 'all', name: 'Ours' },
      roles: { guest: 1 },
    })
  })

  test('finds the team made anew, once it was disbanded', () => {
    const game = gameOf(oneOfEach)
      .after(createPlayer, { id: 'neo' })
      .after(deleteTeamFor, { subject: { kind: 'team', id: 'all' } })
    born(game, 'trinity').emits('player:created', 'create', 'create', 'join')
  })

  test('who comes again has all of it again', () => {
    const game = gameOf(oneOfEach).after(createPlayer, { id: 'neo' })
    game.after(deletePlayer, { id: 'neo' })
    game.when(readAnyProcess, { id: 'neo/first' }).refuses('process_instance_not_found')
    expect(game.when(readAnyTeam, { id: 'all' }).result.total).toBe(0)
    born(game).emits('player:created', 'create', 'join')
    expect(game.when(readAnyTeam, { id: 'all' }).result.total).toBe(1)
  })

  test('does not change those who were there before', () => {
    const game = gameOf({})
      .after(createPlayer, { id: 'neo' })
      .deploying(designOf({ ...parts, bootstrap: oneOfEach }))
    born(game, 'trinity')
    expect(game.when(readOwnProfile, {}).result.teams).toEqual([])
    game.when(readAnyProcess, { id: 'neo/first' }).refuses('process_instance_not_found')
  })
})

describe('a bootstrap is refused', () => {
  const refused = (bootstrap: object) => problemsOf({ ...parts, bootstrap })

  test.each([
    [
      'for access that a definition does not allow',
      { processes: [{ definition: 'quest', id: 'first', access: 'PROTECTED' }] },
      "bootstrap/ processes.0.access: the process 'quest' does not allow PROTECTED; expected one of PRIVATE, PUBLIC",
    ],
    [
      'for an id twice',
      { teams: ['house', 'other'].map((definition) => ({ definition, id: 'all' })) },
      "bootstrap/ teams.1.id: the id 'all' is already used by number 1",
    ],
    [
      'for a process whose id is the word of a route',
      { processes: [{ definition: 'quest', id: 'activity' }] },
      'bootstrap/ processes.0.id: expected a name that no route uses (reserved: activity, approvals, invites, join, leave, performers, play, roles, transfer, triggers)',
    ],
  ])('%s', (_, bootstrap, problem) => {
    expect(refused(bootstrap)).toEqual([problem])
  })
})
