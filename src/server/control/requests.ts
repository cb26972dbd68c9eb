import { fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { AnsweredRequest } from '../../interface/control-answers.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { KeptRequests } from '../kept-requests.ts'
import type { RequestRecord } from '../request-log.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** How often a stream with nothing to tell says that it is there, by a comment that clients pass over. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ':\n\n'

/**
 * `GET /requests?follow=true`: the last requests that were answered, whatever runtime they were for; followed as
 * Server-Sent Events, those that are kept first. Spec 6.6.
 */
export function requestsRoute(context: RowContext, requests: KeptRequests, stopping: AbortSignal): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/requests`,
    endpoint: controlEndpoint(context, (call, _, { follow = 'false' }) => {
      if (!/^(true|false|1|0)$/.test(follow))
        return faultAnswer(fault('invalid_request', { message: "The 'follow' parameter must be true or false" }))
      if (follow === 'false' || follow === '0') {
        const data = requests.all().map(shown)
        return jsonAnswer(200, { data, total: data.length })
      }
      return {
        status: 200,
        type: 'text/event-stream; charset=utf-8',
        body: eventTexts(requests.follow(HEARTBEAT_MS, AbortSignal.any([call.signal(), stopping]))),
        headers: { 'cache-control': 'no-store' },
      }
    }),
  }
}

async function* eventTexts(batches: AsyncIterable<readonly RequestRecord[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.length === 0 ? HEARTBEAT : batch.map(eventText).join('')
}

const eventText = (record: RequestRecord): string => `event: request\ndata: ${JSON.stringify(shown(record))}\n\n`

/** A request as it is told: when it came by the machine's clock, and in ms how long it took. */
const shown = ({ at, ms, ...record }: RequestRecord): AnsweredRequest => ({
  at: toIso(at),
  ...record,
  ms: Math.round(ms * 1000) / 1000,
})
