import { connect } from 'node:net'
import type { Problem } from './attempt.ts'
import type { FuzzedGame } from './fuzzed-game.ts'
import type { RawBytes } from './raw-bytes.ts'

/** How a connection went. */
export interface RawOutcome {
  /** Of the answers, in turn; the server may also just close. */
  readonly statuses: readonly number[]
  readonly problem: Problem | undefined
}

/** Who has ended its side is let go within this. */
const PATIENCE_MS = 30_000

/** Writes bytes on a connection of their own, ends it, and looks at all that may not come of it. */
export async function rawAttempt(game: FuzzedGame, { bytes, atMost, shape }: RawBytes): Promise<RawOutcome> {
  const before = game.mark()
  const { text, closed } = await exchanged(game.port, bytes)
  // Who waits for 100 Continue is told to go on, and answered after that.
  const all = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
  const statuses = all.filter((status) => status >= 200 || status === 101)
  const [defect] = game.takeDefects()
  const problem = (kind: Problem['kind'], words: string) => ({
    statuses,
    problem: { kind, words: `${shape}: ${words}` },
  })
  if (defect) return problem('defect', String(defect.error))
  if (statuses.some((status) => status >= 500 && status !== 505)) return problem('answer', text.slice(0, 500))
  if (!closed) return problem('no answer', `the connection stayed open for ${PATIENCE_MS} ms`)
  if (statuses.length > atMost) return problem('answer', `${statuses.length} answers, and ${atMost} were asked for`)
  const refused = statuses.every((status) => status >= 400)
  if (refused && game.mark() !== before) return problem('change', `refused, and went from ${before} to ${game.mark()}`)
  return { statuses, problem: undefined }
}

function exchanged(port: number, bytes: Buffer): Promise<{ readonly text: string; readonly closed: boolean }> {
  const { promise, resolve } = Promise.withResolvers<{ readonly text: string; readonly closed: boolean }>()
  const pieces: Buffer[] = []
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const over = (closed: boolean): void => {
    clearTimeout(timer)
    socket.destroy()
    resolve({ text: Buffer.concat(pieces).toString('latin1'), closed })
  }
  const timer = setTimeout(() => over(false), PATIENCE_MS)
  socket.on('data', (piece: Buffer) => pieces.push(piece))
  socket.on('end', () => over(true))
  // A server that does not want to read on resets; it has to be there for the next one.
  socket.on('error', () => over(true))
  socket.end(bytes)
  return promise
}
