import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** What a proxy does with connections: pass them on, break them, or keep them open and let nothing through. */
export type Passage = 'open' | 'broken' | 'silent'

/** Passes connections on to a port of this machine, as long as it is open. */
export interface TcpProxy {
  readonly port: number
  /** What was sent through a silent proxy arrives when it is open again, as after lost packets. */
  set(passage: Passage): void
  close(): void
}

/** Opens a proxy to a port. */
export async function openTcpProxy(to: number): Promise<TcpProxy> {
  const pairs = new Set<Pair>()
  let passage: Passage = 'open'
  // Without it, small pieces would wait for the acknowledgement of those before, up to 40 ms.
  const server = createServer({ noDelay: true }, (socket) => {
    if (passage === 'broken') return void socket.destroy()
    const pair = new Pair(socket, to, () => pairs.delete(pair))
    pairs.add(pair)
    if (passage === 'open') pair.connect()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    set: (next) => {
      passage = next
      for (const pair of pairs) {
        if (next === 'open') pair.connect()
        else if (next === 'silent') pair.hold()
        else pair.break()
      }
    },
    close: () => {
      server.close()
      for (const pair of pairs) pair.break()
    },
  }
}

/** A connection, and the one onward. While it is held, neither side learns that the other one has ended. */
class Pair {
  readonly #socket: Socket
  readonly #to: number
  readonly #onEnd: () => void
  #onward: Socket | undefined
  #isHeld = true

  constructor(socket: Socket, to: number, onEnd: () => void) {
    this.#socket = socket
    this.#to = to
    this.#onEnd = onEnd
    this.#endTogether(socket)
  }

  /** Lets pass what is sent. */
  connect(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    if (!this.#onward) {
      this.#onward = connect({ port: this.#to, host: '127.0.0.1', noDelay: true })
      this.#endTogether(this.#onward)
    }
    if (this.#socket.destroyed || this.#onward.destroyed) return this.break()
    this.#socket.pipe(this.#onward)
    this.#onward.pipe(this.#socket)
  }

  hold(): void {
    this.#isHeld = true
    this.#socket.unpipe()
    this.#onward?.unpipe()
  }

  break(): void {
    this.#onEnd()
    this.#socket.destroy()
    this.#onward?.destroy()
  }

  #endTogether(side: Socket): void {
    side.on('error', () => {})
    side.on('close', () => {
      if (!this.#isHeld) this.break()
    })
  }
}
