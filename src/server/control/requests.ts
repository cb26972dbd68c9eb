import { isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { AnsweredRequest } from '../../interface/control-answers.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import type { RequestRecord } from '../request-log.ts'
import { controlEndpoint, listOf } from './control-endpoint.ts'
import { flagIn } from './query-field.ts'

/** How often a stream without requests sends a comment, which clients ignore, to show that it is alive. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ':\n\n'

/**
 * `GET /requests?follow=true`: the last answered requests of both runtimes. With `follow`, they and all new ones are sent
 * as Server-Sent Events. Spec 6.6.
 */
export function requestsRoute(context: ServerContext): MountedEndpoint {
  const { requests, stopping } = context
  return controlEndpoint(context, 'GET /_gamify/requests', ({ call, query }) => {
    const follow = flagIn(query, 'follow', false)
    if (isFault(follow)) return faultAnswer(follow)
    if (!follow) return jsonAnswer(200, listOf(requests.all().map(shown)))
    return {
      status: 200,
      type: 'text/event-stream; charset=utf-8',
      body: eventTexts(requests.follow(HEARTBEAT_MS, AbortSignal.any([call.signal(), stopping]))),
      headers: { 'cache-control': 'no-store' },
    }
  })
}

async function* eventTexts(batches: AsyncIterable<readonly RequestRecord[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.length === 0 ? HEARTBEAT : batch.map(eventText).join('')
}

const eventText = (record: RequestRecord): string => `event: request\ndata: ${JSON.stringify(shown(record))}\n\n`

/** A request as the route answers it: the time of the machine, and the duration in ms. */
const shown = ({ at, ms, ...record }: RequestRecord): AnsweredRequest => ({
  at: toIso(at),
  ...record,
  ms: Math.round(ms * 1000) / 1000,
})
