import { control } from './control.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import type { Client } from './client.ts'
import { ServiceError } from './service-error.ts'

/**
 * How many players the deployed rules would change, and how; undefined where the service does not say: the hosted one has
 * no such route, and a client may lack the scope.
 */
export async function outOfLineOf(client: Client): Promise<Reevaluation | undefined> {
  try {
    return (await control(client, 'POST /_gamify/design/reevaluate', { body: { dry_run: true } })).body
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
