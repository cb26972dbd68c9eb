import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { binOf, builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { freePort } from './free-port.ts'
import { median, timeRatio, paired } from './paired.ts'
import { profileRows, profilingInto, writtenShares } from './profile.ts'
import { runToEnd, startServer } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const bareServer = fileURLToPath(new URL('./peers/bare-server.js', import.meta.url))

/** Longest that a start may take. */
const START_MS = 10_000

/** How long people wait for the built program, V8's compile cache being warm, beside how long Node itself takes. */
export const startUp: Figure = {
  name: 'start-up',
  title: 'Start of the built program, compile cache warm',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const bin = binOf(await builtPackage(directory))
  return [
    await versionRow(pairs, bin, directory),
    await serveRow(pairs, bin, directory),
    await studioRow(pairs, bin, directory),
    ...(await serveProfile(bin, directory)),
  ]
}

/** Where the time of an empty `serve` goes, from its start to its end right after the first answer. */
async function serveProfile(bin: string, directory: string): Promise<Row[]> {
  const profiles = join(directory, 'profiles')
  await timeToServe(directory, 'profiled', ...profilingInto(profiles), bin)
  return profileRows('an empty serve', writtenShares(profiles))
}

/** The time to the first answer of an empty game. */
async function timeToServe(directory: string, name: string, ...program: readonly string[]): Promise<number> {
  const port = String(await freePort())
  const data = join(directory, `data-${name}`)
  return timeToAnswer(directory, port, ...program, 'serve', '--port', port, '--data', data, '--log', 'silent')
}

async function timeToAnswer(directory: string, port: string, ...args: readonly string[]): Promise<number> {
  const { startMs, stop } = await startServer(directory, port, START_MS, ...args)
  await stop()
  return startMs
}

/** What the studio costs a start, though nobody opens it. Spec 8.3. */
async function studioRow(pairs: number, bin: string, directory: string): Promise<Row> {
  let starts = 0
  const serve =
    (...flags: readonly string[]) =>
    async (): Promise<number> => {
      const port = String(await freePort())
      const data = join(directory, `data-studio-${(starts += 1)}`)
      return timeToAnswer(directory, port, bin, 'serve', '--port', port, '--data', data, '--log', 'silent', ...flags)
    }
  return {
    what: 'empty serve to first answer, with the studio / with --no-studio',
    ...timeRatio(await paired(2 * pairs, serve(), serve('--no-studio')), (ms) => ms),
    goal: { most: 1.02 },
  }
}

async function versionRow(pairs: number, bin: string, directory: string): Promise<Row> {
  const runs = await paired(
    pairs,
    () => runToEnd(directory, bin, '--version'),
    () => runToEnd(directory, '-e', '0'),
  )
  return {
    what: '--version / node -e 0',
    ...timeRatio(runs, (ms) => ms),
    goal: { most: 1.5 },
    notes: {
      ms: Math.round(median(runs.map(({ first }) => first))),
      'of node': Math.round(median(runs.map(({ second }) => second))),
    },
  }
}

async function serveRow(pairs: number, bin: string, directory: string): Promise<Row> {
  let starts = 0
  const serve = (): Promise<number> => timeToServe(directory, String((starts += 1)), bin)
  const bare = async (): Promise<number> => {
    const port = String(await freePort())
    return timeToAnswer(directory, port, bareServer, port)
  }
  const runs = await paired(pairs, serve, bare)
  return {
    what: 'empty serve to first answer / bare node:http server',
    ...timeRatio(runs, (ms) => ms),
    goal: { most: 1.8 },
    notes: {
      ms: Math.round(median(runs.map(({ first }) => first))),
      'of the bare one': Math.round(median(runs.map(({ second }) => second))),
    },
  }
}
