import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { action, add, designOf, levels, point, state } from '../../../test/support/design-parts.ts'
import { START_MS, walked } from '../../../test/support/game-run.ts'
import { given, type Given } from '../../../test/support/given.ts'
import { happening } from '../../../test/support/subject-events.ts'
import { newsOf, refer } from '../../../test/support/subject-news.ts'
import { playAction } from '../actions/operations.ts'
import type { GameEvent } from '../kernel/entry.ts'
import { eventId, packPosition } from '../kernel/ids.ts'
import { DAY_MS } from '../kernel/instant.ts'
import { createPlayer, deletePlayer } from '../players/administration.ts'
import { findPlayer } from '../players/state.ts'
import { MAX_SEEN_KEPT } from './evolve.ts'
import { notifiedListeners, noticesFor, someNoticesFor, notifiedOf, STRIDE } from './notices.ts'
import { listNotifications, seeNotifications } from './notifications.ts'

const design = designOf({
  metrics: [point('xp'), state('rank', 'Low', 'High')],
  actions: [action('gain', [add('xp', '10')])],
  rules: [levels('ladder', 'xp', 'rank', ['Low', '5'], ['High'])],
})

const players = ['neo', 'trinity', 'morpheus', 'oracle']
const guild = newsOf({ kind: 'team', id: 'guild' })
const tour = newsOf({ kind: 'process', id: 'neo/tour' })

/** Neo's guild, where trinity is officer and morpheus a member, and his tour, where morpheus is. */
function world(): Given {
  const game = given(design)
  for (const id of players.slice(1)) game.after(createPlayer, { id })
  const events = [
    guild.created('neo', ['leader'], 'guild'),
    tour.created('neo', { guest: 'player' }, 'tour'),
    guild.joined('trinity', ['officer']),
    guild.joined('morpheus', ['member']),
    tour.joined('morpheus', { guest: 'player' }),
  ]
  for (const event of events) happen(game, event)
  // What was told while they gathered is another day's.
  return game.later(2 * DAY_MS)
}

const happen = (game: Given, ...events: readonly GameEvent[]): Given => game.after(happening, { events })

const notices = (game: Given, as: string) => game.when(listNotifications, { as }).result
const kinds = (game: Given, as: string) => notices(game, as).data.map(({ event }) => event)

/** Who is notified, how often. */
const told = (game: Given) =>
  Object.fromEntries(players.map((id) => [id, kinds(game, id)] as const).filter(([, found]) => found.length > 0))

const asked = { roles: { member: true }, state: 'PENDING' }
const officers = { engine: { approvers: { roles: ['officer', 'leader'], owner: 'neo' } } }
const changes = { changes: { member: { old: null, new: true } } }

describe('who is notified (5.3)', () => {
  test.each<[what: string, events: readonly GameEvent[], receivers: readonly string[]]>([
    ['create', [newsOf({ kind: 'team', id: 'other' }).created('neo', ['leader'], 'guild')], []],
    ['delete', [guild.deleted('neo')], []],
    ['join', [guild.joined('oracle', ['member'])], ['neo', 'trinity', 'morpheus']],
    ['join', [tour.joined('oracle', { guest: 'observer' })], ['neo', 'morpheus']],
    ['join', [guild.joined('oracle', ['member'], { admin: true })], ['neo', 'trinity', 'morpheus']],
    ['leave', [guild.left('trinity')], ['neo', 'morpheus']],
    ['leave', [tour.left('morpheus', { admin: true })], ['neo']],
    ['kick', [guild.kicked('neo', 'morpheus')], ['morpheus']],
    ['join:request', [guild.event('join:request', 'oracle', { ...asked, ...officers })], ['neo', 'trinity']],
    [
      'join:request',
      [tour.event('join:request', 'oracle', { ...asked, engine: { approvers: { roles: [], owner: 'neo' } } })],
      ['neo'],
    ],
    ['join:request:accept', [guild.event('join:request:accept', 'trinity', { player: refer('oracle') })], ['oracle']],
    ['join:request:reject', [guild.event('join:request:reject', 'trinity', { player: refer('oracle') })], ['oracle']],
    ['invite', [guild.event('invite', 'trinity', { ...asked, invitee: refer('oracle') })], ['oracle']],
    ['invite:accept', [guild.event('invite:accept', 'oracle', { inviter: refer('trinity'), roles: {} })], ['trinity']],
    ['invite:reject', [guild.event('invite:reject', 'oracle', { inviter: refer('trinity'), roles: {} })], ['trinity']],
    ['role:change', [guild.changed('trinity', ['officer', 'member'])], []],
    ['role:assign', [guild.event('role:assign', 'neo', { player: refer('morpheus'), ...changes })], ['morpheus']],
    ['role:request', [guild.event('role:request', 'morpheus', { ...asked, ...officers })], ['neo', 'trinity']],
    [
      'role:request:accept',
      [guild.event('role:request:accept', 'neo', { player: refer('morpheus'), ...changes })],
      ['morpheus'],
    ],
    [
      'role:request:reject',
      [guild.event('role:request:reject', 'neo', { player: refer('morpheus'), ...changes })],
      ['morpheus'],
    ],
    [
      'transfer',
      [guild.event('transfer', 'neo', { player: refer('trinity'), new_owner: refer('trinity') })],
      ['trinity'],
    ],
  ])('%s %#', (kind, events, receivers) => {
    expect(told(happen(world(), ...events))).toEqual(Object.fromEntries(receivers.map((id) => [id, [kind]])))
  })

  test('resolution: who did the first task, unless that one did this too', () => {
    const parts = { activity: { id: 'a', name: 'A' } }
    const resolution = (of: string) => ({
      ...parts,
      deferred: { actor: refer(of), activity: { id: 'b', name: 'B' }, changes: [] },
    })
    // Placed as the evolution of a play places it.
    const event = (of: string) => guild.event('resolution', 'neo', resolution(of))
    const game = world()
    for (const [of, receives] of [
      ['morpheus', true],
      ['neo', false],
    ] as const) {
      const player = findPlayer(game.run.state.players, of)
      expect(player && notifiedOf(game.run.state, player)(event(of), 100)).toBe(receives)
    }
  })

  test('level and score: the player, who plays or is rewarded', () => {
    const game = world().after(playAction, { action: 'gain' })
    expect(told(game)).toEqual({ neo: ['level'] })
    expect(notices(game, 'neo').data[0]).toEqual({
      event: 'level',
      rule: { id: 'ladder' },
      changes: [{ metric: { id: 'rank', name: 'rank', type: 'state' }, delta: { old: null, new: 'High' } }],
      seen: false,
      id: expect.any(String),
      timestamp: expect.any(String),
    })
  })

  test('a bootstrap tells nobody', () => {
    const quiet = (event: GameEvent) => ({ ...event, engine: { quiet: true } }) as GameEvent
    const game = world()
    const { entry } = game.when(happening, {
      events: [guild.joined('oracle', ['member']), guild.kicked('neo', 'trinity')].map(quiet),
    })
    expect(told(game)).toEqual({})
    const ids = entry ? [0, 1].map((index) => eventId(entry, index)) : []
    for (const id of ids) game.when(seeNotifications, { as: 'trinity', ids: [id] }).refuses('invalid_notification_id')
  })
})

test('the player is left out of a notification, and what it is about stands in it', () => {
  const game = happen(world(), guild.event('invite', 'trinity', { ...asked, invitee: refer('oracle') }))
  expect(notices(game, 'oracle')).toEqual({
    data: [
      {
        event: 'invite',
        actor: refer('trinity'),
        team: { id: 'guild', name: 'guild' },
        ...asked,
        seen: false,
        id: expect.any(String),
        timestamp: expect.any(String),
      },
    ],
    unseen: 1,
  })
})

describe('what is told to those in a process or team', () => {
  const comes = (id: string) => guild.joined(id, ['member'])
  const request = (id: string) => guild.event('join:request', id, { ...asked, ...officers })
  const all = (game: Given, as: string) =>
    game
      .when(listNotifications, { as, start: 0, end: undefined })
      .result.data.map(({ actor }) => (actor as { id: string }).id)

  test('is for those who are in it at that time', () => {
    const game = world()
    happen(game, comes('oracle'), guild.left('morpheus'))
    happen(game, guild.left('oracle'))
    happen(game, comes('morpheus'))
    happen(game, guild.left('trinity'))
    expect(all(game, 'oracle')).toEqual([])
    expect(all(game, 'morpheus')).toEqual(['trinity'])
    expect(all(game, 'trinity')).toEqual(['morpheus', 'oracle', 'morpheus', 'oracle', 'morpheus'])
  })

  test('is for those who had the role at that time', () => {
    const game = world()
    happen(game, request('oracle'))
    happen(game, guild.changed('morpheus', ['officer']))
    happen(game, guild.changed('trinity', ['member']))
    happen(game, request('oracle'))
    happen(game, guild.changed('morpheus', ['officer', 'member']))
    happen(game, request('oracle'))
    happen(game, guild.changed('morpheus', ['member']))
    happen(game, request('oracle'))
    expect(kinds(game, 'trinity')).toEqual(['join:request'])
    expect(kinds(game, 'morpheus')).toEqual(['join:request', 'join:request'])
    expect(kinds(game, 'neo')).toEqual(Array(4).fill('join:request'))
  })

  test('stays theirs when the process or team is gone, and another of its id is another', () => {
    const game = world()
    happen(game, comes('oracle'))
    happen(game, guild.deleted('neo'))
    happen(game, guild.created('trinity', ['leader'], 'guild'))
    happen(game, guild.joined('neo', ['member']))
    expect(kinds(game, 'morpheus')).toEqual(['join'])
    expect(kinds(game, 'trinity')).toEqual(['join', 'join'])
    expect(kinds(game, 'neo')).toEqual(['join'])
  })

  test('is not for another player of the same id', () => {
    const game = happen(world(), comes('oracle'), guild.kicked('neo', 'oracle'))
    expect(kinds(game, 'oracle')).toEqual(['kick'])
    game.after(deletePlayer, { id: 'oracle' }).after(createPlayer, { id: 'oracle' })
    expect(kinds(game, 'oracle')).toEqual([])
    game.after(deletePlayer, { id: 'morpheus' }).after(createPlayer, { id: 'morpheus' })
    expect(kinds(game, 'morpheus')).toEqual([])
  })
})

describe('seeing', () => {
  const twice = () => happen(happen(world(), guild.joined('oracle', ['member'])), guild.left('oracle'))
  const ids = (game: Given, as: string) => notices(game, as).data.map(({ id }) => id)

  test('counts what was unseen until now, and tells what still is', () => {
    const game = twice()
    const [first = '', second = ''] = ids(game, 'morpheus')
    game
      .when(seeNotifications, { as: 'morpheus', ids: [first, first] })
      .emits('notifications:seen')
      .answers({ ok: 1, unseen: 1 })
    expect(notices(game, 'morpheus')).toMatchObject({ data: [{ seen: true }, { seen: false }], unseen: 1 })
    expect(notices(game, 'trinity')).toMatchObject({ unseen: 2 })
    game
      .when(seeNotifications, { as: 'morpheus', ids: [first] })
      .emits()
      .answers({ ok: 0, unseen: 1 })
    game.when(seeNotifications, { as: 'morpheus', ids: [second, first] }).answers({ ok: 1, unseen: 0 })
    expect(notices(game, 'morpheus')).toMatchObject({ data: [{ seen: true }, { seen: true }], unseen: 0 })
  })

  test('counts no more than the last 24 hours, and marks what is older', () => {
    const game = twice()
    const [first = ''] = ids(game, 'morpheus')
    game.later(DAY_MS + 1)
    happen(game, guild.joined('oracle', ['member']))
    game.when(seeNotifications, { as: 'morpheus', ids: [first] }).answers({ ok: 1, unseen: 1 })
    const before = game.when(listNotifications, { as: 'morpheus', start: START_MS, end: undefined }).result
    expect(before.data.map(({ seen }) => seen)).toEqual([true, false, false])
  })

  test('stands in no feed, and is no notification', () => {
    const game = twice()
    const { entry } = game.when(seeNotifications, { as: 'morpheus', ids: ids(game, 'morpheus') })
    const id = entry ? eventId(entry, 0) : ''
    game.when(seeNotifications, { as: 'morpheus', ids: [id] }).refuses('invalid_notification_id', { id })
  })

  test('of one that is none marks nothing', () => {
    const game = twice()
    const [id = ''] = ids(game, 'morpheus')
    const played = game.when(playAction, { action: 'gain', as: 'morpheus' })
    const own = played.result.events.local[0]?.id ?? ''
    const forged = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    for (const bad of [own, forged, 'nope', ''])
      game.when(seeNotifications, { as: 'morpheus', ids: [id, bad] }).refuses('invalid_notification_id', { id: bad })
    game.when(seeNotifications, { as: 'oracle', ids: [id] }).refuses('invalid_notification_id', { id })
    game.when(seeNotifications, { as: 'nobody', ids: [] }).refuses('player_not_found')
  })
})

describe('very many notifications', () => {
  const MANY = 12_000
  /** Morpheus, who is told of this many newcomers. */
  const crowded = () => {
    const game = world()
    for (let left = MANY; left > 0; left -= 1000)
      happen(game, ...Array.from({ length: 1000 }, () => guild.joined('oracle', ['member'])))
    return game
  }

  test('are gathered with turns for others, and counted at once only so far', () => {
    const { run } = crowded()
    const player = findPlayer(run.state.players, 'morpheus')!
    const period = { startMs: run.at - DAY_MS, endMs: run.at }
    const steps = noticesFor(run.state, player, period)
    let turns = 0
    let step = steps.next(new Map())
    for (; !step.done; step = steps.next(new Map())) turns += 1
    expect(turns).toBeGreaterThanOrEqual(Math.floor(MANY / STRIDE))
    expect(step.value).toHaveLength(MANY)
    const some = someNoticesFor(run.state, player, period)
    expect(some.size).toBeGreaterThan(9 * STRIDE)
    expect(some.size).toBeLessThanOrEqual(10 * STRIDE)
  })

  test('that were seen are kept one by one up to a limit: all that is older counts as seen', () => {
    const game = crowded()
    const all = notices(game, 'morpheus').data.map(({ id }) => id)
    const see = (...some: readonly (string | undefined)[]) =>
      game.when(seeNotifications, { as: 'morpheus', ids: some.filter((id) => id !== undefined) })
    const oldest = MANY - MAX_SEEN_KEPT
    for (let from = MANY - 1000; from > oldest; from -= 1000) see(...all.slice(from, from + 1000))
    see(...all.slice(oldest + 1, oldest + 1000))
    expect(notices(game, 'morpheus').unseen).toBe(oldest + 1)
    see(all[3], all[1]).answers({ ok: 2, unseen: expect.any(Number) })
    const seen = findPlayer(game.run.state.players, 'morpheus')?.seen ?? []
    expect(seen).toHaveLength(MAX_SEEN_KEPT)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect(notices(game, 'morpheus').data.flatMap(({ seen: is }, i) => (is ? [] : [i]))).toEqual(
      Array.from({ length: oldest + 1 }, (_, i) => i).filter((i) => i > 3),
    )
    see(all[0]).answers({ ok: 0, unseen: expect.any(Number) })
  })
})

test('what is listed is what the events and the times of membership say, whatever happens', () => {
  const teams = ['red', 'blue'].map((id) => ({ id, news: newsOf({ kind: 'team', id }) }))
  const who = fc.constantFrom(...players)
  const role = fc.constantFrom('member', 'officer', 'leader')
  const step = fc.record({
    team: fc.constantFrom(0, 1),
    what: fc.constantFrom('join', 'leave', 'kick', 'change', 'ask', 'invite', 'delete', 'reborn', 'wait'),
    player: who,
    other: who,
    roles: fc.uniqueArray(role, { minLength: 1, maxLength: 2 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const game = given(design)
      for (const id of players.slice(1)) game.after(createPlayer, { id })
      for (const { news } of teams) happen(game, news.created('neo', ['leader'], 'guild'))
      for (const { team, what, player, other, roles } of steps) {
        const { news } = teams[team] ?? teams[0]!
        const approvers = { engine: { approvers: { roles, owner: other } } }
        if (what === 'join') happen(game, news.joined(player, roles))
        else if (what === 'leave') happen(game, news.left(player))
        else if (what === 'kick') happen(game, news.kicked(other, player))
        else if (what === 'change') happen(game, news.changed(player, roles))
        else if (what === 'ask') happen(game, news.event('join:request', player, { ...asked, ...approvers }))
        else if (what === 'invite') happen(game, news.event('invite', player, { ...asked, invitee: refer(other) }))
        else if (what === 'delete') happen(game, news.deleted('neo'), news.created(player, roles, 'guild'))
        else if (what === 'reborn') {
          const owns = game.run.state.teams.owned.get(player)?.size ?? 0
          if (owns === 0) game.after(deletePlayer, { id: player }).after(createPlayer, { id: player })
        } else game.later(DAY_MS)
      }
      const { state: now, entries, at } = game.run
      const from = at - 2 * DAY_MS
      const told = players.map((id) => [id, notifiedOf(now, findPlayer(now.players, id)!)] as const)
      // Fewer listeners than members, and more.
      for (const some of [told.slice(0, 1), told]) {
        const listening = new Map<string, unknown>(some)
        for (const { events, seq } of entries.values())
          for (const event of events)
            expect(notifiedListeners(now, event, seq, listening).toSorted()).toEqual(
              some.flatMap(([id, wasTold]) => (wasTold(event, seq) ? [id] : [])).toSorted(),
            )
      }
      for (const id of players) {
        const player = findPlayer(now.players, id)!
        const wasTold = notifiedOf(now, player)
        const expected = [...entries.values()].flatMap((entry) =>
          entry.events.flatMap((event, index) =>
            entry.at >= from && wasTold(event, entry.seq) ? [packPosition({ seq: entry.seq, index })] : [],
          ),
        )
        const period = { startMs: from, endMs: at }
        expect(walked(noticesFor(now, player, period))).toEqual(expected.toReversed())
        expect(someNoticesFor(now, player, period)).toEqual(new Set(expected))
      }
    }),
    { numRuns: 300 },
  )
})
