import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Design } from '../../src/game/design/design.ts'
import type { GameOperation } from '../../src/game/game-operation.ts'
import { newGame, type GameState } from '../../src/game/game-state.ts'
import type { Entry } from '../../src/game/kernel/entry.ts'
import { nameOf } from '../../src/game/kernel/name-map.ts'
import { addMember, joinSubject } from '../../src/game/members/joining.ts'
import { kickMember, leaveSubject, removeMember } from '../../src/game/members/leaving.ts'
import { assignRoles, changeOwnRoles, setRoles } from '../../src/game/members/role-changes.ts'
import { membersOf } from '../../src/game/members/state.ts'
import { defineTransferFor, defineTransfer } from '../../src/game/members/transfer.ts'
import { createPlayer } from '../../src/game/players/administration.ts'
import { evolve } from '../../src/game/registry.ts'
import { approveRequest } from '../../src/game/requests/approvals.ts'
import { acceptInvite, sendInvite } from '../../src/game/requests/invitations.ts'
import { storedTeam } from '../../src/game/teams/state.ts'
import { checksum } from '../../src/storage/checksum.ts'
import { designOf } from '../support/design-parts.ts'
import { GameRun } from '../support/game-run.ts'
import { textOf } from '../support/given.ts'
import { happening, teamMade } from '../support/subject-events.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const roleNames = ['low', 'mid', 'high', 'top'] as const
const players = ['ann', 'bob', 'cat', 'dan', 'eve'] as const
const subject = { kind: 'team', id: 't' } as const

const rights = fc.record(
  { lock: fc.boolean(), peer: fc.boolean(), assign: fc.boolean(), leave: fc.boolean(), kick: fc.boolean() },
  { requiredKeys: ['peer', 'assign', 'leave'] },
)
const teams = fc.record({
  permissions: fc.tuple(...roleNames.map((role) => fc.tuple(fc.constant(role), rights))),
  maxPlayers: fc.constantFrom(2, 4, 10),
  access: fc.constantFrom('PUBLIC', 'PROTECTED', 'PRIVATE'),
  owner: fc.constantFrom('ann', null),
})
type Team = typeof teams extends fc.Arbitrary<infer T> ? T : never

const roles = fc.dictionary(fc.constantFrom(...roleNames), fc.constantFrom(true, true, true, false), { maxKeys: 2 })
const player = fc.constantFrom(...players)

/** What players try to do; `pick` chooses among what is pending, and an invitation is accepted by who was invited. */
const acts = ['join', 'leave', 'kick', 'own', 'assign', 'transfer', 'invite', 'accept', 'approve'] as const
const operatorActs = ['add', 'remove', 'set', 'hand', 'lock', 'unlock'] as const
const act = fc.record({
  // Acts of operators are fewer, and a team is mostly open.
  what: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...acts) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('add', 'add', 'remove', 'set', 'hand', 'lock', 'unlock', 'unlock', 'unlock'),
    },
  ),
  by: player,
  to: player,
  roles,
  pick: fc.nat(5),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const idOf = (_state: GameState, _design: Design, id: string): string => id
const transfer = defineTransfer('teams.transfer', idOf)
const handOver = defineTransferFor('teams.transfer-for', idOf)

/** A team of ann's, or nobody's, with bob and cat in it. */
function begun({ permissions, maxPlayers, access, owner }: Team): GameRun {
  const definition = { id: 'd', name: 'D', permissions, settings: { max_players: maxPlayers } }
  const run = new GameRun(designOf({ teams: [definition] }))
  for (const id of players) run.execute(createPlayer, { id }, { client: 'test' })
  const members = { ann: ['top'], bob: ['mid'], ...(maxPlayers > 2 ? { cat: ['low'] } : {}) }
  const made = teamMade({ id: 't', definition: 'd', access: access as 'PUBLIC', owner, members })
  run.execute(happening, { events: [made] }, { client: 'test' })
  return run
}

/** Tries an act; gives what was written of it, nothing where it was refused or meant nothing. */
function does(run: GameRun, { what, by, to, roles: asked, pick }: Act): Entry | undefined {
  const call = <I, R>(op: GameOperation<I, R>, input: I, as: string = by) =>
    run.execute(op, input, { client: 'test', player: as }).entry
  const pending = [...run.state.requests.pending.values()]
  const chosen = (invites: boolean) => {
    const some = pending.filter(({ event }) => (event === 'invite') === invites)
    return some[pick % Math.max(some.length, 1)]
  }
  switch (what) {
    case 'join':
      return call(joinSubject, { subject, roles: asked })
    case 'leave':
      return call(leaveSubject, { subject })
    case 'kick':
      return call(kickMember, { subject, player: to })
    case 'own':
      return call(changeOwnRoles, { subject, roles: asked })
    case 'assign':
      return call(assignRoles, { subject, player: to, roles: asked })
    case 'transfer':
      return call(transfer, { subject, player: to, roles: asked })
    case 'invite':
      return call(sendInvite, { subject, player: to, roles: asked })
    case 'accept':
      return call(acceptInvite, { id: chosen(true)?.id ?? 'none' }, chosen(true)?.invitee?.id)
    case 'approve':
      return call(approveRequest, { subject, id: chosen(false)?.id ?? 'none' })
    case 'add':
      return call(addMember, { subject, player: to, roles: asked })
    case 'remove':
      return call(removeMember, { subject, player: to })
    case 'set':
      return call(setRoles, { subject, player: to, roles: asked })
    case 'hand':
      return call(handOver, { subject, player: to, roles: asked })
    case 'lock':
    case 'unlock':
      return call(happening, { events: [{ event: `team:${what}ed`, team: { id: 't', name: 't' } } as never] })
  }
}

const rankOf = (held: readonly string[]): number =>
  Math.max(0, ...held.map((role) => roleNames.indexOf(role as (typeof roleNames)[number]) + 1))

/** Who is in the team, with the roles of each. */
const cast = ({ state }: GameRun): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...membersOf(state.members, state.drops, 'team:t')].map((each) => [
      each.player,
      Object.keys(each.roles).map(nameOf),
    ]),
  )

type Cast = ReturnType<typeof cast>

/** What is seen of a team at a time. */
interface Seen {
  readonly cast: Cast
  readonly owner: string | null
  readonly locked: boolean
}

function look(run: GameRun): Seen {
  const team = storedTeam(run.state, 't')
  return { cast: cast(run), owner: team?.owner ?? null, locked: team?.locked ?? false }
}

/** Lives through acts, and looks at what each of them did; gives how often each came to something. */
function live(team: Team, list: readonly Act[], check: (before: Seen, after: Seen, done: Act, entry: Entry) => void) {
  const run = begun(team)
  const done = new Map<string, number>()
  for (const each of list) {
    const before = look(run)
    const entry = does(run, each)
    if (!entry) continue
    done.set(each.what, (done.get(each.what) ?? 0) + 1)
    check(before, look(run), each, entry)
  }
  return { run, done }
}

const histories = fc.tuple(teams, fc.noBias(fc.array(act, { minLength: 20, maxLength: 80, size: 'max' })))

const byOperator = ({ what }: Act): boolean => operatorActs.some((each) => each === what)

test('random teams come to all that they are for', () => {
  const seen = new Map<string, number>()
  for (const [team, list] of fc.sample(histories, { numRuns: 400, seed: 1 }))
    for (const [what, times] of live(team, list, () => {}).done) seen.set(what, (seen.get(what) ?? 0) + times)
  const rare = [...acts, ...operatorActs].filter((what) => (seen.get(what) ?? 0) < 20)
  expect(rare).toEqual([])
})

test('every member has a role, there is room for all, and the owner is one of them', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(histories, ([team, list]) => {
      live(team, list, (_, { cast: now, owner }) => {
        for (const held of now.values()) expect(held.length).toBeGreaterThan(0)
        expect(now.size).toBeLessThanOrEqual(team.maxPlayers)
        if (owner !== null) expect(now.has(owner)).toBe(true)
      })
    }),
    runs(300),
  )
})

test('a team has another owner by a transfer alone, of its owner or an operator', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(histories, ([team, list]) => {
      live(team, list, (before, after, done) => {
        if (before.owner === after.owner) return
        expect(['transfer', 'hand']).toContain(done.what)
        expect(after.owner).toBe(done.to)
        if (done.what === 'transfer') expect(done.by).toBe(before.owner)
      })
    }),
    runs(300),
  )
})

test('players change nothing about who is in a locked team, and in which roles', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(histories, ([team, list]) => {
      live(team, list, (before, after, done) => {
        if (before.locked && !byOperator(done)) expect(after.cast).toEqual(before.cast)
      })
    }),
    runs(300),
  )
})

test('nobody rises above who promoted them, but by the owner', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(histories, ([team, list]) => {
      /** The rank that who sent an invitation had then, by the invitation's event. */
      const reach = new Map<string, number>()
      live(team, list, (before, after, done, { events: [event] }) => {
        if (byOperator(done)) return
        const rankOfBy = before.owner === done.by ? Infinity : rankOf(before.cast.get(done.by) ?? [])
        if (done.what === 'invite') reach.set(`${done.by} ${done.to}`, rankOfBy)
        const { inviter, actor } = event as unknown as Record<'inviter' | 'actor', { readonly id: string } | undefined>
        const promoter = done.what === 'accept' ? (reach.get(`${inviter?.id} ${actor?.id}`) ?? 0) : rankOfBy
        for (const [id, held] of after.cast) {
          const [was, now] = [rankOf(before.cast.get(id) ?? []), rankOf(held)]
          // Any role of a PUBLIC team is there to be taken.
          const helpsItself = id === done.by && done.what !== 'accept' && team.access === 'PUBLIC'
          if (now > was && !helpsItself) expect(now, done.what).toBeLessThanOrEqual(promoter)
        }
      })
    }),
    runs(300),
  )
})

test('replaying a history gives the state that it led to', { timeout: TIMEOUT_MS }, () => {
  fc.assert(
    fc.property(histories, ([team, list]) => {
      const { run } = live(team, list, () => {})
      const state = newGame('staging')
      for (const entry of run.entries.values()) {
        evolve(state, entry)
        state.chain = checksum(JSON.stringify(entry))
      }
      expect(textOf({ state } as GameRun)).toBe(textOf(run))
    }),
    runs(100),
  )
})
