import type * as z from 'zod'
import type { ApiClient } from '../../auth/clients.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import type { Method } from '../../game/kernel/route.ts'
import type { Lazy } from '../../game/kernel/shown-as.ts'
import type { ControlAnswer, ControlRoute } from '../../interface/control-answers.ts'
import { type Answer, faultAnswer, jsonAnswer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { ownPages } from '../gates.ts'
import { bodyOf } from '../input.ts'
import type { Fields } from '../query.ts'
import { notAllowed } from '../row-endpoint.ts'
import { runtimeOf, type ReadableRuntime, type ServedRuntime } from '../served-game.ts'

/** The path of the control routes. */
export const CONTROL_PATH = '/_gamify'

/** What control routes need of the server. */
type ControlContext = Pick<ServerContext, 'auth' | 'game' | 'secure'>

/** A call of a control route, with the client of its token and the runtime of that client. */
export interface ControlCall extends ReadCall {
  readonly runtime: ServedRuntime
}

/** A call of a control route that only reads the game. */
export interface ReadCall {
  readonly call: Call
  readonly query: Fields
  readonly runtime: ReadableRuntime
  readonly client: ApiClient
}

/**
 * Mounts a control route that `controlAnswers` lists. The handler returns a fault, or what the schema there describes;
 * `toAnswer` sends it.
 */
export function controlRoute<Name extends ControlRoute>(
  context: ServerContext,
  name: Name,
  handler: (call: ControlCall) => Fault | ControlAnswer<Name> | Promise<Fault | ControlAnswer<Name>>,
  toAnswer: (result: ControlAnswer<Name>) => Answer = (result) => jsonAnswer(200, result),
): MountedEndpoint {
  return controlEndpoint(context, name, answering(handler, toAnswer))
}

/** Mounts a control route as `controlRoute` does that only reads the game, so that it can answer from the game as it was. */
export function readRoute<Name extends ControlRoute>(
  context: ServerContext,
  name: Name,
  handler: (call: ReadCall) => Fault | ControlAnswer<Name> | Promise<Fault | ControlAnswer<Name>>,
): MountedEndpoint {
  return readEndpoint(
    context,
    name,
    answering(handler, (result) => jsonAnswer(200, result)),
  )
}

const answering =
  <C, R>(handler: (call: C) => Fault | R | Promise<Fault | R>, toAnswer: (result: R) => Answer) =>
  async (call: C): Promise<Answer> => {
    const result = await handler(call)
    return isFault(result) ? faultAnswer(result) : toAnswer(result)
  }

/**
 * Mounts a control route by its method and path. It is for tokens with scope `debug`, and not for pages of other sites.
 * Spec 6.3, 6.6.
 */
export function controlEndpoint(
  context: ControlContext,
  name: string,
  handler: (call: ControlCall) => Answer | Promise<Answer>,
): MountedEndpoint {
  return mounted(context, name, ({ client }) => runtimeOf(context.game, client), handler)
}

/** Mounts a control route as `controlEndpoint` does that only reads the game. */
export function readEndpoint(
  context: ControlContext,
  name: string,
  handler: (call: ReadCall) => Answer | Promise<Answer>,
): MountedEndpoint {
  const runtime = ({ call, client }: Omit<ReadCall, 'runtime'>) => call.past ?? runtimeOf(context.game, client)
  return { ...mounted(context, name, runtime, handler), isRead: true }
}

function mounted<R extends ReadableRuntime>(
  { game, auth, secure }: ControlContext,
  name: string,
  runtimeFor: (call: Omit<ReadCall, 'runtime'>) => Fault | R,
  handler: (call: ReadCall & { readonly runtime: R }) => Answer | Promise<Answer>,
): MountedEndpoint {
  return {
    ...methodAndPath(name),
    acceptsOtherSites: ownPages(secure),
    endpoint: async (call) => {
      if (game.loading === 'starting') await game.ready
      const grant = auth.authenticate(call)
      if (isFault(grant)) return faultAnswer(grant)
      const { client, permissions } = grant
      call.runtime = client.runtime
      call.caller = { client: client.client_id }
      if (!permissions.has('debug')) return faultAnswer(notAllowed)
      const about = { call, query: call.query, client }
      const runtime = runtimeFor(about)
      return isFault(runtime) ? faultAnswer(runtime) : handler({ ...about, runtime })
    },
  }
}

function methodAndPath(name: string): Pick<MountedEndpoint, 'method' | 'path'> {
  const [method, path = ''] = name.split(' ')
  return { method: method as Method, path }
}

/** Reads the JSON body of a call by a schema. */
export async function readBody<S extends z.ZodType>(
  call: Call,
  schema: Lazy<S>,
): Promise<Fault | { readonly value: z.output<S> }> {
  const text = await call.body()
  if (typeof text !== 'string') return text
  const read = bodyOf(schema, text)
  return 'fault' in read ? read : { value: read.value as z.output<S> }
}

/** Returns a list as control routes answer it. */
export function listOf<T>(data: readonly T[]): { data: T[]; total: number } {
  return { data: [...data], total: data.length }
}
