import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createNetServer, type AddressInfo } from 'node:net'

/** What becomes of a request: `refused` before its body is read, and all else after. */
export type Fault =
  | 'reset before its body'
  | 'reset'
  | 'closed'
  | 'never answered'
  | { readonly status: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  /** The beginning of an answer, and then the connection is closed. */
  | { readonly status: number; readonly cut: string }
  /** The beginning of an answer, and then nothing more. */
  | { readonly status: number; readonly stuck: string }

/** A service on which things go wrong. */
export interface FaultyServer {
  readonly url: string
  /** Method and path of each request, in order, without requests for tokens and questions of browsers. */
  readonly requests: readonly string[]
  /** The number of tokens that were asked for. */
  readonly tokens: () => number
  /** What becomes of the next requests for tokens; nothing bad once there are no more of them. */
  readonly tokenFaults: Fault[]
  readonly close: () => Promise<void>
}

/** The answer of a service that refuses. */
export const refusal = (status: number, error: string): Fault => ({
  status,
  text: JSON.stringify({ error, error_description: `It is ${error}` }),
})

export const right: Fault = { status: 200, text: '{"fine":true}' }

/**
 * Starts a service on which these things go wrong, one with each request; then all goes right. A browser repeats a request
 * by itself on a connection that was used before, so each answer closes its connection.
 */
export async function faultyServer(faults: readonly Fault[], port = 0): Promise<FaultyServer> {
  const requests: string[] = []
  const left = [...faults]
  const tokenFaults: Fault[] = []
  let tokens = 0
  const server = createServer((request, answer) => {
    answer.setHeader('connection', 'close')
    answer.setHeader('access-control-allow-origin', '*')
    if (request.method === 'OPTIONS')
      return void answer.setHeader('access-control-allow-headers', 'content-type').writeHead(204).end()
    const isForToken = request.url === '/auth/token'
    if (isForToken) tokens += 1
    else requests.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`)
    const text = JSON.stringify({ access_token: `token-${tokens}`, token_type: 'Bearer', expires_in: 60 })
    const fault = isForToken ? (tokenFaults.shift() ?? { status: 200, text }) : (left.shift() ?? right)
    if (fault === 'reset before its body') request.socket.resetAndDestroy()
    else request.resume().once('end', () => strike(fault, request, answer))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    tokens: () => tokens,
    tokenFaults,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function strike(
  fault: Exclude<Fault, 'reset before its body'>,
  request: IncomingMessage,
  answer: ServerResponse,
): void {
  if (fault === 'reset') request.socket.resetAndDestroy()
  else if (fault === 'closed') request.socket.destroy()
  else if (fault === 'never answered') return
  else if ('text' in fault)
    answer.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers }).end(fault.text)
  else {
    answer.writeHead(fault.status, { 'content-type': 'application/json', 'content-length': '1000' })
    if ('stuck' in fault) answer.write(fault.stuck)
    else answer.write(fault.cut, () => request.socket.destroy())
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createNetServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { readonly port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
