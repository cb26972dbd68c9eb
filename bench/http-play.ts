import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { accessToken } from './access-token.ts'
import { compareSubjects, type Subject } from './compare-calls.ts'
import { medianSyncMs } from './disk.ts'
import type { Effort, Figure, Goal, Row } from './figure.ts'
import { playerId } from './game.ts'
import { Job } from './job.ts'
import { profileRows } from './profile.ts'
import { requestText } from './request-text.ts'
import { serveGame } from './served.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000
const WARM_MS = 200
/** So long a profile is, in bursts. */
const PROFILED_BURSTS = 3

/** The listing that a play adds unless it is told not to is left out: it is as long as the design. */
const BODY = JSON.stringify({ count: 1, query: false })

/** A server that this figure has started. */
interface RunningSubject extends Subject {
  readonly stop: () => Promise<void>
}

type Peer = 'raw-http' | 'bare-h3' | 'fastify-sqlite' | 'json-server'

/** Durable plays over HTTP beside what else there is. Load and server have a process each, on the cores of the machine. */
export const httpPlay: Figure = {
  name: 'http-play',
  title: 'Durable plays over HTTP, calls a second against each peer',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure(effort: Effort, directory: string): Promise<Row[]> {
  const gamify = await startGamify(directory, 'batch')
  const volatile = await startGamify(directory, 'off')
  const answer = await playOnce(gamify)
  const [raw, h3, sqlite, jsonServer] = await Promise.all([
    startPeer('raw-http', directory, answer),
    startPeer('bare-h3', directory, answer),
    startPeer('fastify-sqlite', directory, answer),
    startPeer('json-server', directory, answer),
  ])
  const load = new Job('load')
  const compare = (subject: Subject, peer: Subject, connections: number, goal?: Goal) =>
    compareSubjects(load, effort, subject, peer, connections, goal)
  const rows = [
    await compare(gamify, raw, 32, { least: 0.55 }),
    await compare(gamify, raw, 128, { least: 0.75 }),
    await compare(volatile, raw, 32),
    await compare(volatile, raw, 128),
    await compare(gamify, h3, 32),
    await compare(gamify, h3, 128),
    await compare(gamify, sqlite, 32, { least: 6 }),
    await compare(gamify, sqlite, 128, { least: 6 }),
    await compare(gamify, jsonServer, 32, { least: 15 }),
    await compare(gamify, jsonServer, 128, { least: 15 }),
    {
      what: 'one small write and its sync on this disk, median',
      value: await medianSyncMs(directory),
      unit: 'ms',
    } as const,
    ...(await profiled(directory, load, effort)),
  ]
  for (const running of [load, gamify, volatile, raw, h3, sqlite, jsonServer]) await running.stop()
  return rows
}

/** Where the time of a server goes that runs from its sources, so that what is whose can be told. */
async function profiled(parent: string, load: Job<'load'>, { burstMs }: Effort): Promise<Row[]> {
  const server = new Job('server', ['--expose-gc'])
  const directory = makeDirectory(parent, 'profiled')
  const { port } = await server.run({ what: 'serve', directory, players: PLAYERS })
  const requests = plays(await accessToken(port))
  const burst = () => load.run({ port, requests, connections: 32, warmMs: WARM_MS, countMs: burstMs * PROFILED_BURSTS })
  await burst()
  const shares = await server.profiled(burst)
  await server.stop()
  return profileRows('a play over HTTP, 32 connections', shares)
}

async function startGamify(parent: string, durability: 'batch' | 'off'): Promise<RunningSubject> {
  const directory = makeDirectory(parent, `gamify-${durability}`)
  const { port, stop } = await serveGame(directory, durability, PLAYERS)
  const name = durability === 'off' ? 'gamify, durability off' : 'gamify'
  return { name, port, requests: plays(await accessToken(port)), stop }
}

async function startPeer<N extends Peer>(name: N, parent: string, answer: string): Promise<RunningSubject> {
  const job = new Job<Peer>(name)
  const { port } = await job.run({ directory: makeDirectory(parent, name), players: PLAYERS, answer })
  return { name, port, requests: name === 'json-server' ? patches() : plays('Bearer none'), stop: () => job.stop() }
}

function makeDirectory(parent: string, name: string): string {
  const directory = join(parent, name)
  mkdirSync(directory)
  return directory
}

/** The answer that the peers send: one of a player who has played before, as nearly all are. */
async function playOnce({ port, requests }: Subject): Promise<string> {
  const [first = ''] = requests
  const [, authorization = ''] = /authorization: (.*)\r\n/.exec(first) ?? []
  const url = `http://127.0.0.1:${port}/v2/runtime/actions/like/play?player_id=${playerId(0)}`
  const headers = { authorization, 'content-type': 'application/json' }
  await fetch(url, { method: 'POST', body: BODY, headers })
  const answer = await fetch(url, { method: 'POST', body: BODY, headers })
  return answer.text()
}

/** Returns the requests of a play by each player. */
export const playRequests = (authorization: string, players: number): string[] =>
  everyPlayer(players, (id) =>
    requestText('POST', `/v2/runtime/actions/like/play?player_id=${id}`, authorization, BODY),
  )

const plays = (authorization: string): string[] => playRequests(authorization, PLAYERS)

const patches = (): string[] =>
  everyPlayer(PLAYERS, (id, i) =>
    requestText('PATCH', `/players/${id}`, 'none', JSON.stringify({ xp: i * 10, coins: i })),
  )

function everyPlayer(players: number, make: (id: string, index: number) => string): string[] {
  return Array.from({ length: players }, (_, i) => make(playerId(i), i))
}
