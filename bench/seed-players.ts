import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, builtPackage } from './built.ts'
import type { Effort, Figure, Row } from './figure.ts'
import { freePort } from './free-port.ts'
import { benchSource } from './game.ts'
import { writeProject } from './served.ts'
import { runToEnd, startServer, tellingMemory } from './spawned.ts'
import { inTemporaryDirectory } from './temporary-directory.ts'

const START_MS = 10_000

/** Plausible people in great number: time, and the memory of the program that makes them and of the game that takes them. */
export const seedPlayers: Figure = {
  name: 'seed-players',
  title: 'Plausible players with the plays of some weeks, by `seed --players`',
  measure: (effort) => inTemporaryDirectory((directory) => measure(effort, directory)),
}

async function measure({ players }: Effort, directory: string): Promise<Row[]> {
  const bin = binOf(await builtPackage(directory))
  writeProject(directory, benchSource)
  const port = String(await freePort())
  const [ofServer, ofSeed] = [join(directory, 'server-memory'), join(directory, 'seed-memory')]
  const server = await startServer(
    directory,
    port,
    START_MS,
    ...tellingMemory(ofServer),
    bin,
    'serve',
    '--port',
    port,
    '--log',
    'silent',
    '--no-watch',
  )
  const seed = ['--url', `http://127.0.0.1:${port}`, '--quiet', 'seed', '--players', String(players)]
  const ms = await runToEnd(directory, ...tellingMemory(ofSeed), bin, ...seed)
  await server.stop()
  const memoryOf = (file: string): number => Number(readFileSync(file, 'utf8'))
  const notes = { players, s: Math.round(ms / 1000) }
  return [
    { what: 'time of a player', value: (ms * 1000) / players, unit: 'µs', notes },
    { what: 'most memory of seed', value: memoryOf(ofSeed), unit: 'B' },
    { what: 'most memory of the game, for each player', value: memoryOf(ofServer) / players, unit: 'B' },
  ]
}
