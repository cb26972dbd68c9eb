import { readFileSync, writeFileSync } from 'node:fs'
import { Agent, request, type RequestOptions } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accessToken } from './access-token.ts'
import { playerId } from './game.ts'
import { median } from './paired.ts'

/** A server that plays by a design directory, and how often a file there is to be saved. */
export interface HotReloadInput {
  readonly port: number
  readonly design: string
  readonly players: number
  readonly saves: number
}

/** How long each save took to be played by, and what plays under way waited. */
export interface HotReloads {
  readonly reloadsMs: readonly number[]
  readonly longestPlayMs: number
  readonly medianPlayMs: number
  readonly plays: number
}

/** Saves that do not count: the server's first ones are slower. */
const WARM_SAVES = 5

const CALLERS = 4
const STRIDE = 7919

/** Between two saves everything comes to rest. */
const REST_MS = 120

/** A save that is not played by after so long is lost. */
const LOST_MS = 5000

const BODY = JSON.stringify({ count: 1, query: false })

/** What one play was: how long it took, and what it gave. */
interface Play {
  readonly ms: number
  readonly xp: number
}

/** Has callers play without end while a file is saved again and again, each time with another reward. */
export async function run({ port, design, players, saves }: HotReloadInput): Promise<HotReloads> {
  const play = await playerOf(port, players)
  const file = join(design, 'actions', 'like.json')
  const text = readFileSync(file, 'utf8')
  const playsMs: number[] = []
  const reloadsMs: number[] = []
  let xpNow = 0
  let seen = (): void => {}
  let ended = false
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!ended) {
      const { ms, xp } = await play()
      playsMs.push(ms)
      xpNow = xp
      seen()
    }
  })
  for (let i = 0; i < WARM_SAVES + saves; i += 1) {
    await sleep(REST_MS)
    if (i === WARM_SAVES) playsMs.length = 0
    const xp = 100 + i
    const begin = performance.now()
    writeFileSync(file, text.replace('"value":"10"', `"value":"${xp}"`))
    await Promise.race([
      new Promise<void>((resolve) => {
        seen = () => {
          if (xpNow === xp) resolve()
        }
      }),
      sleep(LOST_MS).then(() => Promise.reject(new Error(`the save of ${file} is not played by`))),
    ])
    if (i >= WARM_SAVES) reloadsMs.push(performance.now() - begin)
  }
  ended = true
  await Promise.all(callers)
  const longestPlayMs = playsMs.reduce((longest, ms) => Math.max(longest, ms), 0)
  return { reloadsMs, longestPlayMs, medianPlayMs: median(playsMs), plays: playsMs.length }
}

const GAIN = /"delta":\{"old":"?(null|[\d.]+)"?,"new":"(\d+)"/

/** Plays as one player after the other, over connections that stay open. */
async function playerOf(port: number, players: number): Promise<() => Promise<Play>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  const authorization = await accessToken(port)
  const headers = { authorization, 'content-type': 'application/json', 'content-length': BODY.length }
  let plays = 0
  return async () => {
    plays += 1
    const path = `/v2/runtime/actions/like/play?player_id=${playerId((plays * STRIDE) % players)}`
    const begin = performance.now()
    const answer = await post({ agent, port, path, headers, host: '127.0.0.1', method: 'POST' })
    const ms = performance.now() - begin
    const [, old = '', now = ''] = GAIN.exec(answer) ?? []
    return { ms, xp: Number(now) - (Number(old) || 0) }
  }
}

function post(options: RequestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        answer.statusCode === 200
          ? resolve(text)
          : reject(new Error(`a play is answered ${answer.statusCode}: ${text}`)),
      )
    })
    asked.on('error', reject)
    asked.end(BODY)
  })
}
