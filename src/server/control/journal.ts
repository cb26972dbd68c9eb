import { isJump, type HistoryEntry, type HistoryStep } from '../../emulator/history/history-range.ts'
import { type Fault, isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { JournalEntry } from '../../interface/control-answers.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import { faultAnswer } from '../answer.ts'
import type { Call, MountedEndpoint } from '../call.ts'
import type { ServerContext } from '../context.ts'
import type { Fields } from '../query.ts'
import { controlEndpoint } from './control-endpoint.ts'
import { flagIn, historyPositionIn } from './query-field.ts'

/**
 * `GET /journal?since=&until=&player_id=&op=&text=&follow=true`: the history as NDJSON, one line for each entry. A followed history
 * also has a line for each jump. It ends when the caller goes away, or when the server stops. Spec 6.6.
 */
export function journalRoute(context: ServerContext): MountedEndpoint {
  const { stopping } = context
  // A followed history goes on in the one that replaces it, of which a node that follows the game has to read the state first.
  const followerAnswers = ({ query }: Call): boolean => query['follow'] === undefined
  const endpoint = controlEndpoint(context, 'GET /_gamify/journal', ({ call, runtime, query }) => {
    const range = rangeIn(query)
    if (isFault(range)) return faultAnswer(range)
    const { follow, ...part } = range
    const steps = follow ? runtime.follow(part, AbortSignal.any([call.signal(), stopping])) : runtime.history(part)
    return { status: 200, type: 'application/x-ndjson; charset=utf-8', body: lines(steps) }
  })
  return { ...endpoint, followerAnswers }
}

async function* lines(steps: AsyncIterable<HistoryStep>): AsyncGenerator<string> {
  for await (const step of steps) yield `${JSON.stringify(isJump(step) ? step : shownEntry(step))}\n`
}

function shownEntry({
  seq,
  at,
  op,
  caller,
  input,
  events,
}: HistoryEntry): Omit<JournalEntry, 'events'> & Pick<HistoryEntry, 'events'> {
  return { seq, at: toIso(at), op, caller, input, events }
}

interface Range {
  readonly since: HistoryPosition | undefined
  readonly until: HistoryPosition | undefined
  readonly playerId: string | undefined
  readonly op: string | undefined
  readonly text: string | undefined
  readonly follow: boolean
}

function rangeIn(query: Fields): Fault | Range {
  const { since, until, player_id: playerId, op, text } = query
  const from = since === undefined ? undefined : historyPositionIn('since', since)
  if (isFault(from)) return from
  const to = until === undefined ? undefined : historyPositionIn('until', until)
  if (isFault(to)) return to
  const follow = flagIn(query, 'follow', false)
  return isFault(follow) ? follow : { since: from, until: to, playerId, op, text, follow }
}
