import type { HistoryEntry, HistoryPoint } from '../../emulator/runtime.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import { fault, isFault } from '../../game/kernel/fault.ts'
import { parseInstant, toIso } from '../../game/kernel/instant.ts'
import { faultAnswer } from '../answer.ts'
import type { MountedEndpoint } from '../call.ts'
import type { Fields } from '../query.ts'
import type { RowContext } from '../row-endpoint.ts'
import { CONTROL_PATH, controlEndpoint } from './control-endpoint.ts'

/** Whole numbers below this are entry numbers, from it on UNIX time stamps: those of 2001 and later. */
const TIME_STAMPS_FROM = 1_000_000_000

/**
 * `GET /journal?since=&until=&player_id=&follow=true`: the history as NDJSON, a line for each entry. A followed one ends
 * when the caller goes, or when `stopping` is aborted. Spec 6.6.
 */
export function journalRoute(context: RowContext, stopping: AbortSignal): MountedEndpoint {
  return {
    method: 'GET',
    path: `${CONTROL_PATH}/journal`,
    endpoint: controlEndpoint(context, (call, runtime, fields) => {
      const range = rangeIn(fields)
      if (isFault(range)) return faultAnswer(range)
      const { follow, ...part } = range
      const entries = runtime.history({
        ...part,
        ...(follow && { follow: AbortSignal.any([call.signal(), stopping]) }),
      })
      return { status: 200, type: 'application/x-ndjson; charset=utf-8', body: lines(entries) }
    }),
  }
}

async function* lines(entries: AsyncIterable<HistoryEntry>): AsyncGenerator<string> {
  for await (const { seq, at, op, caller, input, events } of entries) {
    yield `${JSON.stringify({ seq, at: toIso(at), op, caller, input, events })}\n`
  }
}

interface Range {
  readonly since: HistoryPoint | undefined
  readonly until: HistoryPoint | undefined
  readonly playerId: string | undefined
  readonly follow: boolean
}

function rangeIn(fields: Fields): Fault | Range {
  const { since, until, player_id: playerId, follow = 'false' } = fields
  const from = since === undefined ? undefined : pointIn('since', since)
  if (isFault(from)) return from
  const to = until === undefined ? undefined : pointIn('until', until)
  if (isFault(to)) return to
  if (!/^(true|false|1|0)$/.test(follow)) {
    return fault('invalid_request', { message: "The 'follow' parameter must be true or false" })
  }
  return { since: from, until: to, playerId, follow: follow === 'true' || follow === '1' }
}

function pointIn(name: string, text: string): Fault | HistoryPoint {
  if (/^\d+$/.test(text) && Number(text) < TIME_STAMPS_FROM) return { seq: Number(text) }
  const at = parseInstant(text)
  return at === undefined ? fault('invalid_date', { name }) : { at }
}
