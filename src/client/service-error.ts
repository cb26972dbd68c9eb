import type { WireAnswer } from './wire.ts'

/** The service refused a call, with a status, a code and a description. Spec 1 "Errors". */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  /** The `error` of the body; `invalid_answer` if the body is not in the form of the service. */
  readonly code: string
  readonly description: string
  /** The body as received, or one in the form of the service if it was not. */
  readonly text: string
  /** The body as received, from whatever server. */
  readonly received: string

  constructor({ status, text }: WireAnswer, cause?: unknown) {
    const body = readBody(status, text)
    const { error, error_description } = body ?? invalidAnswer(status)
    super(`${error}: ${error_description}`, { cause })
    this.status = status
    this.code = error
    this.description = error_description
    this.received = text
    this.text = body === undefined ? JSON.stringify({ error, error_description }) : text
  }
}

interface ErrorBody {
  readonly error: string
  readonly error_description: string
}

/** Reads the error in a body; undefined if the body is not in the form of the service. */
function readBody(status: number, text: string): ErrorBody | undefined {
  if (status < 400) return undefined
  try {
    const { error, error_description = error } = JSON.parse(text) as { error?: unknown; error_description?: unknown }
    if (typeof error === 'string' && typeof error_description === 'string') return { error, error_description }
  } catch {
    // Not a JSON object, so not from the service.
  }
  return undefined
}

function invalidAnswer(status: number): ErrorBody {
  return { error: 'invalid_answer', error_description: `an answer with status ${status} that is not the service's` }
}

/** An answer was not complete within the time limit. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError'

  constructor(patienceMs: number) {
    super(`no complete answer within ${patienceMs / 1000} s`)
  }
}

/** No server answers at the address of the service. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(`no answer from ${url}`, { cause })
    this.url = url
  }
}

/** No server answers at any of the addresses of the service that a call could go to. */
export class NoneReachable extends UnreachableError {
  readonly attempts: readonly UnreachableError[]

  private constructor(attempts: readonly UnreachableError[]) {
    super(attempts.map(({ url }) => url).join(' and '), attempts.at(-1)?.cause)
    this.attempts = attempts
  }

  /** Returns the error of the only attempt, or one of all attempts. */
  static of(attempts: readonly UnreachableError[]): UnreachableError {
    const [only, ...others] = attempts
    return only !== undefined && others.length === 0 ? only : new NoneReachable(attempts)
  }
}
