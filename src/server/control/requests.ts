import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { AnsweredRequest } from '../../interface/control-answers.ts'
import { faultAnswer, jsonAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { bodyWithoutSecrets, type KeptBody } from '../kept-body.ts'
import type { Fields } from '../query.ts'
import type { KeptRequest } from '../request-log.ts'
import { controlEndpoint, controlRoute, listOf } from './control-endpoint.ts'
import { flagIn } from './query-field.ts'

/** How often a stream without requests sends a comment, which clients ignore, to show that it is alive. */
const HEARTBEAT_MS = 15_000
const HEARTBEAT = ':\n\n'

/**
 * `GET /requests?follow=true&rate=`: the last answered requests of both runtimes. With `follow`, they and all new ones are
 * sent as Server-Sent Events, or at most `rate` a second. `GET /requests/:number`: one of them with its bodies. Spec 6.6.
 */
export function requestRoutes(context: ServerContext): readonly MountedEndpoint[] {
  return [requestsRoute(context), requestRoute(context)]
}

/** `GET /requests/:number`: a kept request with its bodies. */
function requestRoute(context: ServerContext): MountedEndpoint {
  return controlRoute(context, 'GET /_gamify/requests/:number', ({ call }) => {
    const { number = '' } = call.params
    const found = /^\d{1,15}$/.test(number) ? context.requests.find(Number(number)) : undefined
    if (!found)
      return fault('invalid_request', { message: `The last requests that are kept do not have the number '${number}'` })
    return { ...shown(found), sent: shownBody(found.bodies?.sent), answered: shownBody(found.bodies?.answered) }
  })
}

const shownBody = (body: KeptBody | undefined) => (body ? { ...body, text: bodyWithoutSecrets(body.text) } : null)

function requestsRoute(context: ServerContext): MountedEndpoint {
  const { requests, stopping } = context
  return controlEndpoint(context, 'GET /_gamify/requests', ({ call, query }) => {
    const follow = flagIn(query, 'follow', false)
    if (isFault(follow)) return faultAnswer(follow)
    const rate = rateIn(query)
    if (isFault(rate)) return faultAnswer(rate)
    if (!follow) return jsonAnswer(200, listOf(requests.all().map(shown)))
    const pace =
      rate === undefined ? undefined : { most: Math.ceil(rate / BATCHES_A_SECOND), everyMs: 1_000 / BATCHES_A_SECOND }
    return {
      status: 200,
      type: 'text/event-stream; charset=utf-8',
      body: eventTexts(requests.follow(HEARTBEAT_MS, AbortSignal.any([call.signal(), stopping]), pace)),
      headers: { 'cache-control': 'no-store' },
    }
  })
}

/** A stream with a rate has as many batches a second. */
const BATCHES_A_SECOND = 4

const MAX_RATE = 100_000

/** Reads `rate`: the most requests a second that a stream has. */
function rateIn({ rate: text }: Fields): Fault | number | undefined {
  const rate = text === undefined ? undefined : Number(text)
  if (rate === undefined || (Number.isInteger(rate) && rate >= 1 && rate <= MAX_RATE && /^\d+$/.test(text ?? '')))
    return rate
  return fault('invalid_request', { message: `The 'rate' parameter must be an integer from 1 to ${MAX_RATE}` })
}

async function* eventTexts(batches: AsyncIterable<readonly KeptRequest[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.length === 0 ? HEARTBEAT : batch.map(eventText).join('')
}

const eventText = (record: KeptRequest): string => `event: request\ndata: ${JSON.stringify(shown(record))}\n\n`

/** A request as the routes answer it: the time of the machine, and the duration in ms. Its bodies are asked for one by one. */
function shown({ number, record: { at, ms, ...record }, caller, entry, isStudio }: KeptRequest): AnsweredRequest {
  return {
    number,
    at: toIso(at),
    ...record,
    ms: Math.round(ms * 1000) / 1000,
    ...caller,
    ...(entry !== undefined && { entry }),
    ...(isStudio && { studio: true as const }),
  }
}
