import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** The status of an answer, and its body. */
export interface WireAnswer {
  readonly status: number
  readonly body: string
}

/** A bare connection to the service, with what came back over it. */
export class Wire {
  readonly #socket: Socket
  #text = ''
  #answers: WireAnswer[] = []
  #isOver = false
  #wake = (): void => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (text: string) => this.#take(text))
    // How a connection ends is for the case to judge, by the answers that came over it.
    socket.on('error', () => {})
    const end = (): void => {
      this.#isOver = true
      this.#wake()
      socket.end()
    }
    socket.on('end', end).on('close', end)
  }

  static async open(port: number): Promise<Wire> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
    await once(socket, 'connect')
    return new Wire(socket)
  }

  send(text: string | Uint8Array): void {
    this.#socket.write(text)
  }

  /** Resolves when what was sent is with the system, or the connection is over. */
  async sendWhole(bytes: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#socket.once('close', resolve)
      this.#socket.write(bytes, () => resolve())
    })
  }

  /** Says that nothing more is sent; answers still come. */
  endSending(): void {
    this.#socket.end()
  }

  /** Reads nothing any more. */
  stopReading(): void {
    this.#socket.pause()
  }

  /** Goes away. */
  leave(): void {
    this.#socket.destroy()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The answers that came by the time there were so many, or the connection was over. */
  async answers(count: number): Promise<readonly WireAnswer[]> {
    while (this.#answers.length < count && !this.#isOver)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    return this.#answers.splice(0, count)
  }

  #take(text: string): void {
    this.#text += text
    let at = 0
    for (;;) {
      const answer = answerAt(this.#text, at)
      if (answer === undefined) break
      this.#answers.push(answer)
      at = answer.end
    }
    this.#text = this.#text.slice(at)
    this.#wake()
  }
}

const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i

function answerAt(text: string, at: number): (WireAnswer & { readonly end: number }) | undefined {
  const headEnd = text.indexOf('\r\n\r\n', at)
  if (headEnd < 0) return undefined
  const head = text.slice(at, headEnd)
  // An answer that does not tell its length goes on for as long as it is followed.
  const length = Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0)
  const end = headEnd + 4 + length
  if (text.length < end) return undefined
  return { status: Number(head.slice(9, 12)), body: text.slice(headEnd + 4, end), end }
}

/** Opens so many connections, some at a time. */
export async function openWires(port: number, count: number): Promise<readonly Wire[]> {
  const AT_A_TIME = 200
  const wires: Wire[] = []
  while (wires.length < count) {
    const some = Math.min(AT_A_TIME, count - wires.length)
    wires.push(...(await Promise.all(Array.from({ length: some }, () => Wire.open(port)))))
  }
  return wires
}

/** Ends connections from this side. */
export function leaveAll(wires: readonly Wire[]): void {
  for (const wire of wires) wire.leave()
}
