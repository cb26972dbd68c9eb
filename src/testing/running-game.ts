import { stagingClient } from '../auth/clients.ts'
import { createClient } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import type { ClockChange, ClockReading } from '../emulator/session/clock.ts'
import type { Emulator } from '../emulator/emulator.ts'
import { parseDuration } from '../game/kernel/duration.ts'
import { fault, faultBody, isFault, statusOf, type Fault } from '../game/kernel/fault.ts'
import { createFetch } from '../server/fetch.ts'
import type { Server } from '../server/server.ts'
import { fetchWire } from './fetch-wire.ts'
import { gameSnapshots } from './game-snapshots.ts'
import type { Game, RouteInput } from './game.ts'

/** A game that is served, on a port or on none. */
export type Served = Pick<Server, 'url' | 'handler' | 'stop'>

/** A game that is served, as a test program holds it. */
export function runningGame(emulator: Emulator, { url, handler, stop }: Served): Game {
  const direct = createFetch(handler)
  const { client_id: clientId, client_secret: clientSecret } = stagingClient
  const client = createClient({ url, clientId, clientSecret, wire: fetchWire(direct.fetch) })
  const runtime = emulator.runtime('staging')
  const { snapshot, restore } = gameSnapshots(runtime.snapshots)
  let stopped: Promise<void> | undefined

  /** What the game itself says of a request of the test program. */
  const ask = async <T>(question: () => Promise<Fault | T>): Promise<T> => {
    if (stopped) throw new Error('The game has stopped')
    const answer = await question()
    if (isFault(answer)) throw refusal(answer)
    return answer
  }
  const setClock = async (change: ClockChange): Promise<Date> => dateOf(await ask(() => runtime.clock.change(change)))
  const stopAll = async (): Promise<void> => {
    await stop()
    await direct.answered()
    await emulator.stop()
  }
  const stopOnce = (): Promise<void> => (stopped ??= stopAll())
  return {
    url,
    client: {
      call: (name, ...[input]) => client.call(name, input ?? ({} as RouteInput<typeof name>)),
      request: (method, path, parts) => client.request(method, path, parts),
    },
    fetch: async (input, init) => direct.fetch(new Request(absolute(input, url), init)),
    clock: {
      now: async () => dateOf(await ask(() => runtime.clock.read())),
      advance: async (by) => setClock({ advanceMs: durationOf(by) }),
      freeze: () => setClock({ frozen: true }),
      resume: () => setClock({ frozen: false }),
    },
    snapshot: async (name) => (await ask(() => snapshot(name))).name,
    restore: async (name) => void (await ask(() => restore(name))),
    play: async (steps) => {
      const { playSteps } = await import('./play-steps.ts')
      await playSteps(client, steps)
    },
    stop: stopOnce,
    [Symbol.asyncDispose]: stopOnce,
  }
}

const dateOf = ({ now }: ClockReading): Date => new Date(now)

const absolute = <T>(input: T, url: string): T | URL => (typeof input === 'string' ? new URL(input, url) : input)

/** A fault of the game, as its client would tell it. */
function refusal(refused: Fault): ServiceError {
  return new ServiceError({ status: statusOf(refused), text: JSON.stringify(faultBody(refused)) })
}

function durationOf(by: string | number): number {
  const ms = typeof by === 'string' ? parseDuration(by) : by
  if (ms !== undefined && ms >= 0 && Number.isSafeInteger(ms)) return ms
  const message = `'${by}' is not a valid duration; expected one such as 90m, 1d12h or PT90M, or whole milliseconds`
  throw refusal(fault('invalid_request', { message }))
}
