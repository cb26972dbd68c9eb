import { isJump, jumpSentence } from '../../../terminal/render/jump-sentence.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { followService } from '../../follow-service.ts'
import { type HistoryPart, readHistory, type ReadEntry } from './reading.ts'
import { printedEntries } from './printed-entries.ts'

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
