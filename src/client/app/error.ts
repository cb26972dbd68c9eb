/** The facts of a call that failed. */
interface Failure {
  readonly code: string
  readonly status: number
  readonly description: string
  readonly data?: unknown
  /** The method and path of the call, without its query, which has credentials. */
  readonly route: string
  readonly isUncertain?: boolean
  readonly cause?: unknown
}

/** A call failed: the service refused it, or gave no answer of its own. Spec 6.8. */
export class GamifyError extends Error {
  override readonly name = 'GamifyError'
  readonly code: string
  readonly status: number
  readonly description: string
  readonly data: unknown
  readonly isUncertain: boolean

  constructor({ code, status, description, data, route, isUncertain = false, cause }: Failure) {
    super(`${route}: ${code}: ${description}${problemsIn(data)}`, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.description = description
    this.data = data
    this.isUncertain = isUncertain
  }
}

/** Returns the problems of an input as text, each with its place. Spec 5.2 `validation_exception`. */
function problemsIn(data: unknown): string {
  const { errors } = (data ?? {}) as { readonly errors?: unknown }
  if (!Array.isArray(errors)) return ''
  const texts = errors.map((problem: unknown) => {
    const { path, message } = Object(problem) as { readonly path?: unknown; readonly message?: unknown }
    return [path, message].filter((text) => typeof text === 'string' && text !== '').join(': ')
  })
  return ` (${texts.join('; ')})`
}
