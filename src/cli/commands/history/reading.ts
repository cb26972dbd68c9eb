import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import type { JournalJump } from '../../../interface/control-answers.ts'
import { isEntry, type ShownEntry, isJump } from '../../../terminal/render/entry-line.ts'

/** The part of the history to read, as the service expects it. Spec 6.6. */
export interface HistoryPart {
  readonly since: string | undefined
  readonly player_id: string | undefined
  readonly follow?: 'true'
}

/** An entry with its line of the journal. */
export interface ReadEntry {
  readonly entry: ShownEntry
  readonly line: string
}

/** An entry or a jump with its line of the journal. */
interface ReadStep {
  readonly step: ShownEntry | JournalJump
  readonly line: string
}

/** Reads a part of the history line by line. */
export async function* readHistory(
  client: Client,
  { since, player_id, follow }: HistoryPart,
  signal: AbortSignal,
): AsyncGenerator<ReadStep> {
  for await (const line of client.lines('/_gamify/journal', { since, player_id, follow }, signal)) {
    yield { step: stepIn(line), line }
  }
}

/**
 * Passes the entries of a part to `report`: all of them, or `limit`, which are the first ones from `since`, or else the
 * newest. Resolves to their number, and, if there are more, to the number of the first entry that was not passed on after
 * them or, for the newest ones, of the last before them.
 */
export async function readEntries(
  client: Client,
  part: HistoryPart,
  limit: number,
  report: (entry: ReadEntry) => void,
): Promise<{ readonly count: number; readonly next: number | undefined }> {
  const isNewest = part.since === undefined && limit !== Infinity
  const newest: ReadEntry[] = []
  let count = 0
  let next: number | undefined
  for await (const { step, line } of readHistory(client, part, new AbortController().signal)) {
    if (isJump(step)) continue
    const read = { entry: step, line }
    if (isNewest) {
      newest.push(read)
      if (newest.length > limit) next = newest.shift()?.entry.seq
    } else if (count === limit) {
      next = step.seq
      break
    } else {
      count += 1
      report(read)
    }
  }
  for (const read of newest) report(read)
  return { count: count + newest.length, next }
}

function stepIn(line: string): ShownEntry | JournalJump {
  try {
    const step: unknown = JSON.parse(line)
    if (isEntry(step) || isJump(step)) return step
  } catch {
    // The line is not JSON.
  }
  throw new ServiceError({ status: 200, text: line })
}
