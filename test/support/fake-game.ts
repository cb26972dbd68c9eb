import * as z from 'zod'
import { knownClients, type ApiClient } from '../../src/auth/clients.ts'
import { forgetfulStore } from '../../src/auth/ended-logins.ts'
import type { HistoryEntry, HistoryRange } from '../../src/emulator/history/history-range.ts'
import type { ClockReading } from '../../src/emulator/session/clock.ts'
import { coverageOf } from '../../src/game/design/coverage.ts'
import { emptyDesign } from '../../src/game/design/source.ts'
import { fault, type Fault } from '../../src/game/kernel/fault.ts'
import type { Operation, View } from '../../src/game/kernel/operation.ts'
import { idSchema, paging, period, strictObject } from '../../src/game/kernel/schema.ts'
import { ReevaluationTally } from '../../src/game/rules/reevaluation-tally.ts'
import type { JsonRow, Row } from '../../src/server/row.ts'
import type { ServedGame, ServedRuntime } from '../../src/server/served-game.ts'
import { testGame } from './test-game.ts'

/** A game for the server's own tests: some players, one of them disabled, and operations that tell what they were given. */
export interface FakeGame extends ServedGame {
  state: ServedGame['state']
  ready: Promise<void>
  /** Every operation that was run: runtime, name, input, caller. */
  readonly runs: { runtime: string; op: string; input: unknown; caller: unknown }[]
  /** What the next operations do instead of answering. */
  execute: ((op: Row['op'], input: unknown) => Promise<unknown>) | undefined
  /** Runtimes that have stopped. */
  readonly failed: Set<string>
  /** What a clock's reading and a player's standing wait for before they answer. */
  kept: Promise<void>
  readonly entries: HistoryEntry[]
  /** Entries that were read from the history, and how many follow it. */
  given: number
  followers: number
  /** Adds an entry, for those too who follow the history. */
  append(entry: HistoryEntry): void
}

/** A fake game with the development clients and those given. */
export function fakeGame(clients: readonly ApiClient[] = []): FakeGame {
  const listeners = new Set<() => void>()
  const game: FakeGame = {
    settings: { clients: knownClients(clients), game: testGame('fake') },
    secret: 'a secret of the data directory',
    revoked: forgetfulStore(),
    state: 'ready',
    get loading() {
      return game.state === 'starting' || game.state === 'waiting' ? game.state : undefined
    },
    ready: Promise.resolve(),
    runs: [],
    execute: undefined,
    failed: new Set(),
    kept: Promise.resolve(),
    entries: [],
    given: 0,
    followers: 0,
    append(entry) {
      game.entries.push(entry)
      for (const wake of listeners) wake()
    },
    runtime: (name) => runtimes[name],
    whole: () => {
      throw new Error('a fake game is neither exported nor imported')
    },
    images: {
      add: async () => ({ id: 'a'.repeat(24) }),
      picture: async ({ missing }) => missing,
    },
    designs: {
      latest: { hash: 'a'.repeat(64), source: emptyDesign },
      undeployedDifferences: () => [],
      versions: async () => ({ data: [], total: 0 }),
      execute: async (op, input, caller, runtime) => {
        game.runs.push({ runtime, op: op.name, input, caller })
        return input
      },
    },
  }
  const runtimes = {
    staging: fakeRuntime('staging', game, listeners),
    production: fakeRuntime('production', game, listeners),
  }
  return game
}

function fakeRuntime(name: string, game: FakeGame, listeners: Set<() => void>): ServedRuntime {
  let reading: ClockReading = { now: Date.UTC(2030, 0, 1), frozen: false }
  return {
    execute: async (op, input, caller) => {
      game.runs.push({ runtime: name, op: op.name, input, caller })
      if (game.execute) return game.execute(op, input)
      const state = { design: name === 'staging' ? 'hash of staging' : '' }
      return (op as View<never, never, never, unknown>).view(state as never, input, undefined as never)
    },
    executeOnce: () => Promise.reject(new Error('a game of tests has no history')),
    state: { seed: 'fake', seq: 0 },
    journalWork: undefined,
    mayBeginAt: () => false,
    tooEarly: () => undefined,
    get failed() {
      return game.failed.has(name)
    },
    whyCannotAct: (id) =>
      id === 'neo' ? undefined : game.kept.then(() => standings.get(id) ?? fault('player_not_found', { id })),
    clock: {
      read: () => game.kept.then(() => reading),
      change: async ({ now = reading.now, advanceMs = 0, frozen = reading.frozen }) => {
        if (now < reading.now) return fault('invalid_date', { name: 'now' })
        return (reading = { now: now + advanceMs, frozen })
      },
    },
    look: () => ({ seq: 0, design: '', generation: 1, players: 0, plays: 0 }),
    past: async () => fault('invalid_request', { message: 'a game of tests has no past' }),
    players: async () => ({ data: [], total: 0, seq: 0 }),
    player: async (id) => fault('player_not_found', { id }),
    checks: async () => ({ seq: 0, checks: [] }),
    coverage: { read: async () => coverageOf([]), clear: async () => coverageOf([]) },
    density: async () => ({ first: null, last: null, widthMs: 0, buckets: [] }),
    history: (range) => fakeHistory(game, listeners, range),
    follow: (range, ending) => fakeHistory(game, listeners, range, ending),
    people: {
      find: async (text, { skip, limit }) => {
        const found = people.filter(({ id, alias }) => id.includes(text) || alias.includes(text))
        return { data: found.slice(skip, skip + limit), total: found.length }
      },
      named: async (id) =>
        people.find((player) => player.id === id) ?? standings.get(id) ?? fault('player_not_found', { id }),
      join: async ({ alias }) => ({ player: { id: alias, alias } }),
    },
    snapshots: {
      list: async () => [],
      save: async (name) => ({ name, seq: 1, created: 0, size: 0 }),
      restore: async (name) => fault('snapshot_not_found', { name }),
      delete: async (name) => fault('snapshot_not_found', { name }),
    },
    reset: async () => ({ seq: 1, players: 0 }),
    rewind: async () => fault('invalid_request', { message: 'a fake has no history' }),
    why: async (id) => fault('event_not_found', { id }),
    whyNot: async ({ player_id: id }) => fault('player_not_found', { id }),
    actions: async () => [],
    findProcesses: async () => ({ data: [], total: 0 }),
    funnel: async () => fault('process_definition_not_found', { id: 'quest' }),
    reevaluate: async ({ isDryRun }) => new ReevaluationTally().answer(isDryRun),
    notices: { listen: () => ({ leave: () => {}, missedSince: async () => fault('invalid_request') }) },
  }
}

/** Those who may act. */
const people = [{ id: 'neo', alias: 'Neo' }]

const standings = new Map<string, Fault>([['smith', fault('access_denied', { message: 'disabled' })]])

async function* fakeHistory(
  game: FakeGame,
  listeners: Set<() => void>,
  { since, until, playerId }: HistoryRange,
  follow?: AbortSignal,
): AsyncGenerator<HistoryEntry> {
  game.followers += follow ? 1 : 0
  const isBeyond = ({ seq, at }: HistoryEntry) => until && ('seq' in until ? seq > until.seq : at > until.at)
  for (let next = 0; follow?.aborted !== true;) {
    const entry = game.entries[next]
    if (!entry && !follow) return
    if (!entry) {
      await new Promise<void>((resolve) => {
        listeners.add(resolve)
        follow?.addEventListener('abort', () => resolve(), { once: true })
      })
      continue
    }
    if (isBeyond(entry)) break
    next++
    const early = since && ('seq' in since ? entry.seq < since.seq : entry.at < since.at)
    if (early || (playerId !== undefined && entry.caller.player !== playerId)) continue
    game.given++
    yield entry
  }
  game.followers--
}

/** An operation that answers with what it was given, or with `result`. */
const echo = (name: string, result?: (input: never) => unknown): Operation<never, never, never, unknown> => ({
  kind: 'view',
  name,
  view: (_state, input) => (result ? result(input) : input),
})

type Parts = { params: never; query: never; body: never }
const params = () => playerParams
const playerParams = z.object({ player_id: idSchema })
const actionParams = z.object({ action_id: idSchema })
const anyObject = z.record(z.string(), z.unknown())
const pagingQuery = z.object(paging)
const periodQuery = z.object(period)
const bodyOf = ({ body }: Parts) => body
const queryOf = ({ query }: Parts) => query
const paramsOf = ({ params: of }: Parts) => of
const same = (result: unknown): unknown => result

const playBody = strictObject({
  count: z.int().min(1).optional(),
  variables: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  scopes: z.array(z.object({ id: z.string(), entity_id: z.string() })).optional(),
})
const newPlayer = strictObject({ id: idSchema, alias: z.string().optional() })
const rowDefaults = {
  api: 'v2',
  summary: 'A route of a test',
  resource: 'runtime',
  caller: 'player',
  present: same,
  out: () => anyObject,
  faults: [],
} as const
const adminDefaults = { ...rowDefaults, resource: 'admin', caller: 'operator' } as const

/** The picture of the game, which no server is without. */
export const fakePicture: Row = {
  ...rowDefaults,
  method: 'GET',
  path: '/runtime/assets/game',
  op: echo('images.game'),
  input: same,
  out: 'image',
}

/** Rows of every kind that the server tells apart. */
export const fakeRows: readonly JsonRow[] = [
  {
    ...rowDefaults,
    method: 'POST',
    path: '/runtime/actions/:action_id/play',
    op: echo('actions.play'),
    params: () => actionParams,
    body: () => playBody,
    input: ({ params: of, body }: Parts) => ({ action: of, body }),
  },
  {
    ...rowDefaults,
    method: 'GET',
    path: '/runtime/player',
    op: echo('players.show', () => ({ id: 'neo' })),
    input: same,
  },
  {
    ...rowDefaults,
    api: 'v1',
    method: 'GET',
    path: '/player',
    op: echo('players.show', () => ({ id: 'neo' })),
    input: same,
  },
  {
    ...rowDefaults,
    method: 'GET',
    path: '/runtime/activity',
    op: echo('feeds.own'),
    query: () => periodQuery,
    input: queryOf,
  },
  { ...adminDefaults, method: 'GET', path: '/admin/', op: echo('game.status', () => ({ status: 'ok' })), input: same },
  {
    ...adminDefaults,
    method: 'GET',
    path: '/admin/players',
    scopes: ['game', 'debug'],
    op: echo('players.list'),
    query: () => pagingQuery,
    input: queryOf,
  },
  {
    ...adminDefaults,
    method: 'POST',
    path: '/admin/players',
    op: echo('players.create'),
    body: () => newPlayer,
    input: bodyOf,
  },
  {
    ...adminDefaults,
    method: 'GET',
    path: '/admin/players/:player_id',
    op: echo('players.get'),
    params,
    input: paramsOf,
  },
  {
    ...adminDefaults,
    method: 'DELETE',
    path: '/admin/players/:player_id',
    op: echo('players.delete'),
    params,
    input: paramsOf,
  },
  {
    ...adminDefaults,
    method: 'POST',
    path: '/admin/players/:player_id/reset',
    op: echo('players.reset'),
    params,
    input: paramsOf,
  },
]
