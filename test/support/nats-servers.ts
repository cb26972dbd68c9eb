import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { openTcpProxy, type Passage } from './tcp-proxy.ts'

/** The program of a NATS server: `NATS_SERVER`, or the one in PATH. Undefined where there is none; tests that need it are skipped. */
export const natsServer: string | undefined = [
  ...(process.env['NATS_SERVER'] ? [process.env['NATS_SERVER']] : []),
  ...(process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, 'nats-server')),
].find((path) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
})

/** One server of a cluster. */
export interface NatsServer {
  readonly name: string
  readonly url: string
  readonly port: number
  /** The directory of its files, with its log. */
  readonly home: string
  /** The disk of that directory, where each server has one of its own. */
  readonly disk: SmallDisk | undefined
  /** Its process; undefined while it is stopped. */
  process: ChildProcess | undefined
  start(): Promise<void>
  /** Ends it with a signal, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** The log servers of a game on this machine. */
export interface NatsServers {
  readonly servers: readonly NatsServer[]
  /** Their addresses, as `--journal` takes them. */
  readonly url: string
  readonly directory: string
  /** What passes between one server and all others. */
  setRoutes(of: NatsServer, passage: Passage): void
  /** Ends them, and removes their files but if they are kept. */
  close(isKept?: boolean): Promise<void>
}

/** An address at which nothing listens. What servers tell each other of new ones leads there, so that they only use proxies. */
const NOWHERE = '127.0.0.1:1'

/**
 * Starts so many servers that keep copies of each other's streams. The routes between them lead through proxies. With
 * `hasDisks`, each has a disk of its own.
 */
export async function startNatsServers(count: number, config = '', hasDisks = false): Promise<NatsServers> {
  const directory = mkdtempSync(join(tmpdir(), 'gamify-nats-'))
  const ports = await freePorts(count * 2)
  const indexes = Array.from({ length: count }, (_, i) => i)
  // Each way from one server to another has a proxy of its own.
  const ways = await Promise.all(
    indexes.flatMap((from) =>
      indexes
        .filter((to) => to !== from)
        .map(async (to) => ({ from, to, proxy: await openTcpProxy(ports[count + to] ?? 0) })),
    ),
  )
  const servers = indexes.map((i) => {
    const name = `s${i + 1}`
    const [port, routePort] = [ports[i] ?? 0, ports[count + i]]
    const home = join(directory, name)
    const disk = hasDisks ? openSmallDisk(home) : undefined
    if (!disk) mkdirSync(home)
    // Beside its disk, whose content can be lost.
    const file = `${home}.conf`
    const routes = ways.filter(({ from }) => from === i).map(({ proxy }) => `"nats-route://127.0.0.1:${proxy.port}"`)
    const cluster =
      count === 1
        ? ''
        : `cluster { name: test, listen: "127.0.0.1:${routePort}", advertise: "${NOWHERE}", no_advertise: true, routes: [${routes.join(', ')}] }`
    writeFileSync(
      file,
      `server_name: ${name}\nlisten: "127.0.0.1:${port}"\nlog_file: "${home}.log"\njetstream { store_dir: "${home}/js", sync_interval: always }\n${cluster}\n${config}\n`,
    )
    return natsServerOf({ name, port, home, disk }, file)
  })
  await Promise.all(servers.map((server) => server.start()))
  return {
    servers,
    url: servers.map(({ url }) => url).join(','),
    directory,
    setRoutes: (of, passage) => {
      const index = servers.indexOf(of)
      for (const { from, to, proxy } of ways) if (from === index || to === index) proxy.set(passage)
    },
    close: async (isKept = false) => {
      await Promise.all(servers.map((server) => server.stop('SIGKILL')))
      for (const { proxy } of ways) proxy.close()
      for (const { disk } of servers) disk?.unmount()
      if (!isKept) rmSync(directory, { recursive: true, force: true })
    },
  }
}

function natsServerOf(given: Pick<NatsServer, 'name' | 'port' | 'home' | 'disk'>, file: string): NatsServer {
  const { port } = given
  const server: NatsServer = {
    ...given,
    url: `nats://127.0.0.1:${port}`,
    process: undefined,
    async start() {
      if (!natsServer) throw new Error('there is no nats-server on this machine')
      server.process = spawn(natsServer, ['-c', file], { stdio: 'ignore' })
      await untilListening(port)
    },
    async stop(signal = 'SIGTERM') {
      const { process: child } = server
      server.process = undefined
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGCONT')
      child.kill(signal)
      await ended
    },
  }
  return server
}

async function untilListening(port: number): Promise<void> {
  for (let i = 0; i < 500; i++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`nats-server does not listen on ${port}`)
}

/** Returns ports that are free now. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const probes = Array.from({ length: count }, () => createServer())
  const ports = await Promise.all(
    probes.map(
      (probe) =>
        new Promise<number>((resolve) =>
          probe.listen(0, '127.0.0.1', () => {
            const address = probe.address()
            resolve(typeof address === 'object' && address ? address.port : 0)
          }),
        ),
    ),
  )
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))))
  return ports
}
