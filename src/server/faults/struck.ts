import { setTimeout as wait } from 'node:timers/promises'
import type { ApiClient } from '../../auth/clients.ts'
import { fault, faultBody, invalid, statusOf, isFault } from '../../game/kernel/fault.ts'
import { FOR_CONTROL, TOKEN_PATH } from '../../interface/service-paths.ts'
import { happens } from '../../game/kernel/randomness.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import { pathsOf } from './called-paths.ts'
import type { FaultRule } from './fault-rules.ts'
import type { FaultContext } from './faulty.ts'
import { covers } from '../../interface/route-pattern.ts'
import { hasCredentials } from '../../auth/credentials.ts'
import { credentialsIn } from '../credentials-in.ts'
import { tokenFields } from '../token-endpoint.ts'

/**
 * What a call is answered under fault rules. Those for it are drawn one after the other: each that comes true makes it wait,
 * and the first that is for more than that ends it before anything is done. Spec 6.6.
 */
export async function struck(mounted: MountedEndpoint, call: Call, context: FaultContext): Promise<Answer> {
  const { method, path, endpoint } = mounted
  // Rules can be taken out whatever they are for.
  if (path === TOKEN_PATH && call.header(FOR_CONTROL) === 'true') return endpoint(call)
  const paths = pathsOf(path, call)
  const rules = context.rules.all.filter(({ body }) => paths.some((parts) => covers(body.route, method, parts)))
  if (rules.length === 0) return endpoint(call)
  const { runtime, call: looked } = await callerRuntime(mounted, call, context)
  for (const rule of rules) {
    if (rule.runtime !== runtime || !hits(rule, seedOf(context, runtime))) continue
    const end = await strike(rule, looked, context.stopping)
    if (end) return end
  }
  return endpoint(looked)
}

const seedOf = ({ game }: FaultContext, runtime: ApiClient['runtime']): string => game.runtime(runtime).state.seed

/** Drawn by what the rule says and not by its id, so that the same rule hits the same calls once more. */
function hits(rule: FaultRule, seed: string): boolean {
  const { body, text } = rule
  if (rule.hits >= (body.times ?? Number.POSITIVE_INFINITY)) return false
  const isHit = happens(body.rate, { seed, player: '', subject: 'fault', play: rule.calls, which: text })
  rule.calls += 1
  if (isHit) rule.hits += 1
  return isHit
}

/** Does to a call what a rule says; gives the answer where that ends it. */
async function strike({ id, body }: FaultRule, call: Call, stopping: AbortSignal): Promise<Answer | undefined> {
  const { delay_ms: delayMs, drop = false, error, status } = body
  const waits = delayMs !== undefined
  if (waits && !(await outlasts(delayMs, call.signal(), stopping))) return cutOff(call)
  if (drop) return cutOff(call)
  if (waits && error === undefined && status === undefined) return undefined
  const found = error === 'validation_exception' ? invalid([]) : fault(error ?? 'temporary_failure')
  const words = { error_description: `Fault on demand: the rule '${id}' applied to this call` }
  return { ...jsonAnswer(status ?? statusOf(found), { ...faultBody(found), ...words }), error: found.fault }
}

/** Waits, no longer than the server does not stop; false where the caller went away meanwhile. */
async function outlasts(delayMs: number, going: AbortSignal, stopping: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([going, stopping])
  await wait(delayMs, undefined, { signal }).catch(() => undefined)
  return !going.aborted
}

function cutOff(call: Call): Answer {
  call.cutOff()
  return dropped
}

/** Of a call that nobody answers; the status is for the log alone. */
const dropped: Answer = { status: 444, type: '', body: '', sent: true }

/** Whose call it is, and the call to go on with, as its body is read once only. */
interface Looked {
  readonly runtime: ApiClient['runtime'] | undefined
  readonly call: Call
}

/**
 * The runtime of the client that a call is by: of its token, else the one that it names as `client_id`, as a request for a
 * token or for sign-in does; undefined where that is nobody.
 */
async function callerRuntime({ path }: MountedEndpoint, call: Call, context: FaultContext): Promise<Looked> {
  const credentials = credentialsIn(call)
  if (path === TOKEN_PATH) return namedInBody(call, context)
  const named = hasCredentials(credentials) ? undefined : runtimeNamed(credentials.query, context)
  if (named) return { runtime: named, call }
  const grant = context.auth.authenticate(credentials)
  return { runtime: isFault(grant) ? undefined : grant.client.runtime, call }
}

async function namedInBody(call: Call, context: FaultContext): Promise<Looked> {
  const text = await call.body()
  const fields = isFault(text) ? text : tokenFields(call, text)
  const runtime = 'fault' in fields ? undefined : runtimeNamed(fields.value, context)
  return { runtime, call: { ...call, body: async () => text } }
}

function runtimeNamed(fields: Readonly<Record<string, unknown>>, { game }: FaultContext): Looked['runtime'] {
  return game.settings.clients.find(({ client_id: id }) => id === fields['client_id'])?.runtime
}
