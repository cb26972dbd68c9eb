import type { Client } from '../../client/client.ts'
import { linesIn } from '../../client/http-message.ts'
import { ServiceError } from '../../client/service-error.ts'
import type { LabNews } from '../../interface/lab-jobs.ts'

/** Runs a job of the lab, and yields what it says. Rejects with a ServiceError if it is refused. Spec 6.6. */
export async function* labNews(
  client: Client,
  name: 'simulate' | 'check' | 'what-if',
  body: object,
  signal: AbortSignal,
): AsyncGenerator<LabNews, void> {
  const { accessToken: token } = await client.token()
  const answer = await fetch(`/_gamify/lab/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer.ok || !answer.body) throw new ServiceError({ status: answer.status, text: await answer.text() })
  for await (const line of linesIn(location.origin, piecesOf(answer.body))) yield JSON.parse(line) as LabNews
}

async function* piecesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
}
