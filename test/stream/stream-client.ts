import { Socket as Socket4 } from 'engine.io-client'
import connect3 from 'engine.io-client-3'
import { expect } from 'vitest'
import { DEVELOPMENT_SECRET } from '../../src/auth/clients.ts'
import type { TestGame } from '../support/http.ts'

/** How a published client speaks: the protocol of Engine.IO, and its transports, of which it takes the first. */
export interface Speech {
  readonly protocol: 3 | 4
  readonly transports: readonly ('websocket' | 'polling')[]
}

/** Both addresses of the stream. */
export const streamPaths = ['/v1/notifications/stream', '/v2/runtime/notifications/stream'] as const

/** Each protocol by each transport, and by polling that becomes a WebSocket. */
export const speeches: readonly Speech[] = ([3, 4] as const).flatMap((protocol) =>
  ([['websocket'], ['polling'], ['polling', 'websocket']] as const).map((transports) => ({ protocol, transports })),
)

/** A client of a stream, and what it was told. */
export interface StreamClient {
  /** All messages, in order. */
  readonly messages: string[]
  readonly send: (message: string | Uint8Array) => void
  /** The transport that is used now. */
  readonly transport: () => string
  readonly close: () => void
  readonly isClosed: () => boolean
}

/** Opens a stream at a path, without a word of who it is for. */
export function openStream(url: string, path: string, { protocol, transports }: Speech): StreamClient {
  const options = { path, transports: [...transports] }
  const socket =
    protocol === 4
      ? new Socket4(url, { ...options, tryAllTransports: false })
      : connect3(url, { ...options, agent: false })
  const messages: string[] = []
  let isClosed = false
  const on = socket.on.bind(socket) as (event: string, listener: (value: unknown) => void) => void
  on('message', (message) => void messages.push(String(message)))
  on('close', () => (isClosed = true))
  on('error', () => (isClosed = true))
  return {
    messages,
    send: (message) => void socket.send(message as string),
    transport: () => String((socket.transport as { readonly name: string }).name),
    close: () => void socket.close(),
    isClosed: () => isClosed,
  }
}

/** A token for the stream of a player, as the token of a client gives it, or the one that headers carry. */
export async function streamToken(
  game: TestGame,
  as: string,
  by: string | Readonly<Record<string, string>> = 'gamify-staging',
): Promise<string> {
  const caller = typeof by === 'string' ? { client: by } : { client: null, headers: by }
  const { body } = await game.request('GET', '/v2/runtime/notifications/token', { as, ...caller })
  return body.token
}

/** An access token of the staging client that nobody else has. */
export async function newToken(game: TestGame): Promise<string> {
  const body = { client_id: 'gamify-staging', client_secret: DEVELOPMENT_SECRET, grant_type: 'client_credentials' }
  const answer = await game.request('POST', '/auth/token', { client: null, body })
  return answer.body.access_token
}

/** What a client says to have the stream of a player. */
export const authResponse = (token: string, player: string, environment = 'staging', game = 'contract'): string =>
  `AUTH_RESPONSE ${token} player ${environment} ${game} ${player}`

/** Opens the stream of a player, and waits until it is open. */
export async function streamOf(
  game: TestGame,
  player: string,
  speech: Speech = { protocol: 4, transports: ['websocket'] },
  path: string = streamPaths[0],
): Promise<StreamClient> {
  const stream = openStream(game.url, path, speech)
  await expect.poll(() => stream.messages).toEqual(['AUTH_CHALLENGE'])
  stream.send(authResponse(await streamToken(game, player), player))
  await expect.poll(() => stream.messages).toEqual(['AUTH_CHALLENGE', 'AUTH_SUCCESS'])
  return stream
}

/** The notifications that came over a stream. */
export function notificationsOf({ messages }: Pick<StreamClient, 'messages'>): readonly { readonly id: string }[] {
  return messages
    .filter((message) => message.startsWith('NOTIFICATION '))
    .map((message) => JSON.parse(message.slice('NOTIFICATION '.length)))
}

/** Has an operator give a player points, of which the player is notified. Rejects where they are refused. */
export async function rewarded(game: TestGame, player: string, value = '1', client = 'gamify-staging'): Promise<void> {
  const rewards = [{ metric: { id: 'xp', type: 'point' }, verb: 'add', value }]
  const answer = await game.request('PATCH', `/v2/admin/players/${player}/scores`, { client, body: { rewards } })
  if (answer.status !== 200) throw new Error(`no reward: ${answer.status} ${JSON.stringify(answer.body)}`)
}

/** The player's notifications, as the list has them. */
export async function listed(game: TestGame, as: string): Promise<readonly { readonly id: string }[]> {
  const { body } = await game.request('GET', '/v2/runtime/notifications', { as })
  return body.data
}
