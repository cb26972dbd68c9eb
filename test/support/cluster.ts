import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts, startNatsServers, type NatsServers } from './nats-servers.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** The program as it is started from a checkout. */
export const program = fileURLToPath(new URL('../../bin/gamify.js', import.meta.url))

/** A node of a game, as a process of its own. */
export interface ClusterNode {
  readonly name: string
  readonly url: string
  readonly data: string
  /** Cuts it off from the log servers, or connects it again. */
  cut(isCut: boolean): void
  process: ChildProcess | undefined
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
  close(): Promise<void>
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
}

/** Starts log servers and nodes. Nodes use the built program, and the design of the project in `template`. */
export async function startCluster({
  servers = 3,
  nodes: count = 3,
  template = 'starter',
  blobs,
  env = {},
}: ClusterSettings = {}): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-cluster-'))
  const project = join(directory, 'project')
  mkdirSync(project)
  const run = (...args: readonly string[]) => runProgram(project, args, env)
  await run('init', '--template', template, '.')
  const nats = await startNatsServers(servers)
  const ports = await freePorts(count)
  const proxies: TcpProxy[] = []
  const nodes: ClusterNode[] = []
  for (const [i, port] of ports.entries()) {
    const own = await Promise.all(nats.servers.map((server) => openTcpProxy(server.port)))
    proxies.push(...own)
    const journal = own.map((proxy) => `nats://127.0.0.1:${proxy.port}`).join(',')
    const flags = [
      '--journal',
      journal,
      '--replicas',
      String(servers),
      ...(blobs === undefined ? [] : ['--blobs', blobs]),
    ]
    nodes.push(clusterNode(`n${i + 1}`, port, directory, own, flags, env))
  }
  try {
    for (const node of nodes) await node.start()
  } catch (error) {
    await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
    await nats.close()
    const logs = nodes.map(({ name }) => readFileSync(join(directory, `${name}.log`), 'utf8'))
    throw new Error(`a node did not start: ${logs.join('\n')}`, { cause: error })
  }
  return {
    nats,
    nodes,
    directory,
    run,
    close: async () => {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
      await nats.close()
      for (const proxy of proxies) proxy.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function clusterNode(
  name: string,
  port: number,
  directory: string,
  proxies: readonly TcpProxy[],
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): ClusterNode {
  const url = `http://127.0.0.1:${port}`
  const data = join(directory, name)
  const log = createWriteStream(join(directory, `${name}.log`))
  const node: ClusterNode = {
    name,
    url,
    data,
    cut: (isCut) => {
      for (const proxy of proxies) proxy.cut(isCut)
    },
    process: undefined,
    async start() {
      const args = [program, 'serve', '--node', name, '--port', String(port), '--data', data, '--no-watch', ...flags]
      const child = spawn(process.execPath, args, {
        cwd: join(directory, 'project'),
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      node.process = child
      child.stdout.pipe(log, { end: false })
      child.stderr.pipe(log, { end: false })
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
