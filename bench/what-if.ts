import { mkdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { accessToken } from './access-token.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { playerId } from './game.ts'
import { playRequests } from './http-play.ts'
import { Job, runJob } from './job.ts'
import { median, paired, timeRatio, type Pair } from './paired.ts'
import { profileRows } from './profile.ts'
import { serveGame } from './served.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000

/** A recorded history that is decided again, beside a start of the same game from its journal. */
export const whatIfHistory: Figure = {
  name: 'what-if',
  title: 'A recorded history of a thousand players, decided again under another design',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure(effort: Effort, directory: string): Promise<Row[]> {
  const { pairs, plays, players: many } = effort
  const some = await beside(join(directory, 'some'), plays, pairs)
  const profiled = new Job('what-if')
  const shares = await profiled.profiled(() => profiled.run({ file: historyIn(join(directory, 'some')) }))
  await profiled.stop()
  const all = await beside(join(directory, 'many'), many, Math.ceil(pairs / 3))
  return [some, all, await waitsRow(join(directory, 'served'), effort), ...profileRows('deciding again', shares)]
}

const historyIn = (directory: string): string => join(directory, 'history.ndjson')

/** Decides a history of so many plays again, and starts its game from the first entry, in turn. */
async function beside(directory: string, plays: number, pairs: number): Promise<Row> {
  const [data, file] = [join(directory, 'data'), historyIn(directory)]
  await runJob('played-history', { directory: data, file, players: PLAYERS, plays })
  const decided = async (): Promise<number> => (await runJob('what-if', { file })).ms
  const recovered = async (): Promise<number> => {
    // Without its checkpoints, the game starts from its first entry.
    rmSync(join(data, 'staging', 'snapshots'), { recursive: true })
    return (await runJob('recovery', { directory: data }, ['--expose-gc'])).ms
  }
  const runs = await paired(pairs, decided, recovered)
  const µsAPlay = (of: (run: Pair<number>) => number): number =>
    Number(((median(runs.map(of)) * 1000) / plays).toFixed(2))
  return {
    what: `deciding ${plays} plays again / recovering them by replay`,
    ...timeRatio(runs, (ms) => ms),
    goal: { most: 3 },
    notes: { 'µs a play': µsAPlay(({ first }) => first), 'µs a play to recover': µsAPlay(({ second }) => second) },
  }
}

const CONNECTIONS = 64

/** The time between two plays, in ms, so that the processors are not all taken by them. */
const PAUSE_MS = 5

/** The longest that a play of a running game waits while its history is decided again, in a thread of the same program. */
async function waitsRow(directory: string, { plays, burstMs }: Effort): Promise<Row> {
  mkdirSync(directory)
  const { port, stop } = await serveGame(directory, 'batch', PLAYERS)
  const load = new Job('load')
  try {
    const requests = playRequests(await accessToken(port), PLAYERS)
    let played = 0
    while (played < plays)
      played += (await load.run({ port, requests, connections: CONNECTIONS, warmMs: 0, countMs: burstMs })).answered
    const authorization = await accessToken(port)
    const play = caller(port, `/v2/runtime/actions/like/play?player_id=${playerId(0)}`, authorization)
    const decideAgain = caller(port, '/_gamify/lab/what-if', authorization)
    // The first one compiles the code of both.
    await decideAgain()
    const alone = await longestWait(play, sleep(2_000))
    const meanwhile = await longestWait(play, decideAgain())
    return {
      what: `longest wait of a play while ${played} plays are decided again`,
      value: meanwhile.longestMs,
      unit: 'ms',
      goal: { most: 50 },
      notes: {
        'longest wait before': Number(alone.longestMs.toFixed(1)),
        'plays meanwhile': meanwhile.plays,
        's for deciding again': Number((meanwhile.ms / 1000).toFixed(1)),
      },
    }
  } finally {
    await load.stop()
    await stop()
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Plays, one play after the other, until some work has ended. */
async function longestWait(
  play: () => Promise<void>,
  work: Promise<unknown>,
): Promise<{ readonly longestMs: number; readonly plays: number; readonly ms: number }> {
  const start = performance.now()
  let isOver = false
  const ended = work.finally(() => (isOver = true))
  let [longestMs, plays] = [0, 0]
  while (!isOver) {
    const before = performance.now()
    await play()
    longestMs = Math.max(longestMs, performance.now() - before)
    plays += 1
    await sleep(PAUSE_MS)
  }
  await ended
  return { longestMs, plays, ms: performance.now() - start }
}

/** Returns what posts an empty body and resolves when the whole answer is there, over a connection that stays open. */
function caller(port: number, path: string, authorization: string): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { authorization, 'content-type': 'application/json' }
  return () =>
    new Promise((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent }, (answer) => {
        answer.resume()
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve()
          else reject(new Error(`${path} is answered with ${answer.statusCode}`))
        })
      })
      call.on('error', reject)
      call.end('{}')
    })
}
