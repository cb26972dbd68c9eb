import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** Passes connections on to a port of this machine, until it is cut. */
export interface TcpProxy {
  readonly port: number
  /** Breaks all connections and takes no others, or takes them again. */
  cut(isCut: boolean): void
  close(): void
}

/** Opens a proxy to a port. */
export async function openTcpProxy(to: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isClosed = false
  const server = createServer((socket) => {
    if (isClosed) return void socket.destroy()
    const onward = connect(to, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut: (isCut) => {
      isClosed = isCut
      if (isCut) breakAll()
    },
    close: () => {
      server.close()
      breakAll()
    },
  }
}
