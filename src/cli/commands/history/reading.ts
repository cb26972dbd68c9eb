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

function stepIn(line: string): ShownEntry | JournalJump {
  try {
    const step: unknown = JSON.parse(line)
    if (isEntry(step) || isJump(step)) return step
  } catch {
    // The line is not JSON.
  }
  throw new ServiceError({ status: 200, text: line })
}
