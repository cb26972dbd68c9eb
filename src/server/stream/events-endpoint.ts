import { hasCredentials } from '../../auth/credentials.ts'
import type { Notice } from '../../emulator/history/notices.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { EVENTS_PATH } from '../../interface/addresses.ts'
import { faultAnswer, type Answer } from '../answer.ts'
import type { Call, Endpoint, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import { notAllowed, playerOf } from '../row-endpoint.ts'
import { noticesFor, takeStreamToken, type Admitted, type Opening } from './admission.ts'
import { NoticeQueue } from './notice-queue.ts'
import type { HeldStreams } from './open-streams.ts'

type EventsContext = Pick<ServerContext, 'auth' | 'game' | 'noAuth'> & HeldStreams

/** How often a stream without notifications shows that it is alive. */
const HEARTBEAT_MS = 15_000

/** A comment, which clients ignore. */
const HEARTBEAT = ':\n\n'

/**
 * `GET /v2/runtime/notifications/events`: a player's notifications as Server-Sent Events, after the one that
 * `Last-Event-ID`, or `last_event_id` in the query, names. The credentials of any route open it, or a stream token in
 * `token`. Spec 5.4.
 */
export function eventsEndpoint(context: EventsContext): MountedEndpoint {
  const { game, slots, noAuth } = context
  const endpoint: Endpoint = async (call) => {
    if (game.loading === 'starting') await game.ready
    const opening = openingOf(call, context)
    if (isFault(opening)) return faultAnswer(opening)
    const admitted = await noticesFor(context, opening)
    if (isFault(admitted)) return faultAnswer(admitted)
    const full = slots.full()
    return full ? faultAnswer(full) : openEvents(call, admitted, lastEventIn(call), context)
  }
  return {
    method: 'GET',
    path: `/v2${EVENTS_PATH}`,
    endpoint,
    // The writer knows which stream tokens were used up.
    followerAnswers: (call) => call.query['token'] === undefined,
    ...(noAuth && { acceptsOtherSites: hasToken }),
  }
}

const hasToken = (call: Call): boolean => hasCredentials(call) || call.query['token'] !== undefined

/** Returns what a call can do, and as which player. */
function openingOf(call: Call, context: EventsContext): Fault | Opening {
  const { token } = call.query
  const opened = token === undefined ? context.auth.findSession(call) : (takeStreamToken(context, token) ?? badToken)
  if (isFault(opened)) return opened
  const { grant, login } = opened
  if (!grant.permissions.has('runtime:r')) return notAllowed
  const player = playerOf(grant, call.query)
  return isFault(player) ? player : { grant: { ...grant, player }, login }
}

function lastEventIn(call: Call): string | undefined {
  return [call.header('last-event-id'), call.query['last_event_id']].find((id) => id !== undefined && id !== '')
}

async function openEvents(
  call: Call,
  { player, notices }: Admitted,
  after: string | undefined,
  { open, slots }: EventsContext,
): Promise<Answer> {
  const queue = new NoticeQueue(() => call.cutOff())
  const subscription = notices.listen(player, queue)
  const remove = open.add({ end: queue.end, cut: () => call.cutOff() })
  slots.take(queue)
  const close = (): void => {
    subscription.leave()
    remove()
    slots.leave(queue)
    queue.end()
  }
  const ended = call.signal()
  if (ended.aborted) close()
  else ended.addEventListener('abort', close, { once: true })
  const missed = after === undefined ? noPages() : await subscription.missedSince(after)
  if (isFault(missed)) return faultAnswer(missed)
  return {
    status: 200,
    type: 'text/event-stream; charset=utf-8',
    body: eventTexts(missed, queue),
    headers: { 'cache-control': 'no-store' },
  }
}

async function* noPages(): AsyncGenerator<readonly Notice[]> {}

async function* eventTexts(missed: AsyncIterable<readonly Notice[]>, queue: NoticeQueue): AsyncGenerator<string> {
  for await (const page of missed) yield page.map(eventText).join('')
  for (let taken = await queue.take(HEARTBEAT_MS); taken; taken = await queue.take(HEARTBEAT_MS))
    yield taken.length === 0 ? HEARTBEAT : taken.map(eventText).join('')
}

/** The fault of a stream token that is not valid. */
const badToken = fault('invalid_access_token')

const eventText = ({ id, json }: Notice): string => `event: notification\nid: ${id}\ndata: ${json}\n\n`
