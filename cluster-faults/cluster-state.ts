import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore } from '../src/storage/file-store.ts'
import { nodeFileSystem } from '../src/storage/fs.ts'
import type { NatsLog } from '../src/storage/log/nats-log.ts'
import type { Cluster, ClusterNode } from '../test/support/cluster.ts'
import type { NatsServer } from '../test/support/nats-servers.ts'

/** How often one looks whether a cluster is whole, in ms. */
const LOOK_MS = 50

/** Which processes are what, while all of them run. */
export interface WholeCluster {
  readonly writer: ClusterNode
  readonly followers: readonly ClusterNode[]
  /** The log server that leads, and the others. */
  readonly leader: NatsServer
  readonly others: readonly NatsServer[]
}

/** What a node says of itself. */
interface NodeHealth {
  readonly role: string
  readonly position: number
  readonly writer?: string
}

/**
 * Waits until a cluster is whole: one writer that all followers know, and from which they are not further behind than so
 * many messages, and all copies of the log in step.
 */
export async function untilWhole(
  cluster: Cluster,
  log: NatsLog,
  { mostMs, behind }: { readonly mostMs: number; readonly behind: number },
): Promise<WholeCluster> {
  const untilMs = performance.now() + mostMs
  for (;;) {
    const [nodes, servers] = await Promise.all([wholeNodes(cluster, behind), wholeServers(cluster, log)])
    if (typeof nodes !== 'string' && typeof servers !== 'string') return { ...nodes, ...servers }
    if (performance.now() > untilMs) {
      const missing = [nodes, servers].filter((each) => typeof each === 'string').join('; ')
      throw new Error(`the cluster is not whole after ${mostMs / 1_000} s: ${missing}`)
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

async function wholeNodes(
  { nodes }: Cluster,
  behind: number,
): Promise<Pick<WholeCluster, 'writer' | 'followers'> | string> {
  const found = await Promise.all(nodes.map(async (node) => ({ node, health: await healthOf(node) })))
  const writers = found.filter(({ health }) => health?.role === 'writer')
  const [writer] = writers
  const followers = found.filter(
    ({ health }) =>
      health?.role === 'follower' &&
      health.writer === writer?.node.url &&
      health.position + behind >= (writer?.health?.position ?? 0),
  )
  if (writers.length === 1 && writer && followers.length === nodes.length - 1)
    return { writer: writer.node, followers: followers.map(({ node }) => node) }
  return found.map(({ node: { name }, health }) => `${name} ${JSON.stringify(health)}`).join(', ')
}

async function healthOf({ url }: ClusterNode): Promise<NodeHealth | undefined> {
  const answer = await fetch(`${url}/_gamify/health`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)
  const health = (await answer?.json().catch(() => undefined)) as { readonly node?: NodeHealth } | undefined
  return health?.node
}

async function wholeServers(
  { nats }: Cluster,
  log: NatsLog,
): Promise<Pick<WholeCluster, 'leader' | 'others'> | string> {
  const facts = await log.facts().catch((error: unknown) => String(error))
  if (typeof facts === 'string') return facts
  const leader = nats.servers.find(({ name }) => name === facts.leader)
  const isInStep = facts.servers.every(({ state }) => state === 'current')
  if (leader && facts.servers.length === nats.servers.length - 1 && isInStep)
    return { leader, others: nats.servers.filter((each) => each !== leader) }
  return `the log servers ${JSON.stringify([facts.leader, facts.servers])}`
}

/** Ends the nodes, and compares what each has in its data directory. */
export async function areSame({ nodes }: Cluster, say: (line: string) => void): Promise<boolean> {
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
