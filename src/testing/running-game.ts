import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { turns } from '../async/turns.ts'
import { stagingClient } from '../auth/clients.ts'
import { createClient } from '../client/create-client.ts'
import { ServiceError } from '../client/service-error.ts'
import type { Wire, WireRequest } from '../client/wire.ts'
import type { Emulator } from '../emulator/emulator.ts'
import type { ClockChange, ClockReading } from '../emulator/session/clock.ts'
import { parseDuration } from '../game/kernel/duration.ts'
import { fault, faultBody, isFault, statusOf, type Fault, invalid } from '../game/kernel/fault.ts'
import { problemsOf } from '../game/kernel/schema-problems.ts'
import { createFetch } from '../server/fetch.ts'
import type { Server } from '../server/server.ts'
import type { Game, RouteInput } from './game.ts'

/** A served game, with or without a port. */
export type Served = Pick<Server, 'url' | 'handler' | 'stop'>

/** What exports each game that was created here. */
const exports = new WeakMap<object, () => AsyncIterable<string>>()

/** Returns what exports a game with its history; undefined if it is no game of a test. */
export const exportOf = (game: object): (() => AsyncIterable<string>) | undefined => exports.get(game)

/** Creates the `Game` of a test from a served game. */
export function runningGame(emulator: Emulator, { url, handler, stop }: Served): Game {
  const direct = createFetch(handler)
  const { client_id: clientId, client_secret: clientSecret } = stagingClient
  const client = createClient({ url, clientId, clientSecret, wire: fetchWire(direct.fetch) })
  const runtime = emulator.runtime('staging')
  const { snapshot, restore } = gameSnapshots(runtime.snapshots)
  let stopped: Promise<void> | undefined

  /** Runs a request of the test on the game itself. Throws a ServiceError for a fault. */
  const request = async <T>(operation: () => Promise<Fault | T>): Promise<T> => {
    if (stopped) throw new Error('The game has stopped')
    const answer = await operation()
    if (isFault(answer)) throw toServiceError(answer)
    return answer
  }
  const setClock = async (change: ClockChange): Promise<Date> =>
    dateOf(await request(() => runtime.clock.change(change)))
  const stopAll = async (): Promise<void> => {
    await stop()
    await direct.answered()
    await emulator.stop()
  }
  const stopOnce = (): Promise<void> => (stopped ??= stopAll())
  const game: Game = {
    url,
    client: {
      call: (name, ...[input]) => client.call(name, input ?? ({} as RouteInput<typeof name>)),
      request: (method, path, parts) => client.request(method, path, parts),
    },
    fetch: async (input, init) => direct.fetch(new Request(absolute(input, url), init)),
    clock: {
      now: async () => dateOf(await request(() => runtime.clock.read())),
      advance: async (by) => setClock({ advanceMs: durationOf(by) }),
      freeze: () => setClock({ frozen: true }),
      resume: () => setClock({ frozen: false }),
    },
    snapshot: async (name) => (await request(() => snapshot(name))).name,
    restore: async (name) => void (await request(() => restore(name))),
    play: async (steps) => {
      const { playSteps } = await import('./play-steps.ts')
      await playSteps(client, steps)
    },
    stop: stopOnce,
    [Symbol.asyncDispose]: stopOnce,
  }
  exports.set(game, () => {
    if (stopped) throw new Error('The game has stopped')
    return emulator.whole('staging').export({ history: true })
  })
  return game
}

const dateOf = ({ now }: ClockReading): Date => new Date(now)

const absolute = <T>(input: T, url: string): T | URL => (typeof input === 'string' ? new URL(input, url) : input)

/** Converts a fault to the error that a client would throw. */
function toServiceError(rejected: Fault): ServiceError {
  return new ServiceError({ status: statusOf(rejected), text: JSON.stringify(faultBody(rejected)) })
}

function durationOf(by: string | number): number {
  const ms = typeof by === 'string' ? parseDuration(by) : by
  if (ms !== undefined && ms >= 0 && Number.isSafeInteger(ms)) return ms
  const message = `'${by}' is not a valid duration; expected one such as 90m, 1d12h or PT90M, or whole milliseconds`
  throw toServiceError(fault('invalid_request', { message }))
}

/** Creates a wire over a `fetch` function. */
export function fetchWire(fetch: (request: Request) => Promise<Response>): Wire {
  return {
    send: async (request, signal) => {
      const response = await fetch(requestOf(request, signal))
      const { status } = response
      const isImage = response.headers.get('content-type')?.startsWith('image/')
      return isImage ? { status, text: '', image: await response.bytes() } : { status, text: await response.text() }
    },
    open: async (request, signal) => {
      const { status, body } = await fetch(requestOf(request, signal))
      return { status, pieces: body?.pipeThrough(new TextDecoderStream()) ?? nothing() }
    },
    close: async () => {},
  }
}

function requestOf({ url, method, headers, body }: WireRequest, signal?: AbortSignal): Request {
  const isWhole = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  return new Request(url, {
    method,
    headers,
    body: isWhole ? (body ?? null) : ReadableStream.from(bytesOf(body)),
    signal: signal ?? null,
    ...(!isWhole && { duplex: 'half' }),
  })
}

async function* bytesOf(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

async function* nothing(): AsyncGenerator<string> {}

/** No automatic snapshot: a test that needs the present game again saves it itself. */
const UNSAVED = { isSaved: false }

/** The operations on a game's snapshots. */
type Snapshots = Pick<ReturnType<Emulator['runtime']>['snapshots'], 'save' | 'restore' | 'delete'>

/**
 * Creates the snapshots of a game, with and without names. Concurrent operations run one after the other. The last
 * snapshot without a name is only removed once a newer one has replaced it. Throws StorageError. Spec 6.7.
 */
export function gameSnapshots(snapshots: Snapshots) {
  const inTurn = turns(1)
  let unnamed: string | undefined
  const saveUnnamed = async () => {
    const saved = await snapshots.save(`unnamed-${randomUUID()}`)
    if (isFault(saved)) return saved
    const before = unnamed
    unnamed = saved.name
    if (before !== undefined) await snapshots.delete(before)
    return saved
  }
  const restoreUnnamed = async () => (unnamed === undefined ? nothingSaved : snapshots.restore(unnamed, UNSAVED))
  return {
    snapshot: (name: unknown) => inTurn(() => (name === undefined ? saveUnnamed() : withName(name, snapshots.save))),
    restore: (name: unknown) =>
      inTurn(() => (name === undefined ? restoreUnnamed() : withName(name, (it) => snapshots.restore(it, UNSAVED)))),
  }
}

const nothingSaved = fault('snapshot_not_found', {
  message: 'No snapshot has been taken; call game.snapshot() first',
})

/** Runs an operation with a checked name, because a test can pass any value. */
async function withName<T>(value: unknown, run: (name: string) => Promise<Fault | T>): Promise<Fault | T> {
  const { data: name, error } = z.string().safeParse(value, { reportInput: true })
  return error ? invalid(problemsOf(error).map(({ message }) => ({ path: 'name', message }))) : run(name)
}
