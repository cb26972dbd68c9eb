import type { WireAnswer } from './wire.ts'

/** The service said no: its status, its code and its words. Spec 1 "Errors". */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  /** The `error` of the body; `invalid_answer` where the body is not the service's. */
  readonly code: string
  readonly description: string
  /** The body as it came. */
  readonly text: string

  constructor({ status, text }: WireAnswer, cause?: unknown) {
    const { error, error_description } = readBody(status, text)
    super(`${error}: ${error_description}`, { cause })
    this.status = status
    this.code = error
    this.description = error_description
    this.text = text
  }
}

function readBody(status: number, text: string): { error: string; error_description: string } {
  try {
    const { error, error_description = error } = JSON.parse(text) as { error?: unknown; error_description?: unknown }
    if (typeof error === 'string' && typeof error_description === 'string') return { error, error_description }
  } catch {
    // What is no JSON object is not from the service, as what follows says.
  }
  return { error: 'invalid_answer', error_description: `an answer with status ${status} that is not the service's` }
}
