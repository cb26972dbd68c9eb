import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shellQuoted } from '../src/sentences/shell-quoted.ts'
import { accessToken } from './access-token.ts'
import { binOf, builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { freePort } from './free-port.ts'
import { benchSource, playerId } from './game.ts'
import { median, timeRatio, type Pair, paired } from './paired.ts'
import { writeProject } from './served.ts'
import { runToEnd, startServer, tellingMemory } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

/** Bringing in a million players takes a while. */
const START_MS = 900_000

/** A seed file may not be larger than these make it. */
const PLAYERS_A_FILE = 500_000

/** Within this it has shown what it is to show. */
const LONGEST_MS = 60_000

/** The inspector over a large game: how soon it shows something, how soon a filtered list, and its memory. */
export const tui: Figure = {
  name: 'tui',
  title: 'The inspector over a game of many players, in a terminal of 80x24',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ pairs, players }: Effort, directory: string): Promise<Row[]> {
  const bin = binOf(await builtPackage(directory))
  writeProject(directory, benchSource)
  const seeds = writeSeeds(directory, players)
  const port = String(await freePort())
  const flags = ['--port', port, '--memory', '--log', 'silent', '--no-watch', '--seed', ...seeds]
  const server = await startServer(directory, port, START_MS, bin, 'serve', ...flags)
  try {
    const memory = join(directory, 'memory')
    const look = (): Promise<Look> => lookAt(directory, [...tellingMemory(memory), bin, 'tui'], Number(port), players)
    const authorization = await accessToken(Number(port))
    const bare = async (): Promise<Look> => ({
      firstMs: await runToEnd(directory, '-e', '0'),
      filteredMs: await search(Number(port), players, authorization),
    })
    const runs = await paired(pairs, look, bare)
    return rowsOf(runs, Number(readFileSync(memory, 'utf8')))
  } finally {
    await server.stop()
  }
}

/** Writes the players into as many files as they need; gives their names. */
export function writeSeeds(directory: string, players: number): readonly string[] {
  return Array.from({ length: Math.ceil(players / PLAYERS_A_FILE) }, (_, file) => {
    const name = `players-${file}.json`
    const first = file * PLAYERS_A_FILE
    const length = Math.min(PLAYERS_A_FILE, players - first)
    const people = Array.from({ length }, (__, i) => ({ id: playerId(first + i) }))
    writeFileSync(join(directory, name), JSON.stringify({ players: people }))
    return name
  })
}

/** How long it took until there was something to see, and until a filtered list was there. */
interface Look {
  readonly firstMs: number
  readonly filteredMs: number
}

function rowsOf(runs: readonly Pair<Look>[], memory: number): Row[] {
  const msOf = (of: (pair: Pair<Look>) => number): number => Math.round(median(runs.map(of)))
  return [
    {
      what: 'first players on the screen / node -e 0',
      ...timeRatio(runs, ({ firstMs }) => firstMs),
      notes: { ms: msOf(({ first }) => first.firstMs), 'of node': msOf(({ second }) => second.firstMs) },
    },
    {
      what: 'the last player found by a filter / the search alone',
      ...timeRatio(runs, ({ filteredMs }) => filteredMs),
      notes: { ms: msOf(({ first }) => first.filteredMs), 'of the search': msOf(({ second }) => second.filteredMs) },
    },
    { what: 'most memory of the inspector', value: memory, unit: 'B' },
  ]
}

/** Starts the inspector in a terminal, searches the last player by pasting its id, and leaves. */
async function lookAt(cwd: string, args: readonly string[], port: number, players: number): Promise<Look> {
  const quoted = [process.execPath, ...args, '--url', `http://127.0.0.1:${port}`].map(shellQuoted).join(' ')
  const start = performance.now()
  // Of util-linux: it gives a program a terminal whose text comes here.
  const terminal = spawn('script', ['-qfec', `stty cols 80 rows 24; ${quoted}`, '/dev/null'], { cwd })
  let shown = ''
  terminal.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  const ended = once(terminal, 'exit')
  // What is on the screen already is not written again, so that each is looked for in what has come since the last.
  const shows = async (part: string): Promise<number> => {
    while (!shown.includes(part)) {
      if (terminal.exitCode !== null || performance.now() - start > LONGEST_MS)
        throw new Error(`the inspector did not show ${part}`)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    shown = ''
    return performance.now()
  }
  const firstMs = (await shows(`> ${playerId(0)}`)) - start
  terminal.stdin.write('/')
  await shows('cancel')
  const asked = performance.now()
  terminal.stdin.write(`\u001b[200~${playerId(players - 1)}\u001b[201~`)
  const filteredMs = (await shows(' 1 of 1 ')) - asked
  terminal.stdin.write('\rq')
  await ended
  return { firstMs, filteredMs }
}

/** The request that a filter makes, by itself. */
async function search(port: number, players: number, authorization: string): Promise<number> {
  const start = performance.now()
  const path = `/v2/admin/query/players?pattern=${playerId(players - 1)}&limit=100`
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })
  await answer.json()
  return performance.now() - start
}
