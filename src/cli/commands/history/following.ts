import { isJump, jumpSentence } from '../../../terminal/render/entry-line.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { followService } from '../../follow-service.ts'
import { type HistoryPart, readHistory, type ReadEntry } from './reading.ts'

/**
 * Prints a history and new entries until a signal ends it, and returns the exit code. It continues after a restart of
 * the emulator, and when another state replaces the game.
 */
export function followHistory(
  shell: Shell,
  service: Service,
  part: HistoryPart,
  report: (entry: ReadEntry) => void,
): Promise<number> {
  const printed = printedEntries()
  return followService(shell, service, async (reached, signal) => {
    reached()
    const since = printed.begin()?.toString() ?? part.since
    for await (const { step, line } of readHistory(service.client, { ...part, since, follow: 'true' }, signal)) {
      if (isJump(step)) {
        printed.replaced(step.replaced)
        shell.printJson(line)
        shell.note(jumpSentence(step))
        continue
      }
      const { seq } = step
      const novelty = printed.take({ seq, line })
      if (novelty === 'instead') shell.note(replacedMeanwhile(seq))
      if (novelty !== 'known') report({ entry: step, line })
    }
  })
}

const replacedMeanwhile = (seq: number): string =>
  `the game was replaced by another state in the meantime: the entries below replace those from ${seq} on`

/** The number of printed lines that are kept, to detect that the game was replaced while the connection was lost. */
const MAX_LINES = 1_000

/** An entry of the journal with its number. */
export interface PrintableEntry {
  readonly seq: number
  readonly line: string
}

/** Whether an entry was printed before, is new, or is new in place of a printed one because the game was replaced. */
type EntryNovelty = 'known' | 'new' | 'instead'

/** The printed part of a history. After a break, printing continues without repeating or skipping entries. */
export interface PrintedEntries {
  /** Starts a new reading and returns the entry number to read from; undefined if nothing was printed. */
  begin(): number | undefined
  /** Adds an entry that was read, and says whether it is new. */
  take(entry: PrintableEntry): EntryNovelty
  /** Records that another state replaced the game. The entries from `from` to `after` belong to its past. */
  replaced(jump: { readonly from: number; readonly after: number }): void
}

/** Creates an empty record of printed entries. */
export function printedEntries(): PrintedEntries {
  const printed: PrintableEntry[] = []
  /** The index of the next printed entry that this reading has not seen again. */
  let next = 0
  let past = { from: 0, after: 0 }
  return {
    begin() {
      next = 0
      return printed[0]?.seq ?? (past.after > 0 ? past.after + 1 : undefined)
    },
    take(entry) {
      // The service does not send entries that it no longer keeps.
      while ((printed[next]?.seq ?? entry.seq) < entry.seq) next += 1
      if (printed[next]?.line === entry.line) {
        next += 1
        return 'known'
      }
      if (entry.seq >= past.from && entry.seq <= past.after) return 'known'
      const isInstead = next < printed.length
      printed.splice(next, printed.length, entry)
      if (printed.length > MAX_LINES) printed.shift()
      next = printed.length
      return isInstead ? 'instead' : 'new'
    },
    replaced(jump) {
      const kept = printed.findLastIndex(({ seq }) => seq < jump.from) + 1
      printed.splice(kept)
      next = Math.min(next, kept)
      past = jump
    },
  }
}
