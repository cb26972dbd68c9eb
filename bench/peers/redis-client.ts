import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const CARRIAGE_RETURN = 0x0d
const MINUS = 0x2d
const COLON = 0x3a
const DOLLAR = 0x24
const STAR = 0x2a

/** A pipeline that waits for its replies. */
interface Waiting {
  left: number
  /** Replies that are whole numbers; others are only gone past, which is less work than any other client has. */
  readonly numbers: number[]
  readonly resolve: (numbers: readonly number[]) => void
  readonly reject: (error: Error) => void
}

/** A connection to a Redis server of this machine. */
export class RedisClient {
  readonly #socket: Socket
  readonly #waiting: Waiting[] = []
  /** What has come of a reply that is not complete. */
  #rest: Buffer = Buffer.alloc(0)
  #failure: Error | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes: Buffer) => this.#take(bytes))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('Redis has closed the connection')))
  }

  /** Sends commands that stand one behind the other, and waits for so many replies. Rejects where one is an error. */
  call(commands: string | Buffer, replies: number): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#waiting.push({ left: replies, numbers: [], resolve, reject })
      this.#socket.write(commands)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    let at = 0
    for (let end = replyEnd(all, at); end !== undefined; end = replyEnd(all, at)) {
      this.#reply(all, at, end)
      at = end
    }
    this.#rest = all.subarray(at)
  }

  #reply(bytes: Buffer, start: number, end: number): void {
    const [waiting] = this.#waiting
    if (!waiting) throw new Error('Redis replies to nothing')
    if (bytes[start] === MINUS) return this.#fail(new Error(`Redis refuses: ${bytes.toString('latin1', start, end)}`))
    if (bytes[start] === COLON) waiting.numbers.push(numberAt(bytes, start + 1))
    waiting.left -= 1
    if (waiting.left > 0) return
    this.#waiting.shift()
    waiting.resolve(waiting.numbers)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}

/** Connects to a Redis server of this machine; rejects where none listens. */
export async function connectRedis(port: number): Promise<RedisClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  return new RedisClient(socket)
}

/** A command as it goes over the wire. */
export function command(...words: readonly (string | number)[]): string {
  return words.reduce<string>(
    (wire, word) => `${wire}$${String(word).length}\r\n${String(word)}\r\n`,
    `*${words.length}\r\n`,
  )
}

/** Where the reply that begins at `at` ends; undefined while it is not complete. */
function replyEnd(bytes: Buffer, at: number): number | undefined {
  const line = bytes.indexOf(CARRIAGE_RETURN, at)
  if (line < 0 || line + 2 > bytes.length) return undefined
  const body = line + 2
  if (bytes[at] === DOLLAR) {
    const length = numberAt(bytes, at + 1)
    const end = length < 0 ? body : body + length + 2
    return end <= bytes.length ? end : undefined
  }
  if (bytes[at] !== STAR) return body
  let end: number | undefined = body
  for (let left = numberAt(bytes, at + 1); left > 0 && end !== undefined; left -= 1) end = replyEnd(bytes, end)
  return end
}

/** The whole number that begins at `at`. */
function numberAt(bytes: Buffer, at: number): number {
  const isNegative = bytes[at] === MINUS
  let value = 0
  for (let i = isNegative ? at + 1 : at; bytes[i] !== CARRIAGE_RETURN; i += 1) value = value * 10 + (bytes[i] ?? 0) - 48
  return isNegative ? -value : value
}
