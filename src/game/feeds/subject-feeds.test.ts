import { describe, expect, test } from 'vitest'
import { achievement, action, add, designOf, levels, point, set, state } from '../../../test/support/design-parts.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { happening } from '../../../test/support/subject-events.ts'
import { newsOf, refer } from '../../../test/support/subject-news.ts'
import { playAction } from '../actions/operations.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { Subject } from '../members/subject.ts'
import { createPlayer } from '../players/administration.ts'
import { activityEvent } from './answer-schema.ts'
import { readAnySubjectFeed, readGameFeed, readMemberFeed, readOwnFeed, readSubjectFeed } from './operations.ts'
import type { PublicEvent } from './public-event.ts'

const design = designOf({
  metrics: [point('xp'), state('rank', 'Low', 'High'), set('badges', ['Fan'])],
  actions: [action('gain', [add('xp', '10')])],
  rules: [levels('ladder', 'xp', 'rank', ['Low', '5'], ['High']), achievement('fan', 'badges', { Fan: '1' }, {})],
  teams: [{ id: 'guild', name: 'Guild', permissions: [['member', {}]] }],
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      lanes: [{ name: 'guest' }],
      activities: [{ id: 'a', name: 'A', type: 'task', lane: 'guest' }],
    },
  ],
})

const team: Subject = { kind: 'team', id: 'guild' }
const process: Subject = { kind: 'process', id: 'neo/tour' }
const guild = newsOf(team)
const tour = newsOf(process)

const happen = (game: Given, ...events: readonly GameEvent[]): Given => game.after(happening, { events })

function world(access = 'PUBLIC'): Given {
  const game = given(design)
  for (const id of ['trinity', 'oracle']) game.after(createPlayer, { id })
  for (const created of [guild.created('neo', ['member'], 'guild'), tour.created('neo', { guest: 'player' }, 'tour')])
    happen(game, withAccess(created, access))
  return happen(game, guild.joined('trinity', ['member']), tour.joined('trinity', { guest: 'observer' }))
}

function withAccess(created: GameEvent, access: string): GameEvent {
  const { engine } = created as GameEvent & { engine: { made: object } }
  return { ...created, engine: { ...engine, made: { ...engine.made, access } } } as GameEvent
}

const subjectFeed = (game: Given, subject: Subject) => game.when(readSubjectFeed, { subject }).result
const kindsIn = (feed: readonly PublicEvent[]) => feed.map(({ event }) => event)
const shape = (event: PublicEvent) => ({ ...event, id: undefined, timestamp: undefined })

/** Everything that stands in feeds, about the guild, after its beginning and trinity's coming. */
const changes = { changes: { member: { old: null, new: true } } }
const everything = (): Given => {
  const game = world()
  const invitee = { invitee: refer('oracle'), roles: { member: true }, state: 'PENDING' }
  happen(
    game,
    guild.event('invite', 'neo', invitee),
    guild.event('invite:reject', 'oracle', { inviter: refer('neo'), roles: { member: true } }),
    guild.event('invite:accept', 'oracle', { inviter: refer('neo'), roles: { member: true } }),
    guild.event('join:request', 'oracle', { roles: { member: true }, state: 'PENDING' }),
    guild.event('join:request:accept', 'neo', { player: refer('oracle') }),
    guild.event('join:request:reject', 'neo', { player: refer('oracle') }),
    guild.event('role:request', 'trinity', { roles: { member: false }, state: 'PENDING' }),
    guild.event('role:request:accept', 'neo', { player: refer('trinity'), ...changes }),
    guild.event('role:request:reject', 'neo', { player: refer('trinity'), ...changes }),
    guild.event('role:change', 'trinity', { ...changes, admin: true }),
    guild.event('role:assign', 'neo', { player: refer('trinity'), ...changes }),
    guild.event('transfer', 'neo', { player: refer('trinity'), new_owner: refer('trinity') }),
    guild.event('team:locked', null),
    guild.event('team:unlocked', null),
    guild.event('team:updated', null, { name: 'Guild', access: 'PUBLIC' }),
    guild.event('request:cancelled', null, { engine: {} }),
  )
  return happen(happen(game, guild.kicked('neo', 'trinity')), guild.left('neo'))
}

const inFeeds = [
  'create',
  'join',
  'invite:accept',
  'join:request:accept',
  'role:request:accept',
  'role:change',
  'role:assign',
  'transfer',
  'kick',
  'leave',
]

describe('the feed of a process or team', () => {
  test("has what the catalogue says, without itself, and nothing that is the engine's own", () => {
    const feed = subjectFeed(everything(), team)
    expect(kindsIn(feed)).toEqual(inFeeds)
    for (const event of feed) expect(activityEvent.safeParse(event).error).toBeUndefined()
    expect(feed.slice(0, 3).map(shape)).toEqual([
      { event: 'create', actor: refer('neo'), team: { id: 'guild', name: 'guild' } },
      { event: 'join', actor: refer('trinity'), roles: { member: 1 } },
      { event: 'invite:accept', actor: refer('oracle'), inviter: refer('neo'), roles: { member: true } },
    ])
  })

  test('ends with its end, which its members and the game still tell', () => {
    const game = happen(world(), guild.deleted('neo'))
    game.when(readSubjectFeed, { subject: team }).refuses('team_instance_not_found', { id: 'guild' })
    const own = game.when(readOwnFeed, {}).result
    expect(own.at(-1)).toMatchObject({ event: 'delete', team: { id: 'guild', name: 'guild' } })
    expect(kindsIn(game.when(readGameFeed, {}).result)).toEqual(['create', 'create', 'delete'])
  })

  test('is one of its own for another of the same id', () => {
    const game = happen(world(), guild.deleted('neo'), guild.created('trinity', ['member'], 'guild'))
    expect(kindsIn(subjectFeed(game, team))).toEqual(['create'])
  })

  test('of a PRIVATE one is for those who are in it', () => {
    const game = world('PRIVATE')
    for (const subject of [team, process]) {
      expect(kindsIn(subjectFeed(game, subject))).toEqual(['create', 'join'])
      game.when(readSubjectFeed, { subject, as: 'oracle' }).refuses('access_denied')
      expect(kindsIn(game.when(readAnySubjectFeed, { subject }).result)).toEqual(['create', 'join'])
    }
    game.when(readMemberFeed, { subject: team, member: 'neo', as: 'oracle' }).refuses('access_denied')
  })

  test('of one whose definition the design lacks is as if there were none', () => {
    const game = world().deploying(designOf({ metrics: [point('xp')] }))
    game.when(readSubjectFeed, { subject: team }).refuses('team_instance_not_found')
    game.when(readAnySubjectFeed, { subject: process }).refuses('process_instance_not_found')
  })
})

describe('levels and achievements', () => {
  test('stand in the feeds of the teams that the player is in, and of no process', () => {
    const game = world().after(playAction, { action: 'gain', as: 'trinity' })
    const feed = subjectFeed(game, team)
    expect(kindsIn(feed)).toEqual(['create', 'join', 'level', 'achievement'])
    expect(feed[2]).toMatchObject({ event: 'level', actor: refer('trinity') })
    expect(kindsIn(subjectFeed(game, process))).toEqual(['create', 'join'])
  })

  test('do not when the player has left', () => {
    const game = happen(world(), guild.left('trinity')).after(playAction, { action: 'gain', as: 'trinity' })
    expect(kindsIn(subjectFeed(game, team))).toEqual(['create', 'join', 'leave'])
  })
})

describe("a member's feed in a team", () => {
  test('has the events of its feed that name the member, as they stand there', () => {
    const game = everything()
    happen(game, guild.joined('trinity', ['member'])).after(playAction, { action: 'gain', as: 'trinity' })
    const feed = game.when(readMemberFeed, { subject: team, member: 'trinity' }).result
    expect(kindsIn(feed)).toEqual([
      'join',
      'role:request:accept',
      'role:change',
      'role:assign',
      'transfer',
      'kick',
      'join',
      'level',
      'achievement',
    ])
    const whole = subjectFeed(game, team)
    for (const event of feed) expect(whole).toContainEqual(event)
  })

  test('is for members alone', () => {
    const game = world()
    for (const member of ['oracle', 'nobody'])
      game.when(readMemberFeed, { subject: team, member }).refuses('member_not_found', { player: member, id: 'guild' })
    game.when(readMemberFeed, { subject: { kind: 'team', id: 'x' }, member: 'neo' }).refuses('team_instance_not_found')
  })
})

test("players' own feeds name the process or team, and not their owner", () => {
  const feed = world().when(readOwnFeed, { as: 'trinity' }).result
  expect(feed.map(shape)).toEqual([
    { event: 'join', team: { id: 'guild', name: 'guild' }, roles: { member: 1 } },
    { event: 'join', process: { id: 'neo/tour', name: 'neo/tour' }, roles: { guest: 'observer' } },
  ])
})

const base = { id: '01b8f718-ae00-7000-8000-04400092c67c', timestamp: '2030-01-06T12:00:00.000Z' }

test.each<[what: string, event: object]>([
  ['of two subjects', { event: 'leave', team: { id: 'a', name: 'a' }, process: { id: 'b', name: 'b' } }],
  ['that begins nothing', { event: 'create', actor: refer('neo') }],
  ['with a part too many', { event: 'leave', engine: {} }],
  ['with ranks among lanes', { event: 'join', roles: { a: 1, b: 'player' } }],
  ['without its roles', { event: 'join' }],
  ['that is told and stands in no feed', { event: 'invite', roles: {}, state: 'PENDING' }],
  ["that is the engine's own", { event: 'team:locked' }],
])('an event %s is no answer', (_, event) => {
  expect(activityEvent.safeParse({ ...base, ...event }).success).toBe(false)
})
