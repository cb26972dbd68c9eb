import type { Client } from '../../../client/client.ts'
import { ServiceError } from '../../../client/service-error.ts'
import { isEntry, type ShownEntry } from '../../../terminal/render/entry-line.ts'

/** Which part of the history to read, as the service takes it. Spec 6.6. */
export interface HistoryPart {
  readonly since: string | undefined
  readonly player_id: string | undefined
  readonly follow?: 'true'
}

/** An entry with the line that tells it. */
export interface ReadEntry {
  readonly entry: ShownEntry
  readonly line: string
}

/** The entries of a part of the history, as they come. */
export async function* readHistory(
  client: Client,
  { since, player_id, follow }: HistoryPart,
  signal: AbortSignal,
): AsyncGenerator<ReadEntry> {
  for await (const line of client.lines('/_gamify/journal', { since, player_id, follow }, signal)) {
    yield { entry: entryIn(line), line }
  }
}

function entryIn(line: string): ShownEntry {
  try {
    const entry: unknown = JSON.parse(line)
    if (isEntry(entry)) return entry
  } catch {
    // Nothing that a journal says.
  }
  throw new ServiceError({ status: 200, text: line })
}
