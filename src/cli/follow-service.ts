import { untilAborted } from '../client/client.ts'
import { stayConnected } from '../client/stay-connected.ts'
import { connectionNotes } from '../terminal/connection-notes.ts'
import { gameClock } from '../terminal/game-clock.ts'
import type { Service } from '../terminal/service.ts'
import type { Shell } from '../terminal/shell.ts'
import { untilSignal } from './ending-signal.ts'

/**
 * Follows a stream of the service until a signal ends it, and returns the exit code. It reconnects after a restart of
 * the emulator. `connect` reads the stream, and calls `reached` when it has reached the service.
 */
export async function followService(
  shell: Shell,
  { client, address }: Pick<Service, 'client' | 'address'>,
  connect: (reached: () => void, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const ending = new AbortController()
  const connectWithToken = async (reached: () => void): Promise<void> => {
    // This call gets another token if a restarted emulator does not accept the old one.
    await gameClock(untilAborted(client, ending.signal))
    await connect(reached, ending.signal)
  }
  const notes = connectionNotes({ address })
  const lost = (): void => shell.note(notes.lost())
  const found = (): void => shell.note(notes.found())
  try {
    const ended = untilSignal(shell.io, ending)
    const followed = stayConnected(connectWithToken, { lost, found }, ending.signal)
    return await Promise.race([ended, followed.then(() => ended)])
  } finally {
    ending.abort()
  }
}
