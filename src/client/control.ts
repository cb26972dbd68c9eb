import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import { controlAnswers, type ControlAnswer, type ControlRoute } from '../interface/control-answers.ts'
import type { Client, RequestParts } from './client.ts'
import type { Answer } from './http-message.ts'
import { ServiceError } from './service-error.ts'

/**
 * Calls a control route. Rejects with a ServiceError if the service refuses the call or answers in another shape. Spec
 * 6.6.
 */
export async function control<Name extends ControlRoute>(
  client: Client,
  name: Name,
  parts: RequestParts = {},
): Promise<Answer<ControlAnswer<Name>>> {
  const [method = '', path = ''] = name.split(' ')
  const { body, text } = await client.request(method, path, parts)
  const { data } = (await controlAnswers[name]()).safeParse(body)
  if (data === undefined) throw new ServiceError({ status: 200, text })
  return { body: data as ControlAnswer<Name>, text }
}

/**
 * Counts how many players the rules of the deployed design would change, and how. Returns undefined if the service does
 * not answer: the hosted service has no such route, and a client may lack the scope.
 */
export async function previewReevaluation(client: Client): Promise<Reevaluation | undefined> {
  try {
    return (await control(client, 'POST /_gamify/design/reevaluate', { body: { dry_run: true } })).body
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
