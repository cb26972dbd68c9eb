import type { WireAnswer } from './wire.ts'

/** The service said no: its status, its code and its words. Spec 1 "Errors". */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  /** The `error` of the body; `invalid_answer` where the body is not the service's. */
  readonly code: string
  readonly description: string
  /** The body as it came, or one in the shape of the service's where it was none. */
  readonly text: string
  /** The body as it came, whoever it is from. */
  readonly received: string

  constructor({ status, text }: WireAnswer, cause?: unknown) {
    const told = readBody(status, text)
    const { error, error_description } = told ?? invalidAnswer(status)
    super(`${error}: ${error_description}`, { cause })
    this.status = status
    this.code = error
    this.description = error_description
    this.received = text
    this.text = told === undefined ? JSON.stringify({ error, error_description }) : text
  }
}

interface ErrorBody {
  readonly error: string
  readonly error_description: string
}

/** What the service says went wrong; nothing where it is not the service that says it. */
function readBody(status: number, text: string): ErrorBody | undefined {
  if (status < 400) return undefined
  try {
    const { error, error_description = error } = JSON.parse(text) as { error?: unknown; error_description?: unknown }
    if (typeof error === 'string' && typeof error_description === 'string') return { error, error_description }
  } catch {
    // No JSON object: not from the service.
  }
  return undefined
}

function invalidAnswer(status: number): ErrorBody {
  return { error: 'invalid_answer', error_description: `an answer with status ${status} that is not the service's` }
}

/** An answer that was waited for, to its end, as long as it may be. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError'

  constructor(patienceMs: number) {
    super(`no complete answer within ${patienceMs / 1000} s`)
  }
}

/** Nobody answers at the address of the service. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(`no answer from ${url}`, { cause })
    this.url = url
  }
}
