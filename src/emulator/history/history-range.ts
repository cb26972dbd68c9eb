import { isAbout, type EntryCaller, type GameEvent } from '../../game/kernel/entry.ts'
import type { HistoryPoint } from '../../interface/history-point.ts'
import { entries } from './entry-codec.ts'
import type { History } from './history.ts'
import { TimeSlice } from '../../async/time-slice.ts'

/** A step of the history as control routes show it; `at` is game time in ms. Spec 6.6. */
export interface HistoryEntry {
  readonly seq: number
  readonly at: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
}

/** Which part of a history: both ends inclusive, about one player; with `follow`, with what comes until it aborts. */
export interface HistoryRange {
  readonly since?: HistoryPoint | undefined
  readonly until?: HistoryPoint | undefined
  readonly playerId?: string | undefined
  readonly follow?: AbortSignal
}

/** What a part of a history is read from. */
export interface HistorySource {
  readonly history: History
  /** The newest entry, kept yet or not. */
  readonly lastSeq: () => number
  /** Game time in ms. */
  readonly now: () => number
  /** Resolves when more may have come, when the runtime has stopped, or when the signal aborts. */
  readonly next: (signal: AbortSignal) => Promise<void>
  /** Throws where the runtime has stopped. */
  readonly assertWhole: () => void
  /** Whether another history has come in the place of this one, which may then not be there any more. */
  readonly isReplaced: () => boolean
}

/**
 * The entries of a part of a history from a number on, each once it is kept. Others have their turn now and then. Gives the
 * number of the next one where it is not through when another history comes in the place of this one. Spec 6.6.
 */
export async function* historyRange(
  source: HistorySource,
  range: HistoryRange,
  from: number,
): AsyncGenerator<HistoryEntry, number | undefined> {
  const { until, follow } = range
  let next = from
  do {
    const slice = new TimeSlice()
    for await (const { seq, text } of asLongAsItIsThere(source, next)) {
      if (slice.over) await slice.next()
      if (follow?.aborted) return undefined
      if (source.isReplaced()) return next
      next = seq + 1
      const { chain: _, ...entry } = entries.read(text)
      if (until && isBeyond(entry, until)) return undefined
      if (isAskedFor(entry, range)) yield entry
    }
    if (source.isReplaced()) return next
    if (until && isPast(source, until, next)) return undefined
    if (!follow) return undefined
    source.assertWhole()
    if (source.lastSeq() < next) await source.next(follow)
  } while (!follow.aborted)
  return undefined
}

/** The entries from a number on; they end where another history comes in the place of this one while they are read. */
async function* asLongAsItIsThere({ history, isReplaced }: HistorySource, from: number): ReturnType<History['read']> {
  try {
    yield* history.read(from)
  } catch (error) {
    if (!isReplaced()) throw error
  }
}

function isAskedFor(entry: HistoryEntry, { since, playerId }: HistoryRange): boolean {
  if (since && isBefore(entry, since)) return false
  return playerId === undefined || concerns(entry, playerId)
}

function isBefore({ seq, at }: HistoryEntry, since: HistoryPoint): boolean {
  return 'seq' in since ? seq < since.seq : at < since.at
}

function isBeyond({ seq, at }: HistoryEntry, until: HistoryPoint): boolean {
  return 'seq' in until ? seq > until.seq : at > until.at
}

/** Whether no entry from `next` on can still stand within a history that is read up to there. */
function isPast({ lastSeq, now }: HistorySource, until: HistoryPoint, next: number): boolean {
  return 'seq' in until ? next > until.seq : lastSeq() < next && now() > until.at
}

/** Whether a player acted in an entry, or something happened to it there. */
function concerns({ caller, events }: HistoryEntry, playerId: string): boolean {
  return caller.player === playerId || events.some((event) => isAbout(event, playerId))
}
