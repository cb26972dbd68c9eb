import { connect } from 'node:net'

/** A burst of requests against a server on this machine: each connection sends one and waits for its answer. */
export interface Burst {
  readonly port: number
  /** The requests as they go over the wire; connections take them in turn. */
  readonly requests: readonly string[]
  readonly connections: number
  /** Runs so long before it counts. */
  readonly warmMs: number
  readonly countMs: number
}

/** What a burst came to. */
export interface BurstResult {
  readonly answered: number
  readonly ms: number
  /** The part of a core that making the load took: near 1, the load and not the server is measured. */
  readonly busy: number
}

/** How much one read may bring. */
const READ_BYTES = 1 << 16

/** Runs a burst. Rejects where an answer is not a 2xx or a connection breaks. */
export async function run({ port, requests, connections, warmMs, countMs }: Burst): Promise<BurstResult> {
  const wire = requests.map((request) => Buffer.from(request))
  let sent = 0
  let answered = 0
  const ending = { ended: false }
  const next = (): Buffer => wire[sent++ % wire.length] as Buffer
  const callers = Array.from({ length: connections }, () => callUntilEnd(port, next, () => (answered += 1), ending))
  const failed = Promise.all(callers)
  await Promise.race([sleep(warmMs), failed])
  const [start, cpu, before] = [performance.now(), process.cpuUsage(), answered]
  await Promise.race([sleep(countMs), failed])
  const ms = performance.now() - start
  const counted = answered - before
  const { user, system } = process.cpuUsage(cpu)
  ending.ended = true
  await failed
  return { answered: counted, ms, busy: (user + system) / 1000 / ms }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** One connection: a request, its answer, the next, until the burst ends. */
function callUntilEnd(
  port: number,
  next: () => Buffer,
  onAnswer: () => void,
  ending: { ended: boolean },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = ''
    const onText = (text: string): void => {
      rest = rest === '' ? text : rest + text
      const end = answerEnd(rest)
      if (end === undefined || rest.length < end) return
      if (!rest.startsWith('HTTP/1.1 2')) return reject(new Error(`the load was answered: ${rest}`))
      rest = ''
      onAnswer()
      if (ending.ended) socket.destroy()
      else socket.write(next())
    }
    const onread = {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback: (bytes: number, buffer: Uint8Array): boolean => {
        onText((buffer as Buffer).toString('latin1', 0, bytes))
        return true
      },
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread })
    socket.on('connect', () => socket.write(next()))
    socket.on('error', reject)
    socket.on('close', () => (ending.ended ? resolve() : reject(new Error('the server closed a connection'))))
  })
}

const CONTENT_LENGTH = /\r\ncontent-length: (\d+)\r\n/i

/** Where an answer ends; undefined while its headers are not complete. */
function answerEnd(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head < 0) return undefined
  const length = CONTENT_LENGTH.exec(text)?.[1]
  if (length === undefined) throw new Error(`an answer does not tell its length: ${text.slice(0, head)}`)
  return head + 4 + Number(length)
}
