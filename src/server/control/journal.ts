import { isJump, type HistoryEntry, type HistoryStep } from '../../emulator/history/history-range.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import { fault, isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { JournalEntry } from '../../interface/control-answers.ts'
import { faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { Fields } from '../query.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'
import { historyPositionIn } from './query-field.ts'

/**
 * `GET /journal?since=&until=&player_id=&follow=true`: the history as NDJSON, a line for each entry. A followed one has a
 * line for each jump too. It ends when the caller goes, or when `stopping` is aborted. Spec 6.6.
 */
export function journalRoute(context: RowContext, stopping: AbortSignal): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/journal`,
    endpoint: controlEndpoint(context, (call, runtime, fields) => {
      const range = rangeIn(fields)
      if (isFault(range)) return faultAnswer(range)
      const { follow, ...part } = range
      const steps = follow ? runtime.follow(part, AbortSignal.any([call.signal(), stopping])) : runtime.history(part)
      return { status: 200, type: 'application/x-ndjson; charset=utf-8', body: lines(steps) }
    }),
  }
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
  readonly follow: boolean
}

function rangeIn(fields: Fields): Fault | Range {
  const { since, until, player_id: playerId, follow = 'false' } = fields
  const from = since === undefined ? undefined : historyPositionIn('since', since)
  if (isFault(from)) return from
  const to = until === undefined ? undefined : historyPositionIn('until', until)
  if (isFault(to)) return to
  if (!/^(true|false|1|0)$/.test(follow)) {
    return fault('invalid_request', { message: "The 'follow' parameter must be true or false" })
  }
  return { since: from, until: to, playerId, follow: follow === 'true' || follow === '1' }
}
