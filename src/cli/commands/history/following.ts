import { gameClock } from '../../../terminal/game-clock.ts'
import { printable } from '../../../terminal/render/printable.ts'
import type { Service } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { stayConnected } from '../../../terminal/stay-connected.ts'
import { untilSignal } from '../../until-signal.ts'
import { type HistoryPart, readHistory, type ReadEntry } from './reading.ts'
import { toldEntries } from './told-entries.ts'

const putBack = (seq: number): string => `the game went back: the entries below replace those from ${seq} on`

/**
 * Tells a history and what comes to it until a signal ends that, and gives the exit code. It goes on where the emulator
 * has been started again, and where the game has been put back.
 */
export async function followHistory(
  shell: Shell,
  { client, url }: Service,
  part: HistoryPart,
  tell: (entry: ReadEntry) => void,
): Promise<number> {
  const ending = new AbortController()
  const told = toldEntries()
  const take = (read: ReadEntry): void => {
    const { seq } = read.entry
    const what = told.take({ seq, line: read.line })
    if (what === 'back' || what === 'instead') shell.note(putBack(what === 'back' ? seq + 1 : seq))
    if (what === 'new' || what === 'instead') tell(read)
  }
  const connect = async (reached: () => void): Promise<void> => {
    // Asked first, it gets another token where an emulator that was started again takes no old one.
    await gameClock(client)
    reached()
    const since = told.begin()?.toString() ?? part.since
    for await (const read of readHistory(client, { ...part, since, follow: 'true' }, ending.signal)) take(read)
  }
  const lost = (): void => shell.note(`${printable(url)} has stopped answering; retrying`)
  const found = (): void => shell.note(`${printable(url)} is back`)
  try {
    const ended = untilSignal(shell.io, ending)
    return await Promise.race([ended, stayConnected(connect, { lost, found }, ending.signal).then(() => ended)])
  } finally {
    ending.abort()
  }
}
