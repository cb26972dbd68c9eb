import { randomBytes } from 'node:crypto'
import { faultAnswer, isStream } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import type { Fault } from '../game/kernel/fault.ts'
import { fault } from '../game/kernel/fault.ts'
import type { ServedGame } from './served-game.ts'

/**
 * What ends a call through no fault of its own, for the log: a defect of ours, whose 500 has its `id`, or a failure of the
 * storage, which is what surrounds us and no defect. Spec 5.2 `internal_error`, `storage_failed`.
 */
export interface Defect {
  readonly id: string
  readonly isStorage: boolean
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/** Failures of the storage that are told once; after so many, the first may be told again. */
const MAX_TOLD = 1000

/** Tells of an error, and gives what a call that it ends is answered. */
export type DefectLogger = (error: unknown, call: Pick<Call, 'method' | 'path'>) => Fault

/**
 * The fault for any error: 503 where the game's journal has failed, or a file that the call needs cannot be read; 500 for
 * all else. Everything is told to `onDefect`, but a failure of the storage only once, however many calls it ends.
 */
export function defectLogger(game: ServedGame, onDefect: (defect: Defect) => void): DefectLogger {
  const told = new Set<string>()
  return (error, { method, path }) => {
    const id = randomBytes(6).toString('hex')
    if (!isStorageError(error)) {
      onDefect({ id, isStorage: false, method, path, error })
      return fault('internal_error', { id })
    }
    const { message } = error
    if (!told.has(message)) onDefect({ id, isStorage: true, method, path, error })
    if (told.size >= MAX_TOLD) told.clear()
    told.add(message)
    // One file that is damaged ends no call but this.
    return fault('storage_failed', game.state === 'ready' ? { problem: message } : { message })
  }
}

/** Endpoints whose errors become answers. */
export function createGuard(faultFor: DefectLogger): (endpoint: Endpoint) => Endpoint {
  /** Too late to become an answer: what reads the stream breaks off, so that nobody takes it for whole. */
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

/** By its name, because the server knows nothing of storage. */
function isStorageError(error: unknown): error is Error {
  return error instanceof Error && error.name === 'StorageError'
}
