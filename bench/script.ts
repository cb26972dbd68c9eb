import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accessToken } from './access-token.ts'
import { binOf, builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { playerId } from './game.ts'
import { median, timeRatio, paired } from './paired.ts'
import { serveGame } from './served.ts'
import { runToEnd } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const STEPS = 1000
const PLAYERS = 100

const bareCalls = fileURLToPath(new URL('./peers/bare-calls.ts', import.meta.url))

/** What a script costs beside the calls that it is made of, the start of both programs included. */
export const script: Figure = {
  name: 'script',
  title: `A script of ${STEPS} plays, from the start of the program to its exit`,
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs }: Effort, directory: string): Promise<Row[]> {
  const bin = binOf(await builtPackage(directory))
  const server = await serveGame(directory, 'batch', PLAYERS)
  const url = `http://127.0.0.1:${server.port}`
  const token = await accessToken(server.port)
  const rowOf = async (what: string, expect: object): Promise<Row> => {
    const steps = Array.from({ length: STEPS }, (_, i) => ({ as: playerId(i % PLAYERS), action: 'like', ...expect }))
    const file = join(directory, 'plays.json')
    writeFileSync(file, JSON.stringify({ name: 'plays', steps }))
    const runs = await paired(
      pairs,
      () => runToEnd(directory, bin, '--url', url, '--quiet', 'play', 'script', file),
      () => runToEnd(directory, bareCalls, url, token, file),
    )
    return {
      what,
      ...timeRatio(runs, (ms) => ms),
      notes: {
        ms: Math.round(median(runs.map(({ first }) => first))),
        'ms of bare calls': Math.round(median(runs.map(({ second }) => second))),
      },
    }
  }
  const rows = [
    await rowOf('plays of which nothing is expected / the same calls by undici, one by one', {}),
    await rowOf('plays with an expectation each / the same', { expect: { body: { actions: [] } } }),
  ]
  await server.stop()
  return rows
}
