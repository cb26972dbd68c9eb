import { accessToken } from './access-token.ts'
import { playerId } from './game.ts'

/** What to do for so many players from one on: open their streams, or have them play for the first time, one after the other. */
export interface StreamClientsTold {
  readonly what: 'open' | 'play'
  readonly port: number
  readonly from: number
  readonly count: number
}

/** Of each play the time to its answer, and to its notification, in ms. */
export interface StreamClientsFound {
  readonly answerMs: readonly number[]
  readonly noticeMs: readonly number[]
}

/** Streams that are opened at a time. */
const AT_A_TIME = 64

/** What a stream was told last, by player number. */
const onNotice: (() => void)[] = []

/** Holds the streams of players in this process, as programs do that speak protocol 4 over WebSockets. */
export async function run(told: StreamClientsTold): Promise<StreamClientsFound> {
  const authorization = await accessToken(told.port)
  if (told.what === 'open') {
    for (let i = 0; i < told.count; i += AT_A_TIME) {
      const some = Array.from({ length: Math.min(AT_A_TIME, told.count - i) }, (_, j) => told.from + i + j)
      await Promise.all(some.map((player) => openStream(told.port, authorization, player)))
    }
    return { answerMs: [], noticeMs: [] }
  }
  const answerMs: number[] = []
  const noticeMs: number[] = []
  for (let player = told.from; player < told.from + told.count; player += 1) {
    const start = performance.now()
    const noticed = new Promise<void>((resolve) => {
      onNotice[player] = () => {
        noticeMs.push(performance.now() - start)
        resolve()
      }
    })
    await playFirst(told.port, authorization, player)
    answerMs.push(performance.now() - start)
    await noticed
  }
  return { answerMs, noticeMs }
}

/** The first play of a player gives an achievement, of which the player is notified. */
async function playFirst(port: number, authorization: string, player: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/v2/runtime/actions/like/play?player_id=${playerId(player)}`
  const headers = { authorization, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', body: '{"query":false}', headers })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`a play was answered ${answer.status}`)
}

async function openStream(port: number, authorization: string, player: number): Promise<void> {
  const id = playerId(player)
  const at = `127.0.0.1:${port}/v2/runtime/notifications`
  const answer = await fetch(`http://${at}/token?player_id=${id}`, { headers: { authorization } })
  const { token } = (await answer.json()) as { token: string }
  const socket = new WebSocket(`ws://${at}/stream/?EIO=4&transport=websocket`)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('a stream of the bench could not be opened')))
    socket.addEventListener('close', () => reject(new Error('a stream of the bench was closed')))
    socket.addEventListener('message', ({ data }) => {
      if (data === '2') socket.send('3')
      else if (data === '4AUTH_CHALLENGE') socket.send(`4AUTH_RESPONSE ${token} player staging bench ${id}`)
      else if (data === '4AUTH_SUCCESS') resolve()
      else onNotice[player]?.()
    })
  })
}
