import type { ApiClient } from '../../auth/clients.ts'
import { hasCredentials } from '../../auth/credentials.ts'
import { isFault } from '../../game/kernel/fault.ts'
import { TOKEN_PATH } from '../../interface/service-paths.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import { credentialsIn } from '../credentials-in.ts'
import { tokenFields } from '../token-endpoint.ts'
import type { FaultContext } from './faulty.ts'

/** Whose call it is, and the call to go on with, as its body is read once only. */
interface Looked {
  readonly runtime: ApiClient['runtime'] | undefined
  readonly call: Call
}

/**
 * The runtime of the client that a call is by: of its token, else the one that it names as `client_id`, as a request for a
 * token or for sign-in does; undefined where that is nobody.
 */
export async function callerRuntime({ path }: MountedEndpoint, call: Call, context: FaultContext): Promise<Looked> {
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
