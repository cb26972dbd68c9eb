import type { Emulator } from '../../../emulator/emulator.ts'
import { isJump, type HistoryEntry, type HistoryStep } from '../../../emulator/history/history-range.ts'
import { toIso } from '../../../game/kernel/instant.ts'
import type { ShownEvent } from '../../../sentences/event-sentence.ts'
import { entrySentence, jumpSentence } from '../../../terminal/render/entry-line.ts'
import type { Log } from './log.ts'

/** Logs the events of the game from now on, one line each, until the signal aborts. Spec 6.3 `--log events`. */
export function logEvents(emulator: Emulator, log: Log, ending: AbortSignal): void {
  const { event: report } = log
  if (!report) return
  for (const name of ['staging', 'production'] as const) {
    const runtime = emulator.runtime(name)
    const steps = runtime.follow({ since: { seq: runtime.state.seq + 1 } }, ending)
    const at = (): number => runtime.state.at
    void follow(steps, at, (atMs, sentence) => report({ at: atMs, runtime: name, sentence })).catch(
      (error: unknown) => {
        log.warn(`events of ${name} are no longer logged: ${error instanceof Error ? error.message : String(error)}`)
      },
    )
  }
}

function sentencesOf({ events, ...entry }: HistoryEntry): readonly string[] {
  const shown = { ...entry, at: toIso(entry.at) }
  return events.map((event) => entrySentence(event as ShownEvent, shown))
}

async function follow(
  steps: AsyncIterable<HistoryStep>,
  now: () => number,
  report: (at: number, sentence: string) => void,
): Promise<void> {
  for await (const step of steps) {
    if (isJump(step)) report(now(), jumpSentence(step))
    else for (const sentence of sentencesOf(step)) report(step.at, sentence)
  }
}
