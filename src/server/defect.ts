import { randomBytes } from 'node:crypto'
import { faultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { ServedGame } from './served-game.ts'

/** An error that no call may cause, for the log; a 500 has its `id`. Spec 5.2 `internal_error`, `storage_failed`. */
export interface Defect {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/**
 * Endpoints whose errors become answers: 503 where the game's journal has failed, 500 for all else, files that cannot be
 * read too. Everything is told to `onDefect`, but the journal's one failure only once, however many calls it ends.
 */
export function createGuard(game: ServedGame, onDefect: (defect: Defect) => void): (endpoint: Endpoint) => Endpoint {
  const told = new WeakSet<Error>()
  /** Tells of an error, and what a call that it ends is answered. */
  const faultFor = (error: unknown, { method, path }: Call): Fault => {
    const id = randomBytes(6).toString('hex')
    if (!isStorageError(error) || game.state === 'ready') {
      onDefect({ id, method, path, error })
      return fault('internal_error', { id })
    }
    if (!told.has(error)) onDefect({ id, method, path, error })
    told.add(error)
    return fault('storage_failed', { message: error.message })
  }
  /** Too late to become an answer: what reads the stream breaks off, so that nobody takes it for whole. */
  const guardedBody = async function* (texts: AsyncIterable<string>, call: Call): AsyncGenerator<string> {
    try {
      yield* texts
    } catch (error) {
      faultFor(error, call)
      throw error
    }
  }
  return (endpoint) => async (call) => {
    try {
      const answer = await endpoint(call)
      return typeof answer.body === 'string' ? answer : { ...answer, body: guardedBody(answer.body, call) }
    } catch (error) {
      return faultAnswer(faultFor(error, call))
    }
  }
}

/** By its name, because the server knows nothing of storage. */
function isStorageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StorageError'
}
