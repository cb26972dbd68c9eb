import type { Notice } from '../../emulator/history/notices.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { EVENTS_PATH } from '../../interface/addresses.ts'
import { faultAnswer, type Answer } from '../answer.ts'
import type { Call, Endpoint, MountedEndpoint } from '../call.ts'
import { credentialsIn } from '../credentials-in.ts'
import { carriesCredentials, openToOurPages } from '../origin-gate.ts'
import { parseFields, type Fields } from '../query.ts'
import { notAllowed, playerOf } from '../row-endpoint.ts'
import { noticesFor, takeStreamToken, type Admitted, type Opening, type StreamContext } from './admission.ts'
import { NoticeQueue } from './notice-queue.ts'
import type { OpenStreams } from './open-streams.ts'
import type { StreamSlots } from './stream-slots.ts'

/** What streams of events are opened from, and what they are held by. */
export interface EventsContext extends StreamContext {
  readonly open: OpenStreams
  readonly places: StreamSlots
  /** As the server's. */
  readonly noAuth: boolean | undefined
}

/** How often a stream with nothing to tell says that it is there. */
const HEARTBEAT_MS = 15_000

/** What a stream says then: a comment, which clients pass over. */
const HEARTBEAT = ':\n\n'

/**
 * `GET /v2/runtime/notifications/events`: a player's notifications as Server-Sent Events, after the one that
 * `Last-Event-ID`, or `last_event_id` in the query, names. Opened by what opens any route, or by a stream token in `token`.
 * Spec 5.4.
 */
export function eventsEndpoint(context: EventsContext): MountedEndpoint {
  const { game, places, noAuth } = context
  const endpoint: Endpoint = async (call) => {
    if (game.state === 'starting') await game.ready
    const fields = parseFields(call.search)
    const opening = openingOf(call, fields, context)
    if (isFault(opening)) return faultAnswer(opening)
    const admitted = await noticesFor(context, opening)
    if (isFault(admitted)) return faultAnswer(admitted)
    const full = places.full()
    return full ? faultAnswer(full) : openEvents(call, admitted, lastEventIn(call, fields), context)
  }
  return {
    method: 'GET',
    path: `/v2${EVENTS_PATH}`,
    endpoint: noAuth ? openToOurPages(endpoint, carriesToken) : endpoint,
  }
}

const carriesToken = (call: Call): boolean =>
  carriesCredentials(call) || parseFields(call.search)['token'] !== undefined

/** What a call may do, and as whom. */
function openingOf(call: Call, fields: Fields, context: StreamContext): Fault | Opening {
  const { token } = fields
  const opened =
    token === undefined ? context.auth.findSession(credentialsIn(call)) : (takeStreamToken(context, token) ?? badToken)
  if (isFault(opened)) return opened
  const { grant, login } = opened
  if (!grant.permissions.has('runtime:r')) return notAllowed
  const player = playerOf(grant, fields)
  return isFault(player) ? player : { grant: { ...grant, player }, login }
}

function lastEventIn(call: Call, fields: Fields): string | undefined {
  return [call.header('last-event-id'), fields['last_event_id']].find((id) => id !== undefined && id !== '')
}

async function openEvents(
  call: Call,
  { player, notices }: Admitted,
  after: string | undefined,
  { open, places }: EventsContext,
): Promise<Answer> {
  const queue = new NoticeQueue(() => call.cutOff())
  const seat = notices.listen(player, queue)
  const takeOut = open.add({ end: queue.end, cut: () => call.cutOff() })
  places.take(queue)
  const close = (): void => {
    seat.leave()
    takeOut()
    places.leave(queue)
    queue.end()
  }
  const gone = call.signal()
  if (gone.aborted) close()
  else gone.addEventListener('abort', close, { once: true })
  const missed = after === undefined ? noPages() : await seat.missedSince(after)
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
  for (let come = await queue.take(HEARTBEAT_MS); come; come = await queue.take(HEARTBEAT_MS))
    yield come.length === 0 ? HEARTBEAT : come.map(eventText).join('')
}

/** What a stream token is answered that is not good. */
const badToken = fault('invalid_access_token')

const eventText = ({ id, json }: Notice): string => `event: notification\nid: ${id}\ndata: ${json}\n\n`
