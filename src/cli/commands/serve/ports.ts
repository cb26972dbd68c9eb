import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { addressOf, MAX_PORT } from '../../../interface/address.ts'
import { createServer } from 'node:net'

/** What answers on this machine does so at once; on one that is busy, to be ready to ask takes longer. */
const ANSWER_MS = 2_000

/** State of a socket that listens, in /proc/net/tcp. */
const LISTENING = '0A'

/** Who has a port, in words; undefined where that cannot be known. */
export async function portOwner(host: string, port: number): Promise<string | undefined> {
  const [service, process] = await Promise.all([serviceAt(addressOf(host, port)), processOn(port)])
  if (service === undefined) return process
  return process === undefined ? service : `${service} (${process})`
}

/** Another gamify tells who it is. */
async function serviceAt(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/_gamify/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
    const { name, version } = (await answer.json()) as { name?: unknown; version?: unknown }
    return name === 'gamify' ? `gamify ${String(version)}` : undefined
  } catch {
    return undefined
  }
}

/** The process that listens on a port, where the system shows processes as files. */
async function processOn(port: number): Promise<string | undefined> {
  try {
    const sockets = (await Promise.all(['tcp', 'tcp6'].map((table) => listeners(table, port)))).flat()
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      if (await holdsOne(pid, sockets)) return `process ${pid}, ${await programOf(pid)}`
    }
  } catch {
    // Not this kind of system, or not ours to look at.
  }
  return undefined
}

/** The sockets that listen on a port, as links of open files name them. */
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

/** How many ports are tried. */
const ATTEMPTS = 50

/** The first port after one that nobody uses; undefined where there is none near. */
export async function freePortAfter(host: string, port: number): Promise<number | undefined> {
  for (let next = port + 1; next <= Math.min(port + ATTEMPTS, MAX_PORT); next += 1) {
    if (await isFree(host, next)) return next
  }
  return undefined
}

/** Whether nobody listens on a port, and this account may. */
export function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
