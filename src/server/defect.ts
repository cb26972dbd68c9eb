import { randomBytes } from 'node:crypto'
import type { Answer } from './answer.ts'
import { faultAnswer } from './answer.ts'
import type { Call, Endpoint } from './call.ts'
import { fault } from '../game/kernel/fault.ts'

/** An error that no call may cause: `id` is in the answer and, with the error, in the log. Spec 5.2 `internal_error`. */
export interface Defect {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly error: unknown
}

/** The same endpoint, but an error that it throws becomes an answer: 503 for the journal's failures, 500 for all others. */
export function guarded(endpoint: Endpoint, onDefect: (defect: Defect) => void): Endpoint {
  return async (call) => {
    try {
      return await endpoint(call)
    } catch (error) {
      return failureAnswer(error, call, onDefect)
    }
  }
}

function failureAnswer(error: unknown, call: Call, onDefect: (defect: Defect) => void): Answer {
  if (error instanceof Error && error.name === 'StorageError') {
    return faultAnswer(fault('storage_failed', { message: error.message }))
  }
  const id = randomBytes(6).toString('hex')
  onDefect({ id, method: call.method, path: call.path, error })
  return faultAnswer(fault('internal_error', { id }))
}
