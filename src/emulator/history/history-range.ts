import { namesPlayer, type EntryCaller, type GameEvent } from '../../game/kernel/entry.ts'
import type { HistoryPosition } from '../../interface/history-position.ts'
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

/**
 * Another state has replaced the game: the entries from `from` on no longer count, and the game continues after entry
 * `after`. Those from `from` to `after` are the past of that state. Spec 6.6.
 */
export interface HistoryJump {
  readonly replaced: { readonly from: number; readonly after: number }
}

/** A step of a history that is followed. */
export type HistoryStep = HistoryEntry | HistoryJump

/** Whether a step of a history is a jump to another state. */
export const isJump = (step: HistoryStep): step is HistoryJump => 'replaced' in step

/** Which part of a history: both ends inclusive, about one player. */
export interface HistoryRange {
  readonly since?: HistoryPosition | undefined
  readonly until?: HistoryPosition | undefined
  readonly playerId?: string | undefined
}

/** What of a history is read. */
export interface HistoryReading extends HistoryRange {
  /** Has it go on with what comes, until this aborts. */
  readonly follow?: AbortSignal | undefined
  /** The number of the first entry to read. */
  readonly from: number
  /** What this history has in common with the one that it replaced for who reads it. */
  readonly succession?: Succession | undefined
}

/** What two histories have in common, where one replaces the other. */
export interface Succession {
  /** The last entry that both have; 0 if they have none in common. */
  readonly sharedSeq: number
  /** The last entry of the new one that is the past of its state; what comes after it is new. */
  readonly knownSeq: number
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
  readonly assertHealthy: () => void
  /** Whether another history has come in the place of this one, which may then not be there any more. */
  readonly isReplaced: () => boolean
}

/**
 * The entries of a part of a history, each once it is kept. Others have their turn now and then. Gives the
 * number of the next one where it is not through when another history comes in the place of this one. Spec 6.6.
 */
export async function* historyRange(
  source: HistorySource,
  reading: HistoryReading,
): AsyncGenerator<HistoryEntry, number | undefined> {
  const { until, follow } = reading
  let next = reading.from
  do {
    const slice = new TimeSlice()
    for await (const { seq, text } of asLongAsItIsThere(source, next)) {
      if (slice.over) await slice.next()
      if (follow?.aborted) return undefined
      if (source.isReplaced()) return next
      next = seq + 1
      const { chain: _, ...entry } = entries.read(text)
      if (until && isBeyond(entry, until)) return undefined
      if (isAskedFor(entry, reading)) yield entry
    }
    if (source.isReplaced()) return next
    if (until && isPast(source, until, next)) return undefined
    if (!follow) return undefined
    source.assertHealthy()
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

/** What comes after a jump is new, whatever its number and time. What the replaced history did not share is not news. */
function isAskedFor(entry: HistoryEntry, { since, playerId, succession }: HistoryReading): boolean {
  const isOfBefore = succession === undefined || entry.seq <= succession.sharedSeq
  if (isOfBefore ? since && isBefore(entry, since) : entry.seq <= succession.knownSeq) return false
  return playerId === undefined || concerns(entry, playerId)
}

function isBefore({ seq, at }: HistoryEntry, since: HistoryPosition): boolean {
  return 'seq' in since ? seq < since.seq : at < since.at
}

function isBeyond({ seq, at }: HistoryEntry, until: HistoryPosition): boolean {
  return 'seq' in until ? seq > until.seq : at > until.at
}

/** Whether no entry from `next` on can still stand within a history that is read up to there. */
function isPast({ lastSeq, now }: HistorySource, until: HistoryPosition, next: number): boolean {
  return 'seq' in until ? next > until.seq : lastSeq() < next && now() > until.at
}

/** Whether a player acted in an entry, or something happened to it there. */
function concerns({ caller, events }: HistoryEntry, playerId: string): boolean {
  return caller.player === playerId || events.some((event) => namesPlayer(event, playerId))
}
