import type { Grant } from '../auth/credentials.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { ServedGame, ServedRuntime } from './served-game.ts'

const waiting = fault('not_ready')

const stopped = fault('storage_failed', { message: 'the runtime stopped after an earlier failure' })

/**
 * The runtime that a call is for: that of its client. One that has stopped refuses every call, and so does a game that waits
 * for its design. Spec 5.2 `storage_failed`, `not_ready`.
 */
export function runtimeOf(game: ServedGame, { client }: Pick<Grant, 'client'>): Fault | ServedRuntime {
  if (game.state === 'waiting') return waiting
  const runtime = game.runtime(client.runtime)
  return runtime.failed ? stopped : runtime
}
