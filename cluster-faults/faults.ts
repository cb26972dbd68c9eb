import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomFrom, type Random } from '../fuzz/random.ts'
import { openFileStore } from '../src/storage/file-store.ts'
import { nodeFileSystem } from '../src/storage/fs.ts'
import { ClusterLoad } from '../test/support/cluster-load.ts'
import { startCluster, type Cluster, type ClusterNode } from '../test/support/cluster.ts'
import type { NatsServer } from '../test/support/nats-servers.ts'

/** How long a takeover may take, in ms: of a node, and where the leader of the log has died. */
const TAKEOVER_MS = 3_000
const ELECTION_MS = 10_000

/** What a fault is done to. */
interface FaultWorld {
  readonly cluster: Cluster
  readonly load: ClusterLoad
  readonly writer: () => Promise<ClusterNode>
  readonly leader: () => Promise<NatsServer>
  readonly pick: Random['pick']
}

/** A fault. `begin` resolves when it has happened, with what makes everything whole again. */
interface FaultKind {
  /** How long plays may stand still, in ms. */
  readonly mostMs: number
  /** Whether no call may fail. */
  readonly isPlanned?: boolean
  readonly begin: (world: FaultWorld) => Promise<() => Promise<unknown>>
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function others<T>(all: readonly T[], one: Promise<T>): Promise<readonly T[]> {
  const found = await one
  return all.filter((each) => each !== found)
}

/** How many processes were killed. */
let kills = 0

async function kill(process: ClusterNode | NatsServer): Promise<() => Promise<unknown>> {
  await process.stop('SIGKILL')
  kills += 1
  return async () => {
    await wait(500)
    await process.start()
  }
}

async function killAll(processes: readonly (ClusterNode | NatsServer)[]): Promise<() => Promise<unknown>> {
  await Promise.all(processes.map((each) => each.stop('SIGKILL')))
  kills += processes.length
  return () => Promise.all(processes.map((each) => each.start()))
}

async function freeze(process: ClusterNode | NatsServer, ms: number): Promise<() => Promise<unknown>> {
  const child = process.process
  child?.kill('SIGSTOP')
  return async () => {
    await wait(ms)
    child?.kill('SIGCONT')
  }
}

/** Restarts a node that its proxy sends no calls any more. */
async function restart(
  node: ClusterNode,
  { nodes }: Cluster,
  { avoided }: ClusterLoad,
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

/** The faults, by name. */
export const faultKinds: Readonly<Record<string, FaultKind>> = {
  'kill writer': { mostMs: TAKEOVER_MS, begin: async ({ writer }) => kill(await writer()) },
  'kill follower': {
    mostMs: TAKEOVER_MS,
    begin: async ({ cluster, writer, pick }) => kill(pick(await others(cluster.nodes, writer()))),
  },
  'freeze writer': { mostMs: TAKEOVER_MS, begin: async ({ writer }) => freeze(await writer(), 5_000) },
  'kill log leader': { mostMs: ELECTION_MS, begin: async ({ leader }) => kill(await leader()) },
  'kill log follower': {
    mostMs: TAKEOVER_MS,
    begin: async ({ cluster, leader, pick }) => kill(pick(await others(cluster.nats.servers, leader()))),
  },
  'freeze log leader': { mostMs: ELECTION_MS, begin: async ({ leader }) => freeze(await leader(), 8_000) },
  'kill writer and log leader': {
    mostMs: ELECTION_MS + TAKEOVER_MS,
    begin: async ({ writer, leader }) => {
      const [node, server] = [await writer(), await leader()]
      const mend = [await kill(node), await kill(server)]
      return () => Promise.all(mend.map((each) => each()))
    },
  },
  'cut off writer': {
    mostMs: TAKEOVER_MS,
    begin: async ({ writer }) => {
      const node = await writer()
      node.cut(true)
      return async () => {
        await wait(6_000)
        node.cut(false)
      }
    },
  },
  'kill all nodes': { mostMs: 2 * TAKEOVER_MS, begin: async ({ cluster }) => killAll(cluster.nodes) },
  'kill all log servers': {
    mostMs: ELECTION_MS + TAKEOVER_MS,
    begin: async ({ cluster }) => killAll(cluster.nats.servers),
  },
  'kill everything': {
    mostMs: ELECTION_MS + 2 * TAKEOVER_MS,
    begin: async ({ cluster }) => killAll([...cluster.nats.servers, ...cluster.nodes]),
  },
  'restart writer': {
    mostMs: TAKEOVER_MS,
    isPlanned: true,
    begin: async ({ writer, cluster, load }) => {
      const node = await writer()
      return restart(node, cluster, load)
    },
  },
  'roll all nodes': {
    mostMs: TAKEOVER_MS,
    isPlanned: true,
    begin: async ({ writer, cluster, load }) => {
      const last = await writer()
      for (const node of cluster.nodes.filter((each) => each !== last)) await (await restart(node, cluster, load))()
      const handed = await cluster.run('cluster', 'hand-over', '--journal', cluster.nats.url)
      if (handed.code !== 0) throw new Error(handed.output)
      return restart(last, cluster, load)
    },
  },
}

export interface FaultPlan {
  readonly seed: number
  readonly faults: number
  readonly callers: number
  readonly kinds: readonly string[]
  readonly say: (line: string) => void
}

/** What the faults have shown. Times are in ms. */
export interface FaultReport {
  readonly seed: number
  readonly faults: Readonly<
    Record<string, { readonly times: number; readonly p50: number; readonly most: number; readonly late: number }>
  >
  readonly kills: number
  readonly plays: number
  readonly lost: number
  readonly twice: number
  /** The calls that failed while nodes were restarted as planned. */
  readonly failed: number
  readonly isSameEverywhere: boolean
  readonly isGood: boolean
}

/** Runs faults under load, and looks for every play afterwards. */
export async function runFaults({ seed, faults, callers, kinds, say }: FaultPlan): Promise<FaultReport> {
  const { below, pick } = randomFrom(seed)
  const cluster = await startCluster()
  const load = new ClusterLoad(
    cluster.nodes.map(({ url }) => url),
    below,
  )
  const world: FaultWorld = {
    cluster,
    load,
    pick,
    writer: () => within(10_000, () => writerOf(cluster)),
    leader: () => within(20_000, () => leaderOf(cluster)),
  }
  const stood = new Map<string, number[]>()
  let failed = 0
  try {
    await load.start(callers)
    await wait(1_000)
    for (let i = 0; i < faults; i++) {
      const name = pick(kinds)
      const kind = faultKinds[name]
      if (!kind) throw new Error(`there is no fault '${name}'`)
      const before = load.answeredMs.length
      const failuresBefore = load.failures
      // Nobody gives up early where no call may fail. A frozen node answers nobody who waits.
      load.patienceMs = kind.isPlanned ? 20_000 : 2_000
      const beganMs = performance.now()
      const mend = await kind.begin(world)
      await mend()
      await untilPlaying(load)
      await wait(500 + below(1_000))
      const longest = longestGap(load.answeredMs.slice(Math.max(0, before - 1)), beganMs)
      load.answeredMs.splice(0, load.answeredMs.length - 1)
      stood.set(name, [...(stood.get(name) ?? []), longest])
      const failures = kind.isPlanned ? load.failures - failuresBefore : 0
      failed += failures
      if (failures > 0) say(`${i + 1} ${name}: ${failures} calls failed`)
      say(
        `${i + 1} ${name}: plays stood still for ${longest.toFixed(0)} ms${longest > kind.mostMs ? ', too long' : ''}`,
      )
    }
    await load.end()
    const { lost, twice, plays } = await load.check(cluster.nodes[0]?.url ?? '')
    const isSameEverywhere = await areSame(cluster, say)
    const byKind = Object.fromEntries(
      Array.from(stood, ([name, times]) => [name, statistics(times, faultKinds[name]?.mostMs ?? 0)]),
    )
    const isGood =
      lost === 0 &&
      twice === 0 &&
      failed === 0 &&
      isSameEverywhere &&
      Object.values(byKind).every(({ late }) => late === 0)
    return { seed, faults: byKind, kills, plays, lost, twice, failed, isSameEverywhere, isGood }
  } catch (error) {
    for (const { name } of cluster.nodes)
      say(
        `--- ${name}\n${readFileSync(join(cluster.directory, `${name}.log`), 'utf8')
          .replaceAll(/^.* POST .* 200 .*\n/gm, '')
          .slice(-3_000)}`,
      )
    throw error
  } finally {
    await cluster.close()
  }
}

function statistics(times: readonly number[], mostMs: number) {
  const sorted = times.map(Math.round).toSorted((a, b) => a - b)
  return {
    times: sorted.length,
    p50: sorted[Math.floor(sorted.length / 2)] ?? 0,
    most: sorted.at(-1) ?? 0,
    late: sorted.filter((ms) => ms > mostMs).length,
  }
}

function longestGap(times: readonly number[], fromMs: number): number {
  let longest = 0
  let last = fromMs
  for (const ms of times) {
    if (ms < fromMs) continue
    longest = Math.max(longest, ms - last)
    last = ms
  }
  return longest
}

/** Waits until plays are answered again. */
async function untilPlaying(load: ClusterLoad): Promise<void> {
  const before = load.answeredMs.length
  const untilMs = performance.now() + 60_000
  while (load.answeredMs.length < before + 20) {
    if (performance.now() > untilMs) throw new Error('no play was answered for 60 s')
    await wait(20)
  }
}

async function within<T>(ms: number, look: () => Promise<T | undefined>): Promise<T> {
  const untilMs = performance.now() + ms
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > untilMs) throw new Error('it was not found in time')
    await wait(100)
  }
}

/** The node that is the writer, which answers for itself. */
async function writerOf({ nodes }: Cluster): Promise<ClusterNode | undefined> {
  for (const node of nodes) {
    if (!node.process) continue
    const answer = await fetch(`${node.url}/_gamify/health`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    )
    const health = (await answer?.json().catch(() => undefined)) as { node?: { role: string } } | undefined
    if (health?.node?.role === 'writer') return node
  }
  return undefined
}

async function leaderOf({ nats }: Cluster): Promise<NatsServer | undefined> {
  const { NatsLog } = await import('../src/storage/log/nats-log.ts')
  const log = await NatsLog.connect({ servers: nats.url, game: 'project' })
  try {
    const { leader } = await log.facts()
    return nats.servers.find(({ name }) => name === leader)
  } catch {
    return undefined
  } finally {
    await log.close()
  }
}

/** Stops the nodes, and compares what each has in its data directory. */
async function areSame({ nodes }: Cluster, say: (line: string) => void): Promise<boolean> {
  // Followers are a moment behind.
  await wait(1_000)
  await Promise.all(nodes.map((node) => node.stop('SIGTERM')))
  const ends: string[] = []
  for (const { name, data } of nodes) {
    const game = JSON.parse(readFileSync(join(data, 'game.json'), 'utf8')) as {
      runtimes: Record<'staging' | 'production', { generation: number }>
    }
    const parts: string[] = []
    for (const runtime of ['staging', 'production'] as const) {
      const store = await openFileStore({
        fs: nodeFileSystem(),
        directory: join(data, runtime),
        program: 'test',
        runtime,
        generation: game.runtimes[runtime].generation,
        durability: 'off',
        design: () => null,
        warn: say,
      })
      const { journal, generation } = store.live
      parts.push(`${runtime} ${generation} ${journal.lastSeq} ${journal.lastSum}`)
      await store.close()
    }
    say(`${name}: ${parts.join(', ')}`)
    ends.push(parts.join(', '))
  }
  return new Set(ends).size === 1
}
