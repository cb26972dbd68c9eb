import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import { namedEntries } from '../../src/game/kernel/name-map.ts'
import { memberOf } from '../../src/game/members/state.ts'
import { naming, subjectKey, type Subject } from '../../src/game/members/subject.ts'
import { callRow, type RowCall } from '../support/call-row.ts'
import { snapshotTexts } from '../support/canonical-hash.ts'
import { designOf } from '../support/design-parts.ts'
import { beginSnapshot, newMemoryGame, recovered, type MemoryGame } from '../support/memory-game.ts'
import { NaiveRequests, ROOM, type Came, type NaiveRequest, type NaiveRoles } from '../support/naive-requests.ts'
import { happening, processMade, teamMade } from '../support/subject-events.ts'
import { runs, TIMEOUT_MS } from './runs.ts'

const design = designOf({
  processes: [
    {
      id: 'tour',
      name: 'Tour',
      lanes: [{ name: 'guest' }, { name: 'guide' }],
      activities: [{ id: 'rest', name: 'Rest', type: 'task', lane: 'guest' }],
    },
  ],
  teams: [
    {
      id: 'guild',
      name: 'Guild',
      permissions: [
        ['member', { leave: true }],
        ['leader', { lock: true, peer: true, assign: true, leave: true, kick: true }],
      ],
      settings: { max_players: String(ROOM) },
    },
  ],
})

const players = ['neo', 'trinity', 'morpheus', 'oracle']

type Thing = Subject & { readonly access: 'PUBLIC' | 'PROTECTED' }

/** What there is, all of it neo's at first; a process and a team have the same id. */
const things: readonly Thing[] = [
  { kind: 'process', id: 'ask', access: 'PROTECTED' },
  { kind: 'team', id: 'ask', access: 'PROTECTED' },
  { kind: 'team', id: 'open', access: 'PUBLIC' },
  { kind: 'process', id: 'neo/open', access: 'PUBLIC' },
]

interface Step {
  readonly act: string
  readonly as: string
  readonly other: string
  readonly where: number
  /** Which of what was pending, counted back from the newest. */
  readonly which: number
  /** Whether it is answered in the right place, and by the right one there. */
  readonly aim: 'both' | 'place' | 'neither'
  readonly roles: number
}

const acts: readonly (readonly [act: string, weight: number])[] = [
  ['invite', 6],
  ['join', 10],
  ['askRoles', 9],
  ['accept', 6],
  ['reject', 2],
  ['cancel', 2],
  ['approve', 4],
  ['decline', 2],
  ['leave', 3],
  ['lock', 2],
  ['deleteSubject', 1],
  ['deletePlayer', 1],
  ['transfer', 1],
]

/** Those about something that is pending. */
const answers = ['accept', 'reject', 'cancel', 'approve', 'decline']

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.oneof(...acts.map(([act, weight]) => ({ weight, arbitrary: fc.constant(act) }))),
  as: fc.constantFrom('neo', 'neo', ...players),
  other: fc.constantFrom(...players),
  where: fc.constantFrom(0, 0, 1, 1, 1, 1, 2, 3),
  which: fc.nat(5),
  aim: fc.constantFrom('both', 'both', 'both', 'place', 'neither'),
  roles: fc.nat(3),
})
const steps = fc.noBias(fc.array(step, { minLength: 10, maxLength: 80, size: 'max' }))

const rolesToCome = {
  team: [{ member: true }, { member: true }, { leader: true }, { member: true, leader: true }],
  process: [{ guest: 'player' }, { guide: 'observer' }, { guest: 'player', guide: 'player' }, { guide: 'player' }],
} as const
const rolesToAsk = {
  team: [{ leader: true }, { leader: true, member: false }, { member: true }, { leader: false }],
  process: [{ guide: 'player' }, { guest: false, guide: 'player' }, { guest: 'observer' }, { guest: false }],
} as const

/** A game and what it should be; both are told the same. */
class Pair {
  readonly game: MemoryGame
  readonly naive = new NaiveRequests()
  /** All that was ever pending. */
  readonly made: NaiveRequest[] = []
  readonly seen = new Map<string, number>()

  constructor(game: MemoryGame) {
    this.game = game
  }

  async begin(): Promise<void> {
    for (const id of players) await this.call('POST /v2/admin/players', undefined, {}, { id })
    for (const thing of things) await this.make(thing, 'neo')
  }

  async make(thing: Thing, owner: string): Promise<void> {
    const { kind, id, access } = thing
    const event: GameEvent =
      kind === 'team'
        ? teamMade({ id, definition: 'guild', access, owner, members: { [owner]: ['leader'] } })
        : processMade(design, {
            id,
            definition: 'tour',
            access,
            owner,
            members: { [owner]: { guest: 'player', guide: 'player' } },
          })
    await this.happens(event)
    this.naive.make(subjectKey(thing), kind, access, owner)
  }

  happens(...events: readonly GameEvent[]) {
    return this.game.runtime.execute(happening, { events }, { client: 'test' })
  }

  async call(route: string, as: string | undefined, params: RowCall['params'] = {}, body?: unknown) {
    const answer = await callRow(this.game.runtime, {
      route,
      params,
      ...(body === undefined ? {} : { body }),
      ...(as === undefined ? {} : { as }),
    })
    return 'fault' in answer ? { fault: answer.fault.fault } : { body: JSON.parse(answer.json) as unknown }
  }

  /** A step with the request that it is about; where it is aimed, the right player does it in the right place. */
  aimed({ which, aim, ...step }: Step) {
    const made = this.made.at(-1 - which)
    const aimed = { ...step, request: made?.id ?? 'nothing' }
    if (aim === 'neither') return aimed
    if (made && answers.includes(step.act)) aimed.where = things.findIndex((each) => subjectKey(each) === made.subject)
    const { owner, members } =
      this.naive.subjects.get(subjectKey(things[aimed.where] ?? { kind: 'team', id: '' })) ?? {}
    const right: Readonly<Record<string, string | null | undefined>> = {
      accept: made?.candidate,
      reject: made?.candidate,
      cancel: made?.actor,
      approve: owner,
      decline: owner,
      join: players.filter((each) => !members?.has(each))[which % 2],
      askRoles: [...(members?.keys() ?? [])].at(-1),
    }
    return { ...aimed, as: right[step.act] ?? step.as }
  }

  /** Does a step; compares what the game and the model say of it. */
  async does(step: Step): Promise<void> {
    const { act, as, other, where, request, roles } = this.aimed(step)
    const thing = things[where]
    if (!thing) throw new Error('a step is nowhere')
    const { kind, id } = thing
    const { naive } = this
    const key = subjectKey(thing)
    const about = { [`${kind}_id`]: id }
    const path = kind === 'team' ? '/v2/runtime/teams/:team_id' : '/v2/runtime/processes/:process_id'
    const come = rolesToCome[kind][roles] as NaiveRoles
    const ask = rolesToAsk[kind][roles] as NaiveRoles
    const eventAbout = (event: string, parts: object = {}) => ({ event, ...naming({ ...thing, name: id }), ...parts })
    const exists = naive.subjects.get(key)
    switch (act) {
      case 'invite': {
        const body = { id: other, roles: come }
        return this.compares(
          act,
          await this.call(`POST ${path}/invites`, as, about, body),
          naive.invite(key, as, other, come),
        )
      }
      case 'join':
        return this.compares(act, await this.call(`POST ${path}/join`, as, about, come), naive.join(key, as, come))
      case 'askRoles':
        return this.compares(act, await this.call(`POST ${path}/roles`, as, about, ask), naive.askRoles(key, as, ask))
      case 'accept':
      case 'reject': {
        const route = `${act === 'accept' ? 'POST' : 'DELETE'} /v2/runtime/invites/:invite_id`
        return this.compares(act, await this.call(route, as, { invite_id: request }), naive[act](request, as))
      }
      case 'cancel': {
        const params = { ...about, invite_id: request }
        return this.compares(
          act,
          await this.call(`DELETE ${path}/invites/:invite_id`, as, params),
          naive.cancel(key, request, as),
        )
      }
      case 'approve':
      case 'decline': {
        const route = `${act === 'approve' ? 'POST' : 'DELETE'} ${path}/approvals/:request_id`
        const params = { ...about, request_id: request }
        return this.compares(act, await this.call(route, as, params), naive[act](key, request, as))
      }
      case 'leave':
        return this.compares(act, await this.call(`POST ${path}/leave`, as, about), naive.leave(key, as))
      case 'lock':
        if (!exists || kind !== 'team') return
        exists.locked = !exists.locked
        await this.happens(eventAbout(exists.locked ? 'team:locked' : 'team:unlocked'))
        return
      case 'deleteSubject':
        if (!exists) return this.make(thing, other)
        naive.deleteSubject(key)
        await this.happens(eventAbout('delete'))
        return
      case 'deletePlayer':
        naive.deletePlayer(other)
        await this.call('DELETE /v2/admin/players/:player_id', undefined, { player_id: other })
        await this.call('POST /v2/admin/players', undefined, {}, { id: other })
        return
      case 'transfer':
        if (!exists || !exists.members.has(other)) return
        exists.owner = other
        await this.happens(eventAbout('transfer', { engine: { owner: other } }))
        return
      default:
        throw new Error(`there is no act ${act}`)
    }
  }

  compares(act: string, real: { readonly fault: string } | { readonly body: unknown }, came: Came): void {
    const told = 'fault' in real ? real.fault.replace(/^\w+_instance_not_found$/, 'unknown') : 'done'
    expect(told, act).toBe('fault' in came ? came.fault : 'done')
    this.seen.set(`${act} ${told}`, (this.seen.get(`${act} ${told}`) ?? 0) + 1)
    if ('fault' in came || !came.made || !('body' in real)) return
    const { id } = real.body as { readonly id: string }
    expect(real.body).toMatchObject({ event: came.made.event, roles: came.made.roles, state: 'PENDING' })
    const made = { ...came.made, id }
    this.made.push(made)
    this.naive.pending.push(made)
  }

  /** All lists of both sides, and who is in what. */
  async agrees(game: MemoryGame = this.game): Promise<void> {
    const { naive } = this
    for (const player of players) {
      expect(await listed(game, 'GET /v2/runtime/invites', player)).toEqual(shown(naive.got(player)))
      expect(await listed(game, 'GET /v2/runtime/approvals', player)).toEqual(shown(naive.asked(player)))
      for (const { kind, id } of things) {
        const path = kind === 'team' ? 'teams/:team_id' : 'processes/:process_id'
        const params = { [`${kind}_id`]: id }
        const key = subjectKey({ kind, id })
        const [sent, heard] = [naive.sent(key, player), naive.heard(key, player)]
        expect(await listed(game, `GET /v2/runtime/${path}/invites`, player, params)).toEqual(sent && shown(sent))
        expect(await listed(game, `GET /v2/runtime/${path}/approvals`, player, params)).toEqual(heard && shown(heard))
        const { members, drops } = game.runtime.state
        const membership = memberOf(members, drops, key, player)
        const held = naive.subjects.get(key)?.members.get(player)
        expect(membership && Object.fromEntries(namedEntries(membership.roles))).toEqual(held)
      }
    }
  }
}

const shown = (requests: readonly NaiveRequest[]) =>
  requests.map(({ id, event, subject, actor, roles }) => ({ id, event, subject, actor, roles }))

/** All that a list has; undefined where it is refused. */
async function listed(game: MemoryGame, route: string, as: string, params: RowCall['params'] = {}): Promise<unknown> {
  const answer = await callRow(game.runtime, { route, as, params, query: { limit: '1000' } })
  if ('fault' in answer) return undefined
  const { data, total } = JSON.parse(answer.json) as { data: Shown[]; total: number }
  expect(data).toHaveLength(total)
  return data.map(({ id, event, process, team, actor, roles }) => ({
    id,
    event,
    subject: process ? `process:${process.id}` : `team:${team?.id}`,
    actor: actor.id,
    roles,
  }))
}

interface Shown {
  readonly id: string
  readonly event: string
  readonly actor: { readonly id: string }
  readonly process?: { readonly id: string }
  readonly team?: { readonly id: string }
  readonly roles: unknown
}

async function begun(): Promise<Pair> {
  const pair = new Pair(await newMemoryGame([design], 'seed'))
  await pair.begin()
  return pair
}

test(
  'random invitations, requests and what comes between them go as the table of document 1 says',
  { timeout: TIMEOUT_MS },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.nat(40), async (list, cut) => {
        const pair = await begun()
        let snapshot = beginSnapshot(pair.game)
        for (const [i, each] of list.entries()) {
          await pair.does(each)
          if (i === cut) snapshot = beginSnapshot(pair.game)
          if (i % 5 === 0) await pair.agrees()
        }
        await pair.agrees()
        for (const again of [await recovered(pair.game), await recovered(pair.game, snapshot())]) {
          expect(snapshotTexts(again)).toEqual(snapshotTexts(pair.game))
          await pair.agrees(again)
        }
      }),
      runs(60),
    )
  },
)

test('random histories come to each transition and each refusal', { timeout: TIMEOUT_MS }, async () => {
  const seen = new Map<string, number>()
  for (const list of fc.sample(steps, { numRuns: 200, seed: 1 })) {
    const pair = await begun()
    for (const each of list) await pair.does(each)
    for (const [what, times] of pair.seen) seen.set(what, (seen.get(what) ?? 0) + times)
  }
  const wanted = [
    ...['done', 'access_denied', 'team_locked', 'member_exists', 'performer_exists', 'already_invited', 'unknown'].map(
      (came) => `invite ${came}`,
    ),
    ...['done', 'team_locked', 'player_exists', 'forbidden', 'already_requested'].map((came) => `join ${came}`),
    ...['done', 'team_locked', 'role_required', 'already_requested'].map((came) => `askRoles ${came}`),
    ...['done', 'invalid_invite', 'team_locked', 'forbidden'].map((came) => `accept ${came}`),
    ...['reject', 'cancel'].flatMap((act) => [`${act} done`, `${act} invalid_invite`]),
    ...['done', 'access_denied', 'invalid_approval_request', 'team_locked', 'forbidden'].map(
      (came) => `approve ${came}`,
    ),
    ...['done', 'access_denied', 'invalid_approval_request'].map((came) => `decline ${came}`),
    'leave done',
  ]
  expect(wanted.filter((what) => (seen.get(what) ?? 0) < 3)).toEqual([])
})
