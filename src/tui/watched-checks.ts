import type { Client } from '../client/client.ts'
import { control } from '../client/control.ts'
import { ServiceError } from '../client/service-error.ts'
import type { ControlAnswer } from '../interface/control-answers.ts'

/** Returns the checks that the runtime is watched for. There are none where the service has no such route. Spec 6.6. */
export async function watchedChecks(client: Client): Promise<ControlAnswer<'GET /_gamify/checks'>['data']> {
  try {
    return (await control(client, 'GET /_gamify/checks')).body.data
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return []
    throw error
  }
}
