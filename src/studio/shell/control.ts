import type { Client, RequestParts } from '../../client/client.ts'
import type { ControlAnswer, ControlRoute } from '../../interface/control-answers.ts'
import type { LabNews } from '../../interface/lab-jobs.ts'
import type { WhyNot, WhyNotQuery } from '../../interface/why-answer.ts'

/**
 * Calls a control route. The page comes with the program that answers it, so the shape of the answer is not checked. Rejects
 * with a ServiceError if the service refuses the call. Spec 6.6.
 */
export async function control<Name extends ControlRoute>(
  client: Client,
  name: Name,
  parts: RequestParts = {},
): Promise<ControlAnswer<Name>> {
  const [method = '', path = ''] = name.split(' ')
  return (await client.request(method, path, parts)).body as ControlAnswer<Name>
}

/** Asks what prevents a play or a rule, now or at a moment of the history. Spec 6.6 `POST /why-not`. */
export const whyNotAt = (client: Client, query: WhyNotQuery, at: string | undefined): Promise<WhyNot> =>
  // The moment is a part of the question: only what has no body can be read as of then.
  control(client, 'POST /_gamify/why-not', { body: { ...query, ...(at !== undefined && { at }) }, asOf: undefined })

/** Runs a job of the lab, and yields what it says. Rejects with a ServiceError if it is refused. Spec 6.6. */
export async function* labNews(
  client: Client,
  name: 'simulate' | 'check' | 'what-if',
  body: object,
  signal: AbortSignal,
): AsyncGenerator<LabNews, void> {
  for await (const line of client.lines(`/_gamify/lab/${name}`, {}, signal, body)) yield JSON.parse(line) as LabNews
}
