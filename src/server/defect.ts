import { randomBytes } from 'node:crypto'
import { type Fault, fault } from '../game/kernel/fault.ts'
import { faultAnswer, isStream } from './answer.ts'
import type { Call, Wrapper } from './call.ts'
import type { ServedGame } from './served-game.ts'

/**
 * An error that ended a call through no fault of the caller, for the log: a defect of gamify, whose 500 has its `id`, or a
 * failure of the storage, which comes from the environment. Spec 5.2 `internal_error`, `storage_failed`.
 */
export interface Defect {
  readonly id: string
  readonly isStorage: boolean
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/**
 * The number of failures of the storage that are remembered, so that each is reported once. After so many failures, all
 * are forgotten, and an earlier one can be reported again.
 */
const MAX_REPORTED = 1000

/** Reports an error, and returns the fault that answers the call that it ended. */
export type DefectLogger = (error: unknown, call: Pick<Call, 'method' | 'path'>) => Fault

/**
 * Creates the logger. The fault is a 503 if the game's journal has failed, or if a file that the call needs cannot be read,
 * and a 500 for everything else. A failure of the storage is reported only once, however many calls it ends.
 */
export function defectLogger(game: ServedGame, onDefect: (defect: Defect) => void): DefectLogger {
  const reported = new Set<string>()
  return (error, { method, path }) => {
    // Another node writes the game now, and nothing of this call counts.
    if (error instanceof Error && error.name === 'Fenced') return fault('temporary_failure')
    const id = randomBytes(6).toString('hex')
    if (!isStorageError(error)) {
      onDefect({ id, isStorage: false, method, path, error })
      return fault('internal_error', { id })
    }
    const { message } = error
    if (!reported.has(message)) onDefect({ id, isStorage: true, method, path, error })
    if (reported.size >= MAX_REPORTED) reported.clear()
    reported.add(message)
    // A damaged file ends only the call that needs it.
    return fault('storage_failed', game.state === 'ready' ? { problem: message } : { message })
  }
}

/** Turns the errors of an endpoint into answers. */
export function guarded(faultFor: DefectLogger): Wrapper {
  // An error in a stream is too late to become an answer. The stream breaks off, so that nobody takes it for complete.
  const guardedBody = async function* <T>(pieces: AsyncIterable<T>, call: Call): AsyncGenerator<T> {
    try {
      yield* pieces
    } catch (error) {
      faultFor(error, call)
      throw error
    }
  }
  return (endpoint) => async (call) => {
    try {
      const answer = await endpoint(call)
      return isStream(answer.body) ? { ...answer, body: guardedBody(answer.body, call) } : answer
    } catch (error) {
      return faultAnswer(faultFor(error, call))
    }
  }
}

/** Recognizes the error by its name, because the server cannot import the storage. */
function isStorageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StorageError'
}
