import { readdir, readFile, readlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { addressOf, MAX_PORT } from '../../../interface/addresses.ts'

/** Services on this machine answer quickly, but a busy machine needs time to send the request. */
const ANSWER_MS = 2_000

/** The state of a listening socket in /proc/net/tcp. */
const LISTENING = '0A'

/** Describes who uses a port; undefined if that is unknown. */
export async function portOwner(host: string, port: number): Promise<string | undefined> {
  const [service, process] = await Promise.all([serviceAt(addressOf(host, port)), processOn(port)])
  if (service === undefined) return process
  return process === undefined ? service : `${service} (${process})`
}

/** Asks the service at an address whether it is gamify, and which version. */
async function serviceAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/_gamify/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { name, version } = (await answer.json()) as { name?: unknown; version?: unknown }
    return name === 'gamify' ? `gamify ${String(version)}` : undefined
  } catch {
    return undefined
  }
}

/** Finds the process that listens on a port, on systems with /proc. */
async function processOn(port: number): Promise<string | undefined> {
  try {
    const sockets = (await Promise.all(['tcp', 'tcp6'].map((table) => listeners(table, port)))).flat()
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      if (await holdsOne(pid, sockets)) return `process ${pid}, ${await programOf(pid)}`
    }
  } catch {
    // The system has no /proc, or does not let us read it.
  }
  return undefined
}

/** Returns the listening sockets of a port, as the links of open files name them. */
async function listeners(table: string, port: number): Promise<string[]> {
  const lines = (await readFile(`/proc/net/${table}`, 'utf8').catch(() => ''))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const hex = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return lines.flatMap(([, local = '', , state, , , , , , inode]) =>
    local.endsWith(hex) && state === LISTENING ? [`socket:[${inode}]`] : [],
  )
}

async function programOf(pid: string): Promise<string> {
  const [program = ''] = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')
  return basename(program)
}

async function holdsOne(pid: string, sockets: readonly string[]): Promise<boolean> {
  const directory = `/proc/${pid}/fd`
  const names = await readdir(directory).catch(() => [])
  const links = await Promise.all(names.map((name) => readlink(`${directory}/${name}`).catch(() => '')))
  return links.some((link) => sockets.includes(link))
}

/** The number of ports that are tried. */
const ATTEMPTS = 50

/** Returns the first free port after `port`; undefined if none of the next ones is free. */
export async function freePortAfter(host: string, port: number): Promise<number | undefined> {
  for (let next = port + 1; next <= Math.min(port + ATTEMPTS, MAX_PORT); next += 1) {
    if (await isFree(host, next)) return next
  }
  return undefined
}

/** Whether this account can listen on a port and nobody else does. */
export function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
