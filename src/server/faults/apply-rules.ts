import { setTimeout as wait } from 'node:timers/promises'
import type { ApiClient } from '../../auth/clients.ts'
import { hasCredentials } from '../../auth/credentials.ts'
import { fault, faultBody, invalid, statusOf, isFault } from '../../game/kernel/fault.ts'
import { happens } from '../../game/kernel/randomness.ts'
import { FOR_CONTROL, TOKEN_PATH } from '../../interface/addresses.ts'
import { covers } from '../../interface/route-pattern.ts'
import { jsonAnswer, type Answer } from '../answer.ts'
import type { Call, Endpoint, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { tokenFields } from '../token-endpoint.ts'
import { pathsOf } from './called-paths.ts'
import type { FaultRule } from './fault-rules.ts'

/**
 * Answers a call under the fault rules. The rules for the call are drawn one after the other. A rule that comes true delays
 * the call, and the first one that does more than that ends it before the endpoint does anything. Spec 6.6.
 */
export async function applyFaultRules(
  mounted: MountedEndpoint,
  endpoint: Endpoint,
  call: Call,
  context: ServerContext,
): Promise<Answer> {
  const { method, path } = mounted
  // Rules must stay removable, so the token for the control routes is never hit.
  if (path === TOKEN_PATH && call.header(FOR_CONTROL) === 'true') return endpoint(call)
  const paths = pathsOf(path, call)
  const rules = context.faultRules.all.filter(({ body }) => paths.some((parts) => covers(body.route, method, parts)))
  if (rules.length === 0) return endpoint(call)
  const { runtime, call: identified } = await callerRuntime(mounted, call, context)
  for (const rule of rules) {
    if (rule.runtime !== runtime || !hits(rule, seedOf(context, runtime))) continue
    const end = await strike(rule, identified, context.stopping)
    if (end) return end
  }
  return endpoint(identified)
}

const seedOf = ({ game }: ServerContext, runtime: ApiClient['runtime']): string => game.runtime(runtime).state.seed

/** Draws by the content of the rule and not by its id, so that the same rule hits the same calls again. */
function hits(rule: FaultRule, seed: string): boolean {
  const { body, text } = rule
  if (rule.hits >= (body.times ?? Number.POSITIVE_INFINITY)) return false
  const isHit = happens(body.rate, { seed, player: '', subject: 'fault', play: rule.calls, which: text })
  rule.calls += 1
  if (isHit) rule.hits += 1
  return isHit
}

/** Does to a call what a rule says. Returns the answer if that ends the call. */
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

/** Waits until a time has passed or the server stops. Returns false if the caller went away meanwhile. */
async function outlasts(delayMs: number, going: AbortSignal, stopping: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([going, stopping])
  await wait(delayMs, undefined, { signal }).catch(() => undefined)
  return !going.aborted
}

function cutOff(call: Call): Answer {
  call.cutOff()
  return dropped
}

/** The answer to a dropped call. Only the log shows its status. */
const dropped: Answer = { status: 444, type: '', body: '', sent: true }

/** The runtime of a call, and the call to continue with, because a body can be read only once. */
interface IdentifiedCall {
  readonly runtime: ApiClient['runtime'] | undefined
  readonly call: Call
}

/**
 * Finds the runtime of the calling client: the client of the token, else the one that the call names as `client_id`, as a
 * request for a token or for sign-in does. The runtime is undefined if there is no such client.
 */
async function callerRuntime({ path }: MountedEndpoint, call: Call, context: ServerContext): Promise<IdentifiedCall> {
  if (path === TOKEN_PATH) return namedInBody(call, context)
  const named = hasCredentials(call) ? undefined : runtimeNamed(call.query, context)
  if (named) return { runtime: named, call }
  const grant = context.auth.authenticate(call)
  return { runtime: isFault(grant) ? undefined : grant.client.runtime, call }
}

async function namedInBody(call: Call, context: ServerContext): Promise<IdentifiedCall> {
  const text = await call.body()
  const fields = isFault(text) ? text : tokenFields(call, text)
  const runtime = 'fault' in fields ? undefined : runtimeNamed(fields.value, context)
  return { runtime, call: { ...call, body: async () => text } }
}

function runtimeNamed(fields: Readonly<Record<string, unknown>>, { game }: ServerContext): IdentifiedCall['runtime'] {
  return game.settings.clients.find(({ client_id: id }) => id === fields['client_id'])?.runtime
}
