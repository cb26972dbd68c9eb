import { connect, type Socket } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { type Server, type ServerOptions, startServer } from '../../src/server/server.ts'
import { type FakeGame, fakeGame, fakePicture, fakeRows } from './fake-game.ts'

/** A server over a fake game, stopped when the test is over. */
export interface FakeServer extends Server {
  readonly game: FakeGame
  /** An access token of a development client. */
  readonly token: (clientId?: string, secret?: string) => Promise<string>
  /** A call as the staging client and player neo; `path` may bring its own query. */
  readonly call: (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>
}

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** Starts a server on a free port for one test. */
export async function fakeServer(options: Partial<ServerOptions> & { game?: FakeGame } = {}): Promise<FakeServer> {
  const { game = fakeGame(), routes = fakeRows, ...rest } = options
  const server = await startServer({
    emulator: game,
    routes: [...routes, fakePicture],
    host: '127.0.0.1',
    port: 0,
    version: '1.2.3',
    checkAnswers: true,
    onDefect: () => {},
    ...rest,
  })
  onTestFinished(() => server.stop())
  const token = async (client_id = 'gamify-staging', client_secret = 'gamify-dev-secret'): Promise<string> => {
    const body = JSON.stringify({ client_id, client_secret, grant_type: 'client_credentials' })
    const response = await fetch(`${server.url}/auth/token`, { method: 'POST', body })
    return ((await response.json()) as { access_token: string }).access_token
  }
  return {
    ...server,
    game,
    token,
    call: async (request, body, headers = {}) => {
      const [method = '', path = ''] = request.split(' ')
      const as = path.includes('?') ? '' : `?access_token=${await token()}&player_id=neo`
      const init = { method, headers, ...(body !== undefined && { body: textOf(body) }) }
      return replyOf(await fetch(`${server.url}${path}${as}`, init))
    },
  }
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** A response with its JSON body read. */
export async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers }
}

/** What a refused call is answered, whatever the sentence. */
export const refusal = (status: number, error: string): object => ({
  status,
  body: { error, error_description: expect.any(String) as string },
})

/** What came back over a connection, and whether the server closed it. */
export interface Exchanged {
  readonly text: string
  readonly closed: boolean
}

/** Sends bytes as they are, and gives what came back by the time the server closed the connection, or after `waitMs`. */
export function exchange(port: number, sent: string | Uint8Array, waitMs = 300): Promise<Exchanged> {
  return exchangeOver(connect(port, '127.0.0.1'), sent, waitMs)
}

/** The same over a connection of another sort. */
export function exchangeOver(socket: Socket, sent: string | Uint8Array, waitMs = 300): Promise<Exchanged> {
  return new Promise((resolve, reject) => {
    socket.write(sent)
    let text = ''
    const finish = (closed: boolean) => () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(finish(false), waitMs)
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', finish(true))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? finish(true)() : reject(error)))
  })
}
