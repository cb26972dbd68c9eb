import type { NatsLog, StreamFacts } from '../storage/log/nats-log.ts'
import type { NodeBeat } from './heard-nodes.ts'

/** How long nodes are listened to, in ms. The slowest says something once a second. */
const LISTEN_MS = 1_300

/** How far clocks can differ, in ms. */
const CLOCK_MS = 1_000

/** How many messages a follower can be behind. */
const BEHIND = 1_000

/** The oldest version of the log's servers that is known to keep what it has acknowledged. */
const OLDEST_SERVER = [2, 12] as const

/** A node, as the others see it. */
export interface NodeStatus extends Pick<NodeBeat, 'node' | 'role' | 'position' | 'program' | 'tz' | 'url'> {
  /** How many messages of the log it does not have yet. */
  readonly behind: number
  /** How far its clock is ahead of the one of this machine, in ms. */
  readonly aheadMs: number
}

/** What is known of a game on several machines. */
export interface ClusterStatus {
  readonly game: string
  readonly nodes: readonly NodeStatus[]
  readonly log: StreamFacts
  readonly problems: readonly ClusterProblem[]
}

/** What is wrong, and what to do. */
export interface ClusterProblem {
  readonly message: string
  readonly advice: string
}

/** Listens to the nodes of a game for a moment, and finds what is wrong. Rejects if the log does not answer. */
export async function clusterStatus(log: NatsLog, game: string): Promise<ClusterStatus> {
  const heard = new Map<string, { beat: NodeBeat; aheadMs: number }>()
  log.hear((given) => {
    const beat = given as unknown as NodeBeat
    const known = heard.get(beat.node)
    // A node that was replaced by another run of itself may still be heard.
    if (!known || known.beat.started <= beat.started) heard.set(beat.node, { beat, aheadMs: beat.now - Date.now() })
  })
  await new Promise((resolve) => setTimeout(resolve, LISTEN_MS))
  const facts = await log.facts()
  const nodes = [...heard.values()]
    .map(({ beat: { node, role, position, program, tz, url }, aheadMs }) => ({
      node,
      role,
      position,
      program,
      tz,
      url,
      aheadMs,
      behind: Math.max(0, facts.end - position),
    }))
    .toSorted((a, b) => (a.role === b.role ? (a.node < b.node ? -1 : 1) : a.role === 'writer' ? -1 : 1))
  return { game, nodes, log: facts, problems: [...nodeProblems(nodes), ...logProblems(facts)] }
}

function* nodeProblems(nodes: readonly NodeStatus[]): Generator<ClusterProblem, void> {
  if (nodes.length === 0) {
    yield {
      message: 'no node is heard',
      advice: 'Start one with gamify serve --journal, or look into their logs.',
    }
    return
  }
  if (!nodes.some(({ role }) => role === 'writer'))
    yield {
      message: 'no node is the writer',
      advice: 'Wait a few seconds. If it stays so, look whether more than half of the log servers run.',
    }
  if (nodes.length === 1)
    yield {
      message: 'there is only one node',
      advice: 'Start another one, so that the game survives the loss of a machine.',
    }
  for (const { node, aheadMs } of nodes)
    if (Math.abs(aheadMs) > CLOCK_MS)
      yield {
        message: `the clock of ${node} is ${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead' : 'behind'}`,
        advice: 'Let all machines set their clocks by NTP.',
      }
  for (const { node, behind, role } of nodes)
    if (role === 'follower' && behind > BEHIND)
      yield {
        message: `${node} is ${behind} messages behind`,
        advice: 'It may be starting. If it stays so, look into its log.',
      }
  yield* differences(
    nodes,
    'program',
    'versions of gamify',
    'Upgrade the followers first, hand over, and then upgrade the last node.',
  )
  yield* differences(nodes, 'tz', 'versions of time zone data', 'Use the same version of Node.js on all nodes.')
}

function* differences(
  nodes: readonly NodeStatus[],
  fact: 'program' | 'tz',
  what: string,
  advice: string,
): Generator<ClusterProblem> {
  const found = new Set(nodes.map((node) => node[fact]))
  if (found.size > 1) yield { message: `the nodes have different ${what}: ${[...found].join(', ')}`, advice }
}

function* logProblems({ leader, replicas, servers, version }: StreamFacts): Generator<ClusterProblem> {
  if (leader === '')
    yield {
      message: 'the log servers have no leader',
      advice: 'Wait a few seconds. If it stays so, start more of them.',
    }
  if (replicas < 3)
    yield {
      message: `only ${replicas} of the log servers ${replicas === 1 ? 'keeps' : 'keep'} the game`,
      advice: 'Keep it on three, so that it survives the loss of a server.',
    }
  for (const { name, state } of servers)
    if (state === 'offline')
      yield {
        message: `the log server ${name} is offline`,
        advice: 'Start it. If another one ends as well, plays wait.',
      }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < OLDEST_SERVER[0] || (major === OLDEST_SERVER[0] && minor < OLDEST_SERVER[1]))
    yield {
      message: `the log servers have version ${version}`,
      advice: `Use ${OLDEST_SERVER.join('.')} or newer.`,
    }
}
