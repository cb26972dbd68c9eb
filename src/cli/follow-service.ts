import { untilAborted } from '../client/client.ts'
import { stayConnected } from '../client/stay-connected.ts'
import { printable } from '../sentences/printable.ts'
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
  { client, url }: Pick<Service, 'client' | 'url'>,
  connect: (reached: () => void, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  const ending = new AbortController()
  const connectWithToken = async (reached: () => void): Promise<void> => {
    // This call gets another token if a restarted emulator does not accept the old one.
    await gameClock(untilAborted(client, ending.signal))
    await connect(reached, ending.signal)
  }
  const lost = (): void => shell.note(`${printable(url)} has stopped answering; retrying`)
  const found = (): void => shell.note(`${printable(url)} is back`)
  try {
    const ended = untilSignal(shell.io, ending)
    const followed = stayConnected(connectWithToken, { lost, found }, ending.signal)
    return await Promise.race([ended, followed.then(() => ended)])
  } finally {
    ending.abort()
  }
}
