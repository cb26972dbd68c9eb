import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../fuzz/random.ts'
import type { ClusterLoad } from '../test/support/cluster-load.ts'
import type { Cluster, ClusterNode } from '../test/support/cluster.ts'
import type { NatsServer } from '../test/support/nats-servers.ts'
import type { Passage } from '../test/support/tcp-proxy.ts'
import type { WholeCluster } from './cluster-state.ts'

/** How long a takeover may take, in ms: of a node, and where the leader of the log has died. */
const TAKEOVER_MS = 3_000
const ELECTION_MS = 10_000

/** How long a process that was killed is away at most, in ms. */
const AWAY_MS = 1_500

/** How long a partition lasts, and how long answers may still come that were on their way when it began, in ms. */
const PARTITION_MS = 12_000
const UNDERWAY_MS = 100

/** What a fault is done to. */
export interface FaultWorld extends WholeCluster {
  readonly cluster: Cluster
  readonly load: ClusterLoad
  /** Draws of this fault alone. */
  readonly draws: Random
  /** Receives what must not be. */
  readonly complain: (problem: string) => void
  readonly onKill: () => void
  /** Receives what may be of interest. */
  readonly say: (line: string) => void
}

/** A fault. `begin` resolves when it has happened, with what makes everything whole again. */
export interface FaultKind {
  /** How long plays may stand still, in ms. */
  readonly mostMs: number
  /** How many processes it kills (default: none). */
  readonly kills?: number
  /** How often it is chosen, among those that kill (default: 1). */
  readonly weight?: number
  /** Whether each process must have a disk of its own. */
  readonly needsDisks?: boolean
  /** Whether callers wait for as long as a node lets them. */
  readonly isPatient?: boolean
  /** Whether no call may fail. */
  readonly isPlanned?: boolean
  readonly begin: (world: FaultWorld) => Promise<() => Promise<unknown>>
}

type Process = ClusterNode | NatsServer

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Kills processes at once. Each is started again a while later. */
async function kill({ draws, onKill }: FaultWorld, ...processes: readonly Process[]): Promise<() => Promise<unknown>> {
  const awayMs = processes.map(() => draws.below(AWAY_MS))
  await Promise.all(processes.map((each) => each.stop('SIGKILL')))
  for (const _ of processes) onKill()
  return () =>
    Promise.all(
      processes.map(async (each, i) => {
        await wait(awayMs[i] ?? 0)
        await each.start()
      }),
    )
}

async function freeze({ process: child }: Process, ms: number): Promise<() => Promise<unknown>> {
  child?.kill('SIGSTOP')
  return async () => {
    await wait(ms)
    child?.kill('SIGCONT')
  }
}

/** Restarts a node that its proxy sends no calls any more. */
async function restart(
  { cluster: { nodes }, load: { avoided } }: FaultWorld,
  node: ClusterNode,
): Promise<() => Promise<unknown>> {
  const index = nodes.indexOf(node)
  avoided.add(index)
  await wait(200)
  const code = await node.stop('SIGTERM')
  if (code !== 0) throw new Error(`${node.name} ended with ${code}`)
  return async () => {
    await node.start()
    avoided.delete(index)
  }
}

/**
 * Cuts off one log server and one node from all others. The connections break or fall silent. A writer that was cut off
 * answers no play meanwhile, and is no longer the writer afterwards. A server that comes back has asked for votes until
 * then, so the servers choose a leader once more. `mostMs` is for how long plays may stand still before that.
 */
async function cutOff(
  { cluster, load, draws, writer, complain, say }: FaultWorld,
  { server, node, mostMs }: { readonly server: NatsServer; readonly node: ClusterNode; readonly mostMs: number },
): Promise<() => Promise<unknown>> {
  const passage = draws.pick<Passage>(['broken', 'silent'])
  const { nodes, nats } = cluster
  const inside = nats.servers.indexOf(server)
  const outside = [...nats.servers.keys()].filter((index) => index !== inside)
  const setAll = (next: Passage): void => {
    nats.setRoutes(server, next)
    for (const each of nodes) each.setPassage(next, each === node ? outside : [inside])
  }
  say(`${server.name} and ${node.name} are cut off, connections are ${passage}`)
  const beganMs = performance.now()
  setAll(passage)
  return async () => {
    await wait(PARTITION_MS)
    const index = nodes.indexOf(node)
    const isLate = ({ atMs, node: by }: ClusterLoad['answered'][number]): boolean =>
      by === index && atMs > beganMs + UNDERWAY_MS
    const answers = load.answered.filter(isLate).length
    if (node === writer && answers > 0)
      complain(`${node.name}, the writer that was cut off from most of the log servers, has answered ${answers} plays`)
    const { ms: stoodMs, afterMs } = load.longestGap(beganMs)
    if (stoodMs > mostMs)
      complain(
        `plays stood still for ${stoodMs.toFixed(0)} ms, ${afterMs.toFixed(0)} ms after the partition began, and ${mostMs} is the limit`,
      )
    setAll('open')
    // What a server that comes back starts, an election, begins a moment later.
    await wait(ELECTION_MS / 2)
  }
}

/** How long all log servers are gone at once, in ms. */
const GONE_MS = 60_000

/** Ends all log servers for a while. Plays wait, then they are refused before anything is decided, and all goes on afterwards. */
async function endLog({ cluster: { nats }, load, complain, say }: FaultWorld): Promise<() => Promise<unknown>> {
  await Promise.all(nats.servers.map((server) => server.stop('SIGKILL')))
  const goneMs = performance.now() + UNDERWAY_MS
  const before = load.refusals
  return async () => {
    await wait(GONE_MS)
    const answers = load.answered.filter(({ atMs }) => atMs > goneMs).length
    if (answers > 0) complain(`${answers} plays were answered without any log server`)
    const refusals = load.refusals - before
    if (refusals === 0) complain('no play was refused without any log server')
    say(`${refusals} plays were refused`)
    await Promise.all(nats.servers.map((server) => server.start()))
  }
}

/** Starts a second process with the name of the writer. It ends, and the writer goes on. */
async function startTwin({ cluster, writer, complain, say }: FaultWorld): Promise<() => Promise<unknown>> {
  const data = `${writer.data}-twin`
  const flags = ['--journal', cluster.nats.url, '--node', writer.name, '--port', '0', '--data', data]
  const { code, output } = await cluster.run('serve', ...flags)
  if (code !== 2) complain(`a second node with the name ${writer.name} ended with ${code}`)
  say(output.trim().split('\n').at(-1) ?? '')
  return async () => rmSync(data, { recursive: true })
}

/** How long a node may take to end when it cannot write, and how long a log server is left alone that cannot, in ms. */
const END_MS = 10_000
const BROKEN_MS = 8_000

type DiskFault = 'full' | 'broken'

function harm({ disk }: Process, how: DiskFault): void {
  if (how === 'full') disk?.fill()
  else disk?.break()
}

function mendDisk({ disk }: Process, how: DiskFault): void {
  if (how === 'full') disk?.free()
  else disk?.repair()
}

/** Lets the disk of a node get full or fail. The node ends with a message, and starts again once there is room. */
async function harmNode(
  { complain, say }: FaultWorld,
  node: ClusterNode,
  how: DiskFault,
): Promise<() => Promise<unknown>> {
  const { process: child } = node
  const before = node.log.length
  harm(node, how)
  return async () => {
    const untilMs = performance.now() + END_MS
    while (child?.exitCode === null && performance.now() < untilMs) await wait(50)
    if (child?.exitCode === null) complain(`${node.name} still runs ${END_MS / 1_000} s after its disk was ${how}`)
    for (const line of node.log.slice(before).split('\n')) if (/warning|^error/.test(line)) say(line.slice(0, 300))
    await node.stop('SIGKILL')
    mendDisk(node, how)
    await node.start()
  }
}

/** Lets the disk of a log server get full or fail. It is started again when that is mended. */
async function harmServer(server: NatsServer, how: DiskFault): Promise<() => Promise<unknown>> {
  harm(server, how)
  return async () => {
    await wait(BROKEN_MS)
    await server.stop('SIGKILL')
    mendDisk(server, how)
    await server.start()
  }
}

/** The faults of disks that are full or fail. */
const diskFaults = (how: DiskFault): Readonly<Record<string, FaultKind>> => ({
  [`${how} disk of writer`]: {
    mostMs: TAKEOVER_MS,
    needsDisks: true,
    begin: (world) => harmNode(world, world.writer, how),
  },
  [`${how} disk of follower`]: {
    mostMs: TAKEOVER_MS,
    needsDisks: true,
    begin: (world) => harmNode(world, world.draws.pick(world.followers), how),
  },
  [`${how} disk of log leader`]: {
    mostMs: ELECTION_MS,
    needsDisks: true,
    begin: ({ leader }) => harmServer(leader, how),
  },
  [`${how} disk of log follower`]: {
    mostMs: TAKEOVER_MS,
    needsDisks: true,
    begin: ({ draws, others }) => harmServer(draws.pick(others), how),
  },
})

/** The faults, by name. */
export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'kill writer': { mostMs: TAKEOVER_MS, kills: 1, weight: 5, begin: (world) => kill(world, world.writer) },
  'kill follower': {
    mostMs: TAKEOVER_MS,
    kills: 1,
    weight: 2,
    begin: (world) => kill(world, world.draws.pick(world.followers)),
  },
  'kill log leader': { mostMs: ELECTION_MS, kills: 1, weight: 2, begin: (world) => kill(world, world.leader) },
  'kill log follower': {
    mostMs: TAKEOVER_MS,
    kills: 1,
    weight: 2,
    begin: (world) => kill(world, world.draws.pick(world.others)),
  },
  'kill writer and log leader': {
    mostMs: ELECTION_MS + TAKEOVER_MS,
    kills: 2,
    begin: (world) => kill(world, world.writer, world.leader),
  },
  'kill all nodes': { mostMs: 2 * TAKEOVER_MS, kills: 3, begin: (world) => kill(world, ...world.cluster.nodes) },
  'kill all log servers': {
    mostMs: ELECTION_MS + TAKEOVER_MS,
    kills: 3,
    begin: (world) => kill(world, ...world.cluster.nats.servers),
  },
  'kill everything': {
    mostMs: ELECTION_MS + 2 * TAKEOVER_MS,
    kills: 6,
    begin: (world) => kill(world, ...world.cluster.nats.servers, ...world.cluster.nodes),
  },
  'freeze writer': { mostMs: TAKEOVER_MS, begin: ({ writer }) => freeze(writer, 5_000) },
  'freeze log leader': { mostMs: ELECTION_MS, begin: ({ leader }) => freeze(leader, 8_000) },
  'cut off writer': {
    mostMs: TAKEOVER_MS,
    begin: async ({ writer, draws }) => {
      writer.setPassage(draws.pick<Passage>(['broken', 'silent']))
      return async () => {
        await wait(6_000)
        writer.setPassage('open')
      }
    },
  },
  'cut off log leader and writer': {
    mostMs: ELECTION_MS,
    begin: (world) => cutOff(world, { server: world.leader, node: world.writer, mostMs: ELECTION_MS }),
  },
  'cut off log leader and follower': {
    mostMs: ELECTION_MS,
    begin: (world) =>
      cutOff(world, { server: world.leader, node: world.draws.pick(world.followers), mostMs: ELECTION_MS }),
  },
  'cut off log follower and writer': {
    mostMs: ELECTION_MS,
    begin: (world) =>
      cutOff(world, { server: world.draws.pick(world.others), node: world.writer, mostMs: TAKEOVER_MS }),
  },
  'cut off log follower and follower': {
    mostMs: ELECTION_MS,
    begin: (world) => {
      const { draws, others, followers } = world
      return cutOff(world, { server: draws.pick(others), node: draws.pick(followers), mostMs: TAKEOVER_MS })
    },
  },
  'end all log servers for a minute': {
    mostMs: GONE_MS + ELECTION_MS + TAKEOVER_MS,
    isPatient: true,
    begin: endLog,
  },
  'start a twin of the writer': { mostMs: TAKEOVER_MS, isPlanned: true, begin: startTwin },
  ...diskFaults('full'),
  ...diskFaults('broken'),
  'restart writer': { mostMs: TAKEOVER_MS, isPlanned: true, begin: (world) => restart(world, world.writer) },
  'roll all nodes': {
    mostMs: TAKEOVER_MS,
    isPlanned: true,
    begin: async (world) => {
      for (const node of world.followers) await (await restart(world, node))()
      const { cluster } = world
      const handed = await cluster.run('cluster', 'hand-over', '--journal', cluster.nats.url)
      if (handed.code !== 0) throw new Error(handed.output)
      return restart(world, world.writer)
    },
  },
  'trim the log and join anew': {
    mostMs: TAKEOVER_MS,
    isPlanned: true,
    begin: async (world) => {
      const { cluster, draws, followers, say } = world
      const { code, output } = await trim(cluster)
      if (code !== 0) throw new Error(output)
      say(output.trim())
      const node = draws.pick(followers)
      const start = await restart(world, node)
      for (const name of readdirSync(node.data)) rmSync(join(node.data, name), { recursive: true })
      return start
    },
  },
  'kill writer while it trims': {
    mostMs: TAKEOVER_MS,
    kills: 1,
    begin: async (world) => {
      const trimming = trim(world.cluster)
      await wait(world.draws.below(1_000))
      const mend = await kill(world, world.writer)
      return async () => {
        await mend()
        await trimming
      }
    },
  },
}

/** Lets the writer trim the log. It may be killed meanwhile. */
const trim = (cluster: Cluster) => cluster.run('cluster', 'trim', '--journal', cluster.nats.url)
