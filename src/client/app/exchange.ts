import { fileForm } from '../file-form.ts'
import { withQuery, type Query } from '../http-message.ts'
import { GamifyError } from './error.ts'
import { backOff } from './waiting.ts'

/** The service, and the limits of calls. */
export interface Service {
  /** Without a trailing slash. */
  readonly url: string
  readonly fetch: typeof globalThis.fetch
  readonly timeoutMs: number
  readonly retries: number
}

/** A request without its credentials. */
export interface AppRequest {
  readonly method: string
  /** With its parameters filled in. */
  readonly path: string
  readonly query?: Query | undefined
  readonly body?: unknown
  readonly file?: Uint8Array | Blob | undefined
  /** Lets the service recognize a repeat. */
  readonly idempotencyKey?: string | undefined
  /** Whether repeating it changes nothing, so that it can be repeated whatever became of it. */
  readonly isRepeatable: boolean
}

/** What a call carries to be accepted. */
export interface Credentials {
  /** Resolves with the parameters of the query that identify the caller. */
  current(signal: AbortSignal): Promise<Query>
  /** Forgets credentials that the service refused. Returns whether others can be had. */
  forget(refused: Query): boolean
}

/** The credentials of a call that needs none. */
export const noCredentials: Credentials = { current: async () => ({}), forget: () => false }

/** The limits of one call. */
export interface Limits {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

/** An attempt that failed. */
export interface Failed {
  readonly error: GamifyError
  /** Whether the service cannot have carried it out, or it changes nothing. */
  readonly mayRepeat: boolean
}

/** The longest time that a timer can have. */
const MAX_TIMER_MS = 2_147_483_647

/** Throws a TypeError for a time that is not one. */
export function assertTimeout(timeoutMs: number): void {
  if (!(timeoutMs >= 0)) throw new TypeError(`timeoutMs is ${timeoutMs}: expected a number from 0 on`)
}

/** Begins a timer for a call, which can take forever. Throws a TypeError for a time that is not one. */
export function timerOf(timeoutMs: number, overdue: () => void): ReturnType<typeof setTimeout> {
  assertTimeout(timeoutMs)
  return setTimeout(overdue, Math.min(timeoutMs, MAX_TIMER_MS))
}

/**
 * Sends a request and resolves with the body of the answer: parsed JSON, or the bytes of an image. Renews credentials
 * once, and repeats what can be repeated. Rejects with a GamifyError, or with the reason of the caller's signal.
 */
export async function exchange(
  service: Service,
  credentials: Credentials,
  request: AppRequest,
  { signal, timeoutMs = service.timeoutMs }: Limits = {},
): Promise<unknown> {
  const overdue = new AbortController()
  const timer = timerOf(timeoutMs, () => overdue.abort())
  const both = signal ? AbortSignal.any([signal, overdue.signal]) : overdue.signal
  /** Whether an attempt is on its way, and nobody knows what becomes of it. */
  let isOnItsWay = false
  const attempt = async (caller: Query): Promise<Success | Failed> => {
    isOnItsWay = true
    const outcome = await attemptOnce(service, request, caller, both)
    isOnItsWay = false
    return outcome
  }
  try {
    return await repeated(service, credentials, attempt, both)
  } catch (error) {
    signal?.throwIfAborted()
    if (!overdue.signal.aborted || error instanceof GamifyError) throw error
    throw new GamifyError({
      code: 'timeout',
      status: 0,
      description: `no complete answer from ${service.url} within ${timeoutMs / 1000} s`,
      route: routeOf(request),
      isUncertain: isOnItsWay && !request.isRepeatable,
      cause: error,
    })
  } finally {
    clearTimeout(timer)
  }
}

async function repeated(
  { retries }: Service,
  credentials: Credentials,
  attempt: (caller: Query) => Promise<Success | Failed>,
  signal: AbortSignal,
): Promise<unknown> {
  let isRenewed = false
  for (let failures = 0; ;) {
    const caller = await credentials.current(signal)
    const outcome = await attempt(caller)
    if ('body' in outcome) return outcome.body
    const { error, mayRepeat } = outcome
    if (error.code === 'invalid_access_token' && !error.isUncertain && credentials.forget(caller) && !isRenewed) {
      isRenewed = true
      continue
    }
    failures += 1
    if (!mayRepeat || failures > retries) throw error
    await backOff(failures, signal)
  }
}

/** An attempt that succeeded. */
interface Success {
  readonly body: unknown
}

async function attemptOnce(
  service: Service,
  request: AppRequest,
  caller: Query,
  signal: AbortSignal,
): Promise<Success | Failed> {
  const opened = await open(service, request, caller, signal)
  if ('error' in opened) return opened
  const { answer } = opened
  try {
    if (answer.headers.get('content-type')?.startsWith('image/'))
      return { body: new Uint8Array(await answer.arrayBuffer()) }
    const text = await answer.text()
    const body = parsed(text)
    return body === undefined ? foreign(service, request, answer.status, NOT_OURS) : { body: body.value }
  } catch (cause) {
    signal.throwIfAborted()
    return lost(service, request, 'the answer was cut off', cause)
  }
}

/**
 * Sends a request once and resolves when a successful answer begins, or with what went wrong. Rejects with the reason of
 * the signal when that is aborted.
 */
export async function open(
  service: Service,
  request: AppRequest,
  caller: Query,
  signal: AbortSignal,
): Promise<Failed | { readonly answer: Response }> {
  const query = withQuery('', { ...request.query, ...caller })
  const address = service.url + request.path + query
  // A redirect would carry the credentials to another server, and can repeat a play.
  const init: RequestInit = { method: request.method, redirect: 'manual', signal, ...sentBody(request) }
  let answer: Response
  try {
    answer = await service.fetch(address, init)
  } catch (cause) {
    signal.throwIfAborted()
    return unanswered(service, request, { address, query }, cause)
  }
  if (answer.ok) return { answer }
  if (answer.type === 'opaqueredirect' || (answer.status >= 300 && answer.status < 400)) {
    const to = answer.headers.get('location')
    await answer.body?.cancel().catch(() => {})
    // Most redirects repeat the query of the request, which has the credentials.
    return foreign(
      service,
      request,
      answer.status,
      `it is a redirect${to === null ? '' : ` to ${to.replace(/[?#].*/s, '')}`}`,
    )
  }
  let text: string
  try {
    text = await answer.text()
  } catch (cause) {
    signal.throwIfAborted()
    return lost(service, request, 'the answer was cut off', cause)
  }
  return refused(service, request, answer.status, text)
}

/**
 * Returns the failure of a request that fetch has given up. What the platform says can have the address in it, with the
 * credentials in its query: then it is left out, as the cause too, because programs print causes.
 */
function unanswered(
  service: Service,
  request: AppRequest,
  { address, query }: { readonly address: string; readonly query: string },
  error: unknown,
): Failed {
  const reason = reasonOf(error).replaceAll(address, service.url).replaceAll(query, '')
  const cause = query !== '' && tells(error, query) ? undefined : error
  if (isBlockedPort(error))
    return { ...unreached(service, request, `${reason}: fetch never connects to this port`, cause), mayRepeat: false }
  return isUnsent(error) ? unreached(service, request, reason, cause) : lost(service, request, reason, cause)
}

/** Whether an error, or what caused it, has a text in its words. */
const tells = (error: unknown, text: string): boolean =>
  error instanceof Error
    ? `${error.message}${error.stack}`.includes(text) || tells(error.cause, text)
    : String(error).includes(text)

function sentBody({ body, file, idempotencyKey }: AppRequest): RequestInit {
  const keyed: Record<string, string> = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
  if (file !== undefined) return { body: fileForm(file), headers: keyed }
  if (body === undefined) return { headers: keyed }
  return { body: JSON.stringify(body), headers: { ...keyed, 'content-type': 'application/json' } }
}

/** What a failed attempt to connect is called. Only these prove that the service has not seen the request. */
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo'])

/**
 * Whether an error proves that nothing was sent: the connection was refused, or the name was not found. A reset or a
 * closed connection proves nothing, and browsers do not tell.
 */
function isUnsent(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  const { code, syscall, errors } = (cause ?? {}) as {
    readonly code?: unknown
    readonly syscall?: unknown
    readonly errors?: unknown
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return true
  const all: readonly unknown[] = Array.isArray(errors) && errors.length > 0 ? errors : [{ syscall }]
  return all.every((each) => CONNECTING.has((each as { readonly syscall?: unknown } | null)?.syscall))
}

/** Whether Node has refused to connect, because the port is one of other protocols. Browsers do not tell. */
const isBlockedPort = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && error.cause.message === 'bad port'

/** Returns what the platform says went wrong: Node puts it into the cause, which can have one for each address. */
function reasonOf(error: unknown): string {
  const { cause = error } = (error ?? {}) as { readonly cause?: unknown }
  const [first = cause] = (cause instanceof AggregateError ? cause.errors : []) as readonly unknown[]
  return first instanceof Error && first.message !== '' ? first.message : String(error)
}

/** Returns how errors name a request. */
export const routeOf = ({ method, path }: AppRequest): string => `${method} ${path}`

/** Returns the failure of a request that was not sent. */
function unreached({ url }: Service, request: AppRequest, reason: string, cause: unknown): Failed {
  const description = `no connection to ${url}: ${reason}`
  const error = new GamifyError({ code: 'unreachable', status: 0, description, route: routeOf(request), cause })
  return { error, mayRepeat: true }
}

/** Returns the failure of a request whose answer is lost. */
function lost({ url }: Service, request: AppRequest, reason: string, cause: unknown): Failed {
  const description = `no complete answer from ${url}: ${reason}`
  const { isRepeatable } = request
  const isUncertain = !isRepeatable
  const facts = { code: 'unreachable', status: 0, description, route: routeOf(request), isUncertain, cause }
  return { error: new GamifyError(facts), mayRepeat: isRepeatable }
}

/** Why an answer cannot be used that something else must have given. */
const NOT_OURS = 'it is not from the service; check the url of the client'
const FROM_PROXY = 'it is from a proxy, which the service did not answer'

/** The statuses with which a proxy says that it cannot reach the service at present. */
const FROM_PROXIES: ReadonlySet<number> = new Set([502, 503, 504])

/** The codes of failures that pass. */
const PASSING: ReadonlySet<string> = new Set(['unreachable', 'timeout', 'temporary_failure'])

/** Whether a call that changes nothing can succeed later, after it failed. */
export const isPassing = ({ code, status }: GamifyError): boolean =>
  PASSING.has(code) || (code === 'invalid_answer' && FROM_PROXIES.has(status))

/** Returns the failure of a request that something else than the service has answered. */
export function foreign({ url }: Service, request: AppRequest, status: number, reason: string): Failed {
  const description = `an answer of ${url} with status ${status} cannot be used: ${reason}`
  const { isRepeatable } = request
  const facts = { code: 'invalid_answer', status, description, route: routeOf(request), isUncertain: !isRepeatable }
  return { error: new GamifyError(facts), mayRepeat: isRepeatable && FROM_PROXIES.has(status) }
}

/** The codes of refusals with a status from 500 on that come before anything is done. */
const BEFORE_ALL: ReadonlySet<string> = new Set(['temporary_failure', 'not_ready'])

/** Returns the failure of a request that the service has refused. */
function refused(service: Service, request: AppRequest, status: number, text: string): Failed {
  const { error: code, error_description: description, data } = Object(parsed(text)?.value) as Record<string, unknown>
  if (typeof code !== 'string')
    return foreign(service, request, status, FROM_PROXIES.has(status) ? FROM_PROXY : NOT_OURS)
  const isUncertain = !request.isRepeatable && status >= 500 && !BEFORE_ALL.has(code)
  const words = typeof description === 'string' ? description : code
  const facts = { code, status, description: words, data, route: routeOf(request), isUncertain }
  return { error: new GamifyError(facts), mayRepeat: code === 'temporary_failure' }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
