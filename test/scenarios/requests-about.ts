import { expect } from 'vitest'
import { compileDesign, type Design } from '../../src/game/design/design.ts'
import type { GameEvent } from '../../src/game/kernel/entry.ts'
import { keyOf } from '../../src/game/kernel/name-map.ts'
import { memberOf } from '../../src/game/members/state.ts'
import { naming, subjectKey, type Subject } from '../../src/game/members/subject.ts'
import type { RequestedRoles } from '../../src/game/requests/shapes.ts'
import { contractDesign } from '../contract/game-design.ts'
import type { TestGame } from '../support/http.ts'
import { happening, type memberCame, processMade, teamMade } from '../support/subject-events.ts'
import { newPlayer, send, type Step } from './scenario.ts'

const design = compileDesign(contractDesign) as Design
/** A player whose alias is the id. */
export const refer = (id: string) => ({ id, alias: id })

/** How requests about a kind look: what stands in it, and what is asked for. */
export interface About {
  readonly subject: Subject
  /** Neo's, with trinity and morpheus in it. */
  readonly made: () => GameEvent
  /** Roles that neo offers, and that oracle asks for. */
  readonly roles: RequestedRoles
  /** Roles that trinity asks for, and how hers change by them. */
  readonly others: RequestedRoles
  readonly changes: unknown
  /** Roles with which somebody is in it, and with which trinity has all that she asks for. */
  readonly held: Cast
  readonly asWanted: Cast
  /** Roles of which one has gone when `dropRole` has changed the design, and what is left of them. */
  readonly someGone: { readonly some: RequestedRoles; readonly left: RequestedRoles }
  readonly dropRole: (game: TestGame) => Promise<unknown>
  readonly dropDefinition: (game: TestGame) => Promise<unknown>
  readonly restoreDefinition: (game: TestGame) => Promise<unknown>
  /** Where it stands in paths. */
  readonly path: string
  readonly named: object
}

type Cast = Parameters<typeof memberCame>[2]

const versions = '/v2/design/versions/latest'

async function succeeds(game: TestGame, ...calls: readonly Step[]): Promise<void> {
  for (const each of calls) expect((await send(game, each)).status, each.call).toBe(200)
}

/** Changes the design that the game runs. */
const redesign = (game: TestGame, method: string, component: string, body?: unknown): Promise<void> =>
  succeeds(
    game,
    { call: `${method} ${versions}/${component}`, ask: body === undefined ? {} : { body } },
    { call: `POST ${versions}/deploy` },
  )

/** The boards that name the team, which cannot be deployed without it. */
const boardsOfGuilds = contractDesign.leaderboards
  .filter((board) => (board as { scope: { id?: string } }).scope.id === 'guild')
  .map((board) => (board as { id: string }).id)

const designOf = (kind: 'processes' | 'teams', wanted: string): unknown =>
  contractDesign[kind].find((each) => (each as { id: string }).id === wanted)

/** An event about something that is named as its id. */
export const eventAbout = (event: string, subject: Subject, parts: object): GameEvent => ({
  event,
  ...naming({ ...subject, name: subject.id }),
  ...parts,
})
/** It is another player's from now on. */
export const handed = (subject: Subject, player: string) =>
  eventAbout('transfer', subject, { player: refer(player), new_owner: refer(player), engine: { owner: player } })
/** A player has left. */
export const memberWent = (subject: Subject, player: string) =>
  eventAbout('leave', subject, { actor: refer(player), engine: { members: [{ player, roles: null }] } })

const tour = 'neo/ask'
/** About a tour. */
export const ofProcess: About = {
  subject: { kind: 'process', id: tour },
  made: () =>
    processMade(design, {
      id: tour,
      definition: 'tour',
      access: 'PROTECTED',
      owner: 'neo',
      members: { neo: { guest: 'player' }, trinity: { guest: 'player' }, morpheus: { guide: 'observer' } },
    }),
  roles: { guide: 'player' },
  others: { guest: 'observer', guide: 'player' },
  changes: { guest: { old: 'player', new: 'observer' }, guide: { old: null, new: 'player' } },
  held: { guest: 'observer' },
  asWanted: { guest: 'observer', guide: 'player' },
  someGone: { some: { guest: 'player', guide: 'player' }, left: { guest: 'player' } },
  dropRole: (game) =>
    redesign(game, 'PATCH', 'processes/tour', {
      lanes: [{ name: 'guest' }],
      activities: [{ id: 'rest', name: 'Rest', type: 'task', lane: 'guest' }],
      sequence_flows: [],
    }),
  dropDefinition: (game) => redesign(game, 'DELETE', 'processes/tour'),
  restoreDefinition: (game) => redesign(game, 'POST', 'processes', designOf('processes', 'tour')),
  path: `processes/${encodeURIComponent(tour)}`,
  named: { process: { id: tour, name: tour } },
}

const guild = 'ask-guild'
/** About a guild. */
export const ofTeam: About = {
  subject: { kind: 'team', id: guild },
  made: () =>
    teamMade({
      id: guild,
      definition: 'guild',
      access: 'PROTECTED',
      owner: 'neo',
      members: { neo: ['leader'], trinity: ['member'], morpheus: ['officer'] },
    }),
  roles: { officer: true },
  others: { officer: true },
  changes: { officer: { old: null, new: true } },
  held: ['member'],
  asWanted: ['member', 'officer'],
  someGone: { some: { member: true, officer: true }, left: { member: true } },
  dropRole: (game) =>
    redesign(game, 'PATCH', 'teams/guild', {
      permissions: [
        ['member', {}],
        ['leader', { lock: true }],
      ],
    }),
  dropDefinition: async (game) => {
    await succeeds(game, ...boardsOfGuilds.map((id) => ({ call: `DELETE ${versions}/leaderboards/${id}` })))
    await redesign(game, 'DELETE', 'teams/guild')
  },
  restoreDefinition: (game) => redesign(game, 'POST', 'teams', designOf('teams', 'guild')),
  path: `teams/${guild}`,
  named: { team: { id: guild, name: guild } },
}

/** A game with these players, and ways to look at and into it as one of them. */
export function playersOf(game: TestGame) {
  const runtime = game.emulator.runtime('staging')
  return {
    runtime,
    enter: async () => {
      for (const id of ['neo', 'trinity', 'morpheus', 'oracle', 'smith']) await send(game, newPlayer(id))
    },
    happens: (...events: readonly GameEvent[]) => runtime.execute(happening, { events }, { client: 'test' }),
    /** Calls as a player, and gives the answer with the events that came of it. */
    call: async (as: string, called: string, body?: unknown) => {
      const before = runtime.state.seq
      const reply = await send(game, { call: called, ask: { as, ...(body === undefined ? {} : { body }) } })
      const entries = await Array.fromAsync(runtime.history({ since: { seq: before + 1 } }))
      return { status: reply.status, body: reply.body as unknown, events: entries.flatMap(({ events }) => events) }
    },
    list: async (as: string, path: string, query: Readonly<Record<string, number>> = {}) => {
      const { status, body } = await game.request('GET', path, { as, query })
      expect(status).toBe(200)
      return body as unknown
    },
    rolesOf: ({ subject }: About, player: string): unknown =>
      memberOf(runtime.state.members, runtime.state.drops, subjectKey(subject), player)?.roles,
  }
}
export type Players = ReturnType<typeof playersOf>

/** A list with all that it has in one page. */
export const paged = (...data: readonly unknown[]) => ({ data, total: data.length })

/** Roles as they are kept. */
export const keyed = (roles: RequestedRoles) =>
  Object.fromEntries(Object.entries(roles).map(([name, role]) => [keyOf(name), role]))
