import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePorts, startNatsServers, type NatsServers } from './nats-servers.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { openTcpProxy, type Passage, type TcpProxy } from './tcp-proxy.ts'

/** The program as it is started from a checkout. */
export const program = fileURLToPath(new URL('../../bin/gamify.js', import.meta.url))

/** The lines of calls that were answered, which are left out of the logs of nodes. */
const ANSWERED = / (?:GET|POST) .* 200 /

/** A node of a game, as a process of its own. */
export interface ClusterNode {
  readonly name: string
  readonly url: string
  readonly data: string
  /** The disk of its data directory, where each node has one of its own. */
  readonly disk: SmallDisk | undefined
  /** What has been written on stdout and stderr, but for calls that were answered. */
  readonly log: string
  /** What passes between it and the log servers, or some of them by their index. */
  setPassage(passage: Passage, servers?: readonly number[]): void
  process: ChildProcess | undefined
  /** Variables that its next start gets besides those of this process. */
  environment: Readonly<Record<string, string>>
  /** Starts it, and resolves when it answers. */
  start(): Promise<void>
  /** Ends it with a signal, and waits until it is gone. Returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** A game on several nodes of this machine, with the servers of its log. */
export interface Cluster {
  readonly nats: NatsServers
  readonly nodes: readonly ClusterNode[]
  readonly directory: string
  /** Runs a command of gamify in the directory of the project. */
  run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>
  /** Serves the game of a data directory as one process, without a log. */
  alone(data: string): Promise<ClusterNode>
  /** Ends everything, and removes all files but if they are kept. */
  close(isKept?: boolean): Promise<void>
}

/** How a cluster is started. */
interface ClusterSettings {
  readonly servers?: number
  readonly nodes?: number
  readonly template?: string
  /** Where the nodes keep blobs; undefined for the log servers. */
  readonly blobs?: string
  /** Variables for the nodes and for commands, besides those of this process. */
  readonly env?: Readonly<Record<string, string>>
  /** Whether each process has a disk of its own. */
  readonly hasDisks?: boolean
  /** Whether the nodes are started. */
  readonly isStarted?: boolean
}

/** Starts log servers and nodes. Nodes use the built program, and the design of the project in `template`. */
export async function startCluster({
  servers = 3,
  nodes: count = 3,
  template = 'starter',
  blobs,
  env = {},
  hasDisks = false,
  isStarted = true,
}: ClusterSettings = {}): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-cluster-'))
  const project = join(directory, 'project')
  mkdirSync(project)
  const run = (...args: readonly string[]) => runProgram(project, args, env)
  await run('init', '--template', template, '.')
  const nats = await startNatsServers(servers, '', hasDisks)
  const ports = await freePorts(count)
  const proxies: TcpProxy[] = []
  const nodes: ClusterNode[] = []
  const singles: ClusterNode[] = []
  for (const [i, port] of ports.entries()) {
    const own = await Promise.all(nats.servers.map((server) => openTcpProxy(server.port)))
    proxies.push(...own)
    const journal = own.map((proxy) => `nats://127.0.0.1:${proxy.port}`).join(',')
    const name = `n${i + 1}`
    const data = join(directory, name)
    const disk = hasDisks ? openSmallDisk(data) : undefined
    const flags = [
      '--node',
      name,
      '--journal',
      journal,
      '--replicas',
      String(servers),
      ...(blobs === undefined ? [] : ['--blobs', blobs]),
    ]
    nodes.push(clusterNode({ name, data, disk }, port, directory, own, flags, env))
  }
  const close = async (isKept = false): Promise<void> => {
    await Promise.all([...nodes, ...singles].map((node) => node.stop('SIGKILL')))
    await nats.close(isKept)
    for (const proxy of proxies) proxy.close()
    for (const { disk } of nodes) disk?.unmount()
    if (!isKept) rmSync(directory, { recursive: true, force: true })
  }
  try {
    if (isStarted) for (const node of nodes) await node.start()
  } catch (error) {
    const logs = nodes.map(({ log }) => log)
    await close()
    throw new Error(`a node did not start: ${logs.join('\n')}`, { cause: error })
  }
  const alone = async (data: string): Promise<ClusterNode> => {
    const [port = 0] = await freePorts(1)
    const node = clusterNode({ name: basename(data), data, disk: undefined }, port, directory, [], [], env)
    singles.push(node)
    await node.start()
    return node
  }
  return { nats, nodes, directory, run, alone, close }
}

function clusterNode(
  given: Pick<ClusterNode, 'name' | 'data' | 'disk'>,
  port: number,
  directory: string,
  proxies: readonly TcpProxy[],
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): ClusterNode {
  const url = `http://127.0.0.1:${port}`
  const { name, data } = given
  const logFile = join(directory, `${name}.log`)
  const log = createWriteStream(logFile)
  const node: ClusterNode = {
    ...given,
    url,
    get log() {
      return readFileSync(logFile, 'utf8')
    },
    setPassage: (passage, servers = [...proxies.keys()]) => {
      for (const index of servers) proxies[index]?.set(passage)
    },
    process: undefined,
    environment: {},
    async start() {
      const args = [program, 'serve', '--port', String(port), '--data', data, '--no-watch', ...flags]
      const child = spawn(process.execPath, args, {
        cwd: join(directory, 'project'),
        env: { ...process.env, ...env, ...node.environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      node.process = child
      for (const output of [child.stdout, child.stderr])
        createInterface(output).on('line', (line) => {
          if (!ANSWERED.test(line)) log.write(`${line}\n`)
        })
      await untilAnswering(url, child)
    },
    async stop(signal = 'SIGTERM') {
      const child = node.process
      node.process = undefined
      if (!child) return null
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGCONT')
        child.kill(signal)
        await ended
      }
      return child.exitCode
    },
  }
  return node
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  for (let i = 0; i < 1_000; i++) {
    if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/_gamify/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.text().catch(() => {})
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the node at ${url} does not answer`)
}

async function runProgram(cwd: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}
