import { TimeSlice } from '../../async/time-slice.ts'
import { type EntryCaller, type GameEvent, namesPlayer } from '../../game/kernel/entry.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
import { entryCodec } from './entry-codec.ts'
import type { History } from './history.ts'

/** An entry of the history as control routes show it. `at` is game time in ms. Spec 6.6. */
export interface HistoryEntry {
  readonly seq: number
  readonly at: number
  readonly op: string
  readonly caller: EntryCaller
  readonly input: unknown
  readonly events: readonly GameEvent[]
}

/**
 * Another state has replaced the game: the entries from `from` on no longer count, and the game continues after entry
 * `after`. Those from `from` to `after` are the past of that state. Spec 6.6.
 */
export interface HistoryJump {
  readonly replaced: { readonly from: number; readonly after: number }
}

/** A step of a followed history. */
export type HistoryStep = HistoryEntry | HistoryJump

/** Returns whether a step of a history is a jump to another state. */
export const isJump = (step: HistoryStep): step is HistoryJump => 'replaced' in step

/** A part of a history. Both ends are inclusive, and it can be limited to what is looked for. */
export interface HistoryRange {
  readonly since?: HistoryPosition | undefined
  readonly until?: HistoryPosition | undefined
  readonly playerId?: string | undefined
  /** The name of an operation, or of all that begin with it and a dot: `teams` has `teams.create`. */
  readonly op?: string | undefined
  /** A text that the operation, the caller, the input or the events contain, in any case. */
  readonly text?: string | undefined
}

/** A request to read a part of a history. */
export interface HistoryReading extends HistoryRange {
  /** If set, the reading continues with new entries until this aborts. */
  readonly follow?: AbortSignal | undefined
  /** The number of the first entry to read. */
  readonly from: number
  /** What this history has in common with the one that it replaced for the reader. */
  readonly succession?: Succession | undefined
}

/** What two histories have in common when one replaces the other. */
export interface Succession {
  /** The last entry of both, or 0 if they have none in common. */
  readonly sharedSeq: number
  /** The last entry of the new history that is the past of its state. Later entries are new. */
  readonly knownSeq: number
}

/** The source of a part of a history. */
export interface HistorySource {
  readonly history: History
  /** Returns the number of the newest entry, on disk or not. */
  readonly lastSeq: () => number
  /** Returns the game time in ms. */
  readonly now: () => number
  /** Resolves when there may be more entries, when the runtime has stopped, or when the signal aborts. */
  readonly next: (signal: AbortSignal) => Promise<void>
  /** Throws if the runtime has stopped. */
  readonly assertHealthy: () => void
  /** Returns whether another history has replaced this one, which may then no longer exist. */
  readonly isReplaced: () => boolean
}

/**
 * Yields the entries of a part of a history, each when it is on disk. Other work gets turns in between. Returns the
 * number of the next entry if another history replaces this one before the end. Spec 6.6.
 */
export async function* historyRange(
  source: HistorySource,
  reading: HistoryReading,
): AsyncGenerator<HistoryEntry, number | undefined> {
  const { until, follow } = reading
  const mayMatch = textMatcher(reading.text)
  let next = reading.from
  do {
    const slice = new TimeSlice()
    for await (const { seq, text } of asLongAsItIsThere(source, next)) {
      if (slice.over) await slice.next()
      if (follow?.aborted) return undefined
      if (source.isReplaced()) return next
      next = seq + 1
      const isWanted = mayMatch(text)
      // The number of an entry tells without its text that it is not beyond the end.
      if (!isWanted && !(until && 'at' in until)) {
        if (until && seq > until.seq) return undefined
        continue
      }
      const { chain: _, ...entry } = entryCodec.read(text)
      if (until && isBeyond(entry, until)) return undefined
      if (isWanted && isInRange(entry, reading)) yield entry
    }
    if (source.isReplaced()) return next
    if (until && isPast(source, until, next)) return undefined
    if (!follow) return undefined
    source.assertHealthy()
    if (source.lastSeq() < next) await source.next(follow)
  } while (!follow.aborted)
  return undefined
}

/** Yields the entries from a number on. It ends if another history replaces this one meanwhile. */
async function* asLongAsItIsThere({ history, isReplaced }: HistorySource, from: number): ReturnType<History['read']> {
  try {
    yield* history.read(from)
  } catch (error) {
    if (!isReplaced()) throw error
  }
}

/**
 * After a jump, entries after the past of the new state are new, whatever their numbers and times. Entries of that past
 * which the replaced history did not share are not returned.
 */
function isInRange(entry: HistoryEntry, { since, playerId, op, succession }: HistoryReading): boolean {
  const isOfBefore = succession === undefined || entry.seq <= succession.sharedSeq
  if (isOfBefore ? since && isBefore(entry, since) : entry.seq <= succession.knownSeq) return false
  if (op !== undefined && entry.op !== op && !entry.op.startsWith(`${op}.`)) return false
  return playerId === undefined || concerns(entry, playerId)
}

/** Returns what tells whether the text of an entry has a text in it, apart from its number, its time and its checksum. */
function textMatcher(wanted: string | undefined): (text: string) => boolean {
  if (wanted === undefined) return () => true
  // In an entry, the text is written as JSON.
  const lower = JSON.stringify(wanted).slice(1, -1).toLowerCase()
  return (text) => {
    const end = text.lastIndexOf(KEPT_ANSWER)
    return text
      .slice(text.indexOf('"op":'), end < 0 ? undefined : end)
      .toLowerCase()
      .includes(lower)
  }
}

/** What the text of an entry has before the answer to a call with an idempotency key. Nobody looks for that. */
const KEPT_ANSWER = ',"idempotency":{"key":'

function isBefore({ seq, at }: HistoryEntry, since: HistoryPosition): boolean {
  return 'seq' in since ? seq < since.seq : at < since.at
}

function isBeyond({ seq, at }: HistoryEntry, until: HistoryPosition): boolean {
  return 'seq' in until ? seq > until.seq : at > until.at
}

/** Returns whether no entry from `next` on can still be in the part that is read. */
function isPast({ lastSeq, now }: HistorySource, until: HistoryPosition, next: number): boolean {
  return 'seq' in until ? next > until.seq : lastSeq() < next && now() > until.at
}

/** Returns whether a player acted in an entry, or is named in one of its events. */
function concerns({ caller, events }: HistoryEntry, playerId: string): boolean {
  return caller.player === playerId || events.some((event) => namesPlayer(event, playerId))
}
