import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'
import { processSchema } from '../game/processes/design.ts'
import type { Picture, ShownProcess } from './render/process-text.ts'

/** Why a process cannot be drawn. */
interface NoPicture {
  readonly missing: string
}

/** Returns a definition of a process as its author wrote it, or the refusal of a service that does not have it. */
type ReadDefinition = (id: string) => Promise<{ readonly body: unknown } | ServiceError>

/**
 * Reads what a drawing of a process needs: its definition (default: in `latest`), and the states of its nodes. Only version
 * 1 answers the states, and only to performers, so the call is made as the owner.
 */
export async function pictureOf(
  client: Pick<Client, 'call'>,
  { id, definition, owner }: ShownProcess,
  readDefinition: ReadDefinition = latestOf(client),
): Promise<Picture | NoPicture> {
  const [design, states] = await Promise.all([
    readDefinition(definition.id),
    orRefusal('access_denied', () =>
      client.call('GET /v1/processes/:process_id', { params: { process_id: id }, as: owner.id }),
    ),
  ])
  if (design instanceof ServiceError)
    return { missing: 'gamify cannot draw this process: the latest design no longer has it' }
  if (states instanceof ServiceError)
    return { missing: `gamify cannot draw this process: only performers can see its state: ${states.description}` }
  const parsed = processSchema.safeParse(design.body)
  if (!parsed.success)
    return { missing: 'gamify cannot draw this process: the latest design has it in an unknown form' }
  return { design: parsed.data, containers: states.body.containers }
}

function latestOf(client: Pick<Client, 'call'>): ReadDefinition {
  return (id) => {
    const params = { version: 'latest', component_id: id }
    return orRefusal('process_not_found', () =>
      client.call('GET /v2/design/versions/:version/processes/:component_id', { params }),
    )
  }
}

/** Reads definitions in the design that a runtime runs, or ran at the moment that the client reads it as of. */
export function deployedOf(client: Client): ReadDefinition {
  return async (id) => {
    const { body } = await control(client, 'GET /_gamify/design/deployed')
    return { body: body.processes.find((process) => process['id'] === id) }
  }
}

/** Returns the answer of the service, or its error if it has this code. Throws all other errors. */
async function orRefusal<T>(code: string, call: () => Promise<T>): Promise<T | ServiceError> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ServiceError && error.code === code) return error
    throw error
  }
}
