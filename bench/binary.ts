import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ownTarget, targets } from '../scripts/binary/targets.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { freePort } from './free-port.ts'
import { median, timeRatio, type Pair, paired } from './paired.ts'
import { runFileToEnd, runToEnd, startFileServer, startServer } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const made = fileURLToPath(new URL('../artefacts', import.meta.url))
const bareServer = fileURLToPath(new URL('./peers/bare-server.js', import.meta.url))

/** Longest that a start may take. */
const START_MS = 30_000

/** How often the program is started for the first time. */
const FIRST_STARTS = 5

/** How large the program is as one file, and how long people wait for it. */
export const binary: Figure = {
  name: 'binary',
  title: 'The program as one file',
  missing: () => (own() === undefined ? "it is not built: 'npm run build:binary' does that" : undefined),
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

/** The one for this machine, where it is built. */
function own(): string | undefined {
  const target = ownTarget()
  if (target === undefined) return undefined
  const path = join(made, target.file)
  return existsSync(path) ? path : undefined
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const program = own() ?? ''
  return [
    ...sizeRows(),
    await firstStartRow(program, directory),
    await versionRow(pairs, program, directory),
    await serveRow(pairs, program, directory),
  ]
}

function sizeRows(): Row[] {
  return targets
    .map(({ name, file }) => ({ name, path: join(made, file) }))
    .filter(({ path }) => existsSync(path))
    .map(({ name, path }) => ({ what: `size for ${name}`, value: statSync(path).size, unit: 'B' }))
}

/** Of our own environment it gets no cache, but one of its own. */
const place = (cwd: string, cache: string) => ({ cwd, env: { ...process.env, XDG_CACHE_HOME: cache, HOME: cache } })

async function firstStartRow(program: string, directory: string): Promise<Row> {
  const times: number[] = []
  for (let start = 0; start < FIRST_STARTS; start += 1)
    times.push(await runFileToEnd(program, place(directory, join(directory, `cache-${start}`)), '--version'))
  return { what: 'the first --version, which unpacks the package', value: median(times), unit: 'ms' }
}

async function versionRow(pairs: number, program: string, directory: string): Promise<Row> {
  const runs = await paired(
    pairs,
    () => runFileToEnd(program, place(directory, directory), '--version'),
    () => runToEnd(directory, '-e', '0'),
  )
  return ratioRow('--version / node -e 0', 'of node', runs)
}

async function serveRow(pairs: number, program: string, directory: string): Promise<Row> {
  let starts = 0
  const serve = async (): Promise<number> => {
    const port = String(await freePort())
    const args = ['serve', '--port', port, '--data', join(directory, `data-${(starts += 1)}`), '--log', 'silent']
    const { startMs, stop } = await startFileServer(program, place(directory, directory), port, START_MS, ...args)
    await stop()
    return startMs
  }
  const bare = async (): Promise<number> => {
    const port = String(await freePort())
    const { startMs, stop } = await startServer(directory, port, START_MS, bareServer, port)
    await stop()
    return startMs
  }
  return ratioRow(
    'empty serve to first answer / bare node:http server',
    'of the bare one',
    await paired(pairs, serve, bare),
  )
}

function ratioRow(what: string, other: string, runs: readonly Pair<number>[]): Row {
  const notes = {
    ms: Math.round(median(runs.map(({ first }) => first))),
    [other]: Math.round(median(runs.map(({ second }) => second))),
  }
  return { what, ...timeRatio(runs, (ms) => ms), notes }
}
