import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../../test/support/design-parts.ts'
import { aGame, type Given } from '../../../test/support/given.ts'
import { happening, memberCame, teamMade } from '../../../test/support/subject-events.ts'
import { playAction } from '../actions/operations.ts'
import { recordDrop } from '../kernel/drop.ts'
import { createPlayer, deletePlayer, resetPlayer } from '../players/administration.ts'
import { removeTeamsOfDroppedDefinitions } from './effects.ts'
import { deregisterEntities, registerEntities } from './registering.ts'

const board = (id: string, type: string, more: object = {}) => ({
  id,
  name: id,
  type: 'regular',
  entity_type: 'players',
  scope: type.startsWith('team') ? { type, id: 'guild' } : { type },
  metric: { id: 'xp', type: 'point' },
  cycles: ['alltime', 'daily'],
  ...more,
})
const design = designOf({
  metrics: [point('xp')],
  actions: [action('gain', [add('xp', '1')])],
  teams: ['guild', 'crew'].map((id) => ({ id, name: id, permissions: [['friend', {}]], settings: {} })),
  leaderboards: [
    board('ours', 'team_definition'),
    board('inside', 'team_instance'),
    board('race', 'custom'),
    board('match', 'custom', { entity_type: 'teams' }),
    board('teams', 'game', { entity_type: 'teams' }),
  ],
})

/** Ann and bob are in red, bob and cat in blue, both guilds; cat is in the crew too. All have points. */
function together(): Given {
  const made = aGame(design)
  for (const id of ['ann', 'bob', 'cat']) made.after(createPlayer, { id })
  const teams = [
    ['red', 'guild', ['ann', 'bob']],
    ['blue', 'guild', ['bob', 'cat']],
    ['crew', 'crew', ['cat']],
  ] as const
  for (const [id, definition, members] of teams) {
    const came = members.map((player) => memberCame({ kind: 'team', id }, player, ['friend']))
    made.after(happening, { events: [teamMade({ id, definition, owner: null }), ...came] })
  }
  for (const as of ['ann', 'bob', 'cat']) made.after(playAction, { action: 'gain', as })
  return made
}

/** How many stand in each group of a board, in each of its cycles. */
const sizesOf = ({ run }: Given, id: string) =>
  run.state.boards.byId
    .get(id)!
    .cycles.map(({ present }) => Object.fromEntries([...present.groups].map(([group, { size }]) => [group, size])))
const twice = <T>(one: T) => [one, one]

const goes = (id: string) => ({ event: 'delete', actor: { id: 'ann' }, team: { id, name: id } })

describe('a team that goes', () => {
  test('takes its group along, and those who are in no other of its definition', () => {
    const made = together()
    expect(sizesOf(made, 'inside')).toEqual(twice({ red: 2, blue: 2 }))
    made.after(happening, { events: [goes('red')] })
    expect(sizesOf(made, 'inside')).toEqual(twice({ blue: 2 }))
    expect(sizesOf(made, 'ours')).toEqual(twice({ guild: 2 }))
    made.after(happening, { events: [goes('blue')] })
    expect(sizesOf(made, 'inside')).toEqual(twice({}))
    expect(sizesOf(made, 'ours')).toEqual(twice({}))
  })

  test('of another definition changes nothing', () => {
    const made = together().after(happening, { events: [goes('crew')] })
    expect(sizesOf(made, 'ours')).toEqual(twice({ guild: 3 }))
  })
})

test('a player who is deleted goes from every group', () => {
  const made = together().after(registerEntities, { board: 'race', entities: ['bob', 'ann'], scopes: ['a', 'b'] })
  made.after(registerEntities, { board: 'race', entities: ['bob'], scopes: ['c'] })
  made.after(deletePlayer, { id: 'bob' })
  expect(sizesOf(made, 'inside')).toEqual(twice({ red: 1, blue: 1 }))
  expect(sizesOf(made, 'ours')).toEqual(twice({ guild: 2 }))
  expect(sizesOf(made, 'race')).toEqual(twice({ a: 1, b: 1 }))
})

test('of who has gone it is not kept that it was taken off before', () => {
  const made = together().after(registerEntities, { board: 'race', entities: ['bob'], scopes: ['a'] })
  made.after(resetPlayer, { id: 'bob' }).after(registerEntities, { board: 'race', entities: ['bob'], scopes: ['a'] })
  made.after(deregisterEntities, { board: 'race', entities: ['bob'], scopes: ['a'] })
  made.after(registerEntities, { board: 'match', entities: ['red'], scopes: ['a'] })
  made.after(deregisterEntities, { board: 'match', entities: ['red'], scopes: ['a'] })
  const { state } = made.run
  const kept = () => ['ours', 'race', 'match'].map((id) => state.boards.byId.get(id)!.removals.size)
  expect(kept()).toEqual([1, 2, 1])
  made.after(deletePlayer, { id: 'bob' })
  expect(kept()).toEqual([0, 0, 1])
  removeTeamsOfDroppedDefinitions(state, [{ key: 'team:guild' }], { seq: state.seq + 1, at: state.at })
  expect(kept()).toEqual([0, 0, 0])
})

test('teams whose definition is dropped go from all boards, and everybody from those within them', () => {
  const made = together()
  made.after(registerEntities, { board: 'match', entities: ['red', 'blue', 'crew'], scopes: ['a'] })
  made.after(registerEntities, { board: 'match', entities: ['red', 'blue'], scopes: ['b'] })
  const { state } = made.run
  const drop = { key: 'team:guild' }
  const moment = { seq: state.seq + 1, at: state.at }
  recordDrop(state.drops, drop, moment.seq)
  removeTeamsOfDroppedDefinitions(state, [drop], moment)
  expect(sizesOf(made, 'match')).toEqual(twice({ a: 1 }))
  expect(state.boards.byId.get('teams')!.cycles.map(({ present }) => present.all.size)).toEqual([1, 1])
  expect(sizesOf(made, 'ours')).toEqual(twice({}))
  expect(sizesOf(made, 'inside')).toEqual(twice({}))
  expect(state.boards.departures).toBe(2)
})
