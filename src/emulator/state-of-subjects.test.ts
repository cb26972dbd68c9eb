import { describe, expect, test } from 'vitest'
import { action, add, designOf, point } from '../../test/support/design-parts.ts'
import { GameRun } from '../../test/support/game-run.ts'
import { given, textOf, type Given } from '../../test/support/given.ts'
import { happening } from '../../test/support/subject-events.ts'
import { newsOf, refer } from '../../test/support/subject-news.ts'
import { listNotifications, seeNotifications } from '../game/feeds/notifications.ts'
import { readSubjectFeed } from '../game/feeds/operations.ts'
import type { GameState } from '../game/game-state.ts'
import type { Entry, GameEvent } from '../game/kernel/entry.ts'
import { pastMembershipsOf } from '../game/members/membership-history.ts'
import { memberCount, membersOf, membershipsOf, roleCount } from '../game/members/state.ts'
import { createPlayer, deletePlayer } from '../game/players/administration.ts'
import { storedProcess } from '../game/processes/state.ts'
import { evolve } from '../game/registry.ts'
import { requestsOf, requestsOfPlayer } from '../game/requests/state.ts'
import { storedTeam } from '../game/teams/state.ts'
import type { CheckpointPart } from '../storage/checkpoint.ts'
import { stateOf, stateParts } from './checkpoints/state-parts.ts'

const design = designOf({
  metrics: [point('xp')],
  actions: [action('like', [add('xp', '1')])],
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', {}],
        ['officer', {}],
      ],
    },
  ],
})

const team = { kind: 'team', id: 'guild' } as const
const guild = newsOf(team)
const club = newsOf({ kind: 'team', id: 'club' })
const tour = newsOf({ kind: 'process', id: 'neo/tour' })
const players = ['neo', 'trinity', 'morpheus', 'oracle']

const asked = { roles: { member: true }, state: 'PENDING' }
const officers = { engine: { approvers: { roles: ['officer'], owner: 'neo' } } }
const happen = (game: Given, ...events: readonly GameEvent[]): Given => game.after(happening, { events })

/** A game with some of everything that can be between players. */
function together(): Given {
  const game = given(design)
  for (const id of players.slice(1)) game.after(createPlayer, { id })
  const steps = [
    guild.created('neo', ['officer'], 'guild'),
    club.created('trinity', ['friend'], 'club'),
    tour.created('neo', { guest: 'player' }, 'tour'),
    guild.joined('trinity', ['member']),
    guild.joined('morpheus', ['member']),
    tour.joined('morpheus', { guest: 'observer', guide: 'player' }),
    club.joined('neo', ['friend']),
    guild.changed('trinity', ['member', 'officer']),
    guild.left('morpheus'),
    guild.joined('morpheus', ['officer']),
    guild.event('join:request', 'oracle', { ...asked, ...officers }),
    tour.event('invite', 'neo', { invitee: refer('oracle'), roles: { guest: 'player' }, state: 'PENDING' }),
    guild.event('role:request', 'trinity', { roles: { member: false }, state: 'PENDING', ...officers }),
    guild.event('team:locked', null),
  ]
  for (const event of steps) happen(game, event)
  const [first] = game.when(listNotifications, { as: 'trinity' }).result.data
  return game.after(seeNotifications, { as: 'trinity', ids: [first?.id ?? ''] })
}

const throughJson = (parts: Iterable<CheckpointPart>): CheckpointPart[] =>
  [...parts].map((part) => ('bytes' in part ? part : (JSON.parse(JSON.stringify(part)) as CheckpointPart)))

/** All that is between players, as it is looked at. */
function everythingIn({
  members,
  drops,
  processes,
  teams,
  requests,
  requestFeeds: asks,
  holders,
  players: all,
}: GameState) {
  const state = { processes, teams, drops }
  const key = 'team:guild'
  return {
    tour: storedProcess(state, 'neo/tour'),
    guild: storedTeam(state, 'guild'),
    club: storedTeam(state, 'club'),
    order: [...membersOf(members, drops, key)],
    count: memberCount(members, key),
    roles: ['member', 'officer', 'friend'].map((role) => roleCount(members, drops, key, role)),
    of: players.map((id) => [...membershipsOf(members, drops, id)]),
    were: players.map((id) => [...pastMembershipsOf(members, id)]),
    owned: [processes.owned, teams.owned],
    pending: [...requestsOf(requests, team)],
    byPlayer: players.map((id) => [...requestsOfPlayer(requests, id)]),
    byCandidate: requests.ofCandidate,
    asks,
    holders,
    seen: all.records.map((player) => player?.seen),
  }
}

/** What comes after a snapshot: it hits on everything that it holds. */
const later: readonly GameEvent[] = [
  guild.event('join:request:accept', 'neo', {
    player: refer('oracle'),
    engine: { members: [{ player: 'oracle', roles: { '=member': true } }] },
  }),
  guild.left('trinity'),
  tour.joined('oracle', { guest: 'player' }),
  club.event('transfer', 'trinity', {
    player: refer('neo'),
    new_owner: refer('neo'),
    engine: { owner: 'neo' },
  }),
  guild.event('join:request', 'trinity', { ...asked, ...officers }),
  tour.deleted('neo'),
]

/** Takes entries into a state. */
function goOn(state: GameState, entries: Iterable<Entry>): GameState {
  for (const entry of entries) if (entry.seq > state.seq) evolve(state, entry)
  return state
}

/** The same game, over another state of it. */
function resumed({ run }: Given, state: GameState): Given['run'] {
  const again = new GameRun(design)
  Object.assign(again, { state, at: run.at })
  for (const [seq, entry] of run.entries) again.entries.set(seq, entry)
  return again
}

describe('a snapshot of what players are in together', () => {
  test('holds all of it, in its order, with its counts', async () => {
    const { run } = together()
    const again = await stateOf('staging', throughJson(stateParts(run.state)))
    const found = everythingIn(again)
    expect(found).toEqual(everythingIn(run.state))
    expect(found).toMatchObject({
      count: 3,
      roles: [1, 3, 0],
      guild: { locked: true, owner: 'neo' },
      order: [{ player: 'neo' }, { player: 'trinity' }, { player: 'morpheus' }],
      pending: [{ event: 'join:request' }, { event: 'role:request' }],
      seen: [[], [expect.any(Number)], [], []],
    })
    expect(found.were.map((tenures) => tenures.length)).toEqual([0, 1, 1, 0])
    expect([...found.asks.keys()]).toHaveLength(1)
  })

  test('goes on as the state itself does, in every feed and every notification', async () => {
    const game = together()
    const again = await stateOf('staging', throughJson(stateParts(game.run.state)))
    for (const event of later) happen(game, event)
    game.after(deletePlayer, { id: 'morpheus' })
    goOn(again, game.run.entries.values())
    again.chain = game.run.state.chain
    const resumedRun = resumed(game, again)
    expect(everythingIn(again)).toEqual(everythingIn(game.run.state))
    expect(textOf(resumedRun)).toBe(textOf(game.run))
    for (const player of ['neo', 'trinity', 'oracle']) {
      const caller = { client: 'test', player }
      const input = { start: undefined, end: undefined }
      const told = game.run.execute(listNotifications, input, caller).result
      expect(told).toMatchObject({ data: expect.arrayContaining([expect.anything()]) as unknown })
      expect(resumedRun.execute(listNotifications, input, caller).result).toEqual(told)
      const feed = { ...input, subject: team }
      expect(resumedRun.execute(readSubjectFeed, feed, caller)).toEqual(game.run.execute(readSubjectFeed, feed, caller))
    }
  })

  test('has what a player owns gone in the same order, however it came to be owned', async () => {
    const game = together()
    const [first, second] = ['neo/a', 'neo/b'].map((id) => newsOf({ kind: 'process', id }))
    if (!first || !second) throw new Error('two are made')
    const given = { player: refer('trinity'), new_owner: refer('trinity'), engine: { owner: 'trinity' } }
    happen(game, first.created('neo', { guest: 'player' }, 'tour'), second.created('neo', { guest: 'player' }, 'tour'))
    happen(game, second.event('transfer', 'neo', given), first.event('transfer', 'neo', given))
    const again = await stateOf('staging', throughJson(stateParts(game.run.state)))
    game.after(deletePlayer, { id: 'trinity' })
    goOn(again, game.run.entries.values())
    again.chain = game.run.state.chain
    expect(textOf(resumed(game, again))).toBe(textOf(game.run))
  })

  test('is of its moment, whatever comes between two of its parts', async () => {
    const game = together()
    const before = throughJson(stateParts(game.run.state))
    const coming = [...later]
    const parts: CheckpointPart[] = []
    for (const part of stateParts(game.run.state)) {
      parts.push(...throughJson([part]))
      const event = coming.shift()
      if (event) happen(game, event)
    }
    expect(coming).toEqual([])
    expect(parts).toEqual(before)
    const again = await stateOf('staging', parts)
    goOn(again, game.run.entries.values())
    expect(everythingIn(again)).toEqual(everythingIn(game.run.state))
  })

  test('comes in small parts, however many are in a team', () => {
    const { run } = together()
    for (let i = 0; i < 3000; i += 1) {
      run.execute(createPlayer, { id: `p${i}` }, { client: 'test' })
      const events = [guild.joined(`p${i}`, ['member']), guild.joined(`p${i}`, ['officer'])]
      for (const event of events) run.execute(happening, { events: [event] }, { client: 'test' })
    }
    const sizes = [...stateParts(run.state)].map((part) => ('data' in part ? JSON.stringify(part).length : 0))
    expect(Math.max(...sizes)).toBeLessThan(1 << 18)
  })
})
