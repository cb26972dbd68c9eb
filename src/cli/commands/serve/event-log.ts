import type { Emulator } from '../../../emulator/emulator.ts'
import type { HistoryEntry } from '../../../emulator/history/history-range.ts'
import { entrySentence } from '../../../terminal/render/entry-line.ts'
import type { ShownEvent } from '../../../terminal/render/event-sentence.ts'
import type { Log } from './log.ts'

/** Logs what happens in the game from now on, a line for each event, until the signal aborts. Spec 6.3 `--log events`. */
export function logEvents(emulator: Emulator, log: Log, ending: AbortSignal): void {
  const { event: tell } = log
  if (!tell) return
  for (const name of ['staging', 'production'] as const) {
    const runtime = emulator.runtime(name)
    const { seq } = runtime.state
    const entries = runtime.history({ since: { seq: seq + 1 }, follow: ending })
    void follow(entries, seq, (at, sentence) => tell({ at, runtime: name, sentence })).catch((error: unknown) => {
      log.warn(`events of ${name} are no longer logged: ${error instanceof Error ? error.message : String(error)}`)
    })
  }
}

async function follow(
  entries: AsyncIterable<HistoryEntry>,
  afterSeq: number,
  tell: (at: number, sentence: string) => void,
): Promise<void> {
  let lastSeq = afterSeq
  for await (const { seq, at, caller, events } of entries) {
    // After a rewind, restore, reset or import, the history repeats the entry after which the game continues.
    if (seq <= lastSeq) tell(at, `the game was set to another state and continues after entry ${seq}`)
    else for (const event of events) tell(at, entrySentence(event as ShownEvent, caller.player))
    lastSeq = seq
  }
}
