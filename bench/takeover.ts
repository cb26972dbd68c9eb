import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { natsServer, startNatsServers } from '../test/support/nats-servers.ts'
import { accessToken } from './access-token.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { benchSource, playerId } from './game.ts'
import { playRequests } from './http-play.ts'
import { Job, runJob } from './job.ts'
import { median } from './paired.ts'
import { bin, serveProject, writePlayers, writeProject } from './served.ts'
import { runToEnd, type Spawned } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const PLAYERS = 1000

/** So many bursts of plays make the history that an empty node takes. */
const HISTORY_BURSTS = 5

/** How often one looks how far a node is, in ms. */
const LOOK_MS = 5

/** The longest takeover that is aimed at, in ms. */
const TAKEOVER_MS = 3_000

/** What a node says of itself. */
interface NodeHealth {
  readonly role: string
  readonly position: number
}

/** What several machines are for: another node goes on when the writer is killed, and a new one takes the history. */
export const takeover: Figure = {
  name: 'takeover',
  title: 'A takeover and a new node, on several machines',
  missing: () => (natsServer === undefined ? 'nats-server 2.12 or newer, in PATH or named by NATS_SERVER' : undefined),
  measure: (effort) =>
    inTemporaryDirectory(async (directory) => {
      const [small, large] = [join(directory, 'small'), join(directory, 'large')]
      for (const each of [small, large]) mkdirSync(each)
      return [...(await measureSmall(effort, small)), await measureLarge(effort, large)]
    }),
}

async function measureSmall(effort: Effort, directory: string): Promise<readonly Row[]> {
  const nats = await startNatsServers(3)
  const nodes = new Map<string, Spawned>()
  const load = new Job('load')
  try {
    const project = join(directory, 'project')
    mkdirSync(project)
    writeProject(project, benchSource)
    writePlayers(project, PLAYERS)
    const start = async (name: string): Promise<Spawned> => {
      const flags = ['--journal', nats.url, '--node', name, '--data', join(directory, name), '--seed', 'players.json']
      const node = await serveProject(project, ...flags)
      nodes.set(name, node)
      return node
    }
    const writer = await start('n1')
    const token = await accessToken(writer.port)
    const requests = playRequests(token, PLAYERS)
    const countMs = effort.burstMs * HISTORY_BURSTS
    const { answered } = await load.run({ port: writer.port, requests, connections: 32, warmMs: 0, countMs })
    const caughtUp = await caughtUpBy(await start('n2'), writer, answered + PLAYERS)
    await start('n3')
    const times: number[] = []
    for (let i = 0; i < effort.pairs; i++) times.push(await takenOver(nodes, token, start))
    const notes = { takeovers: times.length }
    return [
      { what: 'takeover after the writer died, p50', value: median(times), unit: 'ms', better: 'less', notes },
      {
        what: 'takeover after the writer died, most',
        value: Math.max(...times),
        unit: 'ms',
        better: 'less',
        goal: { most: TAKEOVER_MS },
        notes,
      },
      caughtUp,
    ]
  } finally {
    await load.stop()
    for (const node of nodes.values()) await node.stop()
    await nats.close()
  }
}

/** How often the writer of a large game is killed. Each node that starts again has to load it. */
const LARGE_TAKEOVERS = 3

/** The same for a game of many players, which each node has in memory: one that was adopted, with its blobs in a directory. */
async function measureLarge({ players }: Effort, directory: string): Promise<Row> {
  const nats = await startNatsServers(3)
  const nodes = new Map<string, Spawned>()
  try {
    const project = join(directory, 'project')
    mkdirSync(project)
    writeProject(project, benchSource)
    await runJob('population', { directory: join(directory, 'n1'), players })
    const log = ['--journal', nats.url, '--blobs', join(directory, 'blobs')]
    await runToEnd(project, bin, 'cluster', 'adopt', ...log, '--data', join(directory, 'n1'))
    const start = async (name: string): Promise<Spawned> => {
      const node = await serveProject(project, ...log, '--node', name, '--data', join(directory, name))
      nodes.set(name, node)
      return node
    }
    const first = await start('n1')
    while ((await healthOf(first))?.role !== 'writer') await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const token = await accessToken(first.port)
    for (const name of ['n2', 'n3']) await start(name)
    const times: number[] = []
    for (let i = 0; i < LARGE_TAKEOVERS; i++) {
      await untilLoaded(nodes, token)
      times.push(await takenOver(nodes, token, start))
    }
    return {
      what: `takeover of a game of ${players} players, most`,
      value: Math.max(...times),
      unit: 'ms',
      better: 'less',
      goal: { most: TAKEOVER_MS },
      notes: { takeovers: times.length },
    }
  } finally {
    for (const node of nodes.values()) await node.stop()
    await nats.close()
  }
}

/** Waits until each follower has the game in memory: it answers a read by itself then, and that is never as of now. */
async function untilLoaded(nodes: ReadonlyMap<string, Spawned>, token: string): Promise<void> {
  const headers = { authorization: token, 'gamify-consistency': 'eventual' }
  for (const node of nodes.values()) {
    const url = `http://127.0.0.1:${node.port}/v2/runtime/player?player_id=${playerId(0)}`
    for (;;) {
      const answer = await fetch(url, { headers }).catch(() => undefined)
      await answer?.text()
      const isWriter = (await healthOf(node))?.role === 'writer'
      if (answer?.ok && (isWriter || answer.headers.get('gamify-lag') !== '0')) break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

async function healthOf({ port }: Spawned): Promise<NodeHealth | undefined> {
  const answer = await fetch(`http://127.0.0.1:${port}/_gamify/health`).catch(() => undefined)
  return ((await answer?.json()) as { readonly node?: NodeHealth } | undefined)?.node
}

/** Kills the writer, and returns how long it takes until another node answers a play, in ms. */
async function takenOver(
  nodes: ReadonlyMap<string, Spawned>,
  token: string,
  start: (name: string) => Promise<Spawned>,
): Promise<number> {
  const [name, writer] = await writerOf(nodes)
  const others = [...nodes.values()].filter((node) => node !== writer)
  await writer.kill()
  const killedMs = performance.now()
  const play = async ({ port }: Spawned): Promise<void> => {
    const url = `http://127.0.0.1:${port}/v2/runtime/actions/like/play?player_id=${playerId(0)}`
    const headers = { authorization: token, 'content-type': 'application/json' }
    for (;;) {
      const answer = await fetch(url, { method: 'POST', body: '{}', headers }).catch(() => undefined)
      await answer?.text().catch(() => {})
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  await Promise.race(others.map(play))
  const ms = performance.now() - killedMs
  await start(name)
  return ms
}

/** Returns the writer that all nodes have had the time to hear of. */
async function writerOf(nodes: ReadonlyMap<string, Spawned>): Promise<readonly [name: string, writer: Spawned]> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const [name, node] of nodes) if ((await healthOf(node))?.role === 'writer') return [name, node]
  }
}

/** How fast a node with an empty directory takes what a writer has that does nothing meanwhile, from its first answer on. */
async function caughtUpBy(node: Spawned, writer: Spawned, entries: number): Promise<Row> {
  const positionOf = async (each: Spawned): Promise<number> => (await healthOf(each))?.position ?? 0
  const end = await positionOf(writer)
  const beganMs = performance.now()
  const before = await positionOf(node)
  while ((await positionOf(node)) < end) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  const seconds = (performance.now() - beganMs) / 1000
  return {
    what: 'entries a second that an empty node takes',
    // A message has as many entries as waited for it.
    value: ((end - before) * (entries / end)) / seconds,
    unit: 'plays/s',
    better: 'more',
    notes: { entries, messages: end, 'messages before its first answer': before },
  }
}
