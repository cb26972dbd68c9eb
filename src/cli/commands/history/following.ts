import { isJump, jumpSentence } from '../../../terminal/render/entry-line.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { followService } from '../../follow-service.ts'
import { type HistoryPart, readHistory, type ReadEntry } from './reading.ts'

/**
 * Prints a history and what comes after it until a signal ends that, and gives the exit code. It continues after a restart
 * of the emulator, and when another state replaces the game.
 */
export function followHistory(
  shell: Shell,
  service: Service,
  part: HistoryPart,
  report: (entry: ReadEntry) => void,
): Promise<number> {
  const told = printedEntries()
  return followService(shell, service, async (reached, signal) => {
    reached()
    const since = told.begin()?.toString() ?? part.since
    for await (const { step, line } of readHistory(service.client, { ...part, since, follow: 'true' }, signal)) {
      if (isJump(step)) {
        told.replaced(step.replaced)
        shell.printJson(line)
        shell.note(jumpSentence(step))
        continue
      }
      const { seq } = step
      const what = told.take({ seq, line })
      if (what === 'instead') shell.note(replacedMeanwhile(seq))
      if (what !== 'known') report({ entry: step, line })
    }
  })
}

const replacedMeanwhile = (seq: number): string =>
  `the game was replaced by another state in the meantime: the entries below replace those from ${seq} on`

/** Lines that are remembered: so far back it is noticed that the game was put back while nobody listened. */
const MAX_LINES = 1_000

/** An entry of the journal as its line tells it. */
export interface PrintableEntry {
  readonly seq: number
  readonly line: string
}

/** What an entry that was read is: printed before, new, or new in the place of another, because the game was replaced. */
type EntryNovelty = 'known' | 'new' | 'instead'

/** What was printed of a history, to continue after a break: it prints nothing twice and leaves nothing out. */
export interface PrintedEntries {
  /** The number to read from when a reading begins; undefined before anything was printed. */
  begin(): number | undefined
  /** What an entry that was read is. */
  take(entry: PrintableEntry): EntryNovelty
  /** Another state replaced the game: the entries from `from` to `after` are its past. */
  replaced(jump: { readonly from: number; readonly after: number }): void
}

/** Begins with nothing printed. */
export function printedEntries(): PrintedEntries {
  const told: PrintableEntry[] = []
  /** Those before this have been read again. */
  let next = 0
  let past = { from: 0, after: 0 }
  return {
    begin() {
      next = 0
      return told[0]?.seq ?? (past.after > 0 ? past.after + 1 : undefined)
    },
    take(entry) {
      // What is no longer kept is not read again.
      while ((told[next]?.seq ?? entry.seq) < entry.seq) next += 1
      if (told[next]?.line === entry.line) {
        next += 1
        return 'known'
      }
      if (entry.seq >= past.from && entry.seq <= past.after) return 'known'
      const isInstead = next < told.length
      told.splice(next, told.length, entry)
      if (told.length > MAX_LINES) told.shift()
      next = told.length
      return isInstead ? 'instead' : 'new'
    },
    replaced(jump) {
      const kept = told.findLastIndex(({ seq }) => seq < jump.from) + 1
      told.splice(kept)
      next = Math.min(next, kept)
      past = jump
    },
  }
}
