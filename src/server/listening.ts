import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The address could not be listened on; `code` is the system's, such as `EADDRINUSE`. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly code: string
  readonly host: string
  readonly port: number

  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    super(`Cannot listen on ${host}:${port}: ${cause.message}`, { cause })
    this.code = cause.code ?? ''
    this.host = host
    this.port = port
  }
}

/** Listens, and tells the port: the free one that was found where 0 was asked for. */
export function listen(http: HttpServer, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (cause: Error): void => reject(new ListenError(host, port, cause))
    http.once('error', onError)
    http.listen(port, host, () => {
      http.off('error', onError)
      resolve((http.address() as AddressInfo).port)
    })
  })
}
