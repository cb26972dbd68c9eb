import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { benchSource, playerId } from './game.ts'
import { startServer, type Spawned } from './spawned.ts'

/** The program as it is started from a checkout. */
export const bin = fileURLToPath(new URL('../bin/gamify.js', import.meta.url))

/** Bringing in the players takes longer than any start. */
const START_MS = 60_000

/** The measured game with players in a directory, served as users serve theirs, and watched for checks if it has any. */
export async function serveGame(
  directory: string,
  durability: 'batch' | 'off',
  players: number,
  checks: readonly object[] = [],
): Promise<Spawned> {
  writeProject(directory, benchSource)
  if (checks.length > 0) {
    mkdirSync(join(directory, 'checks'))
    write(join(directory, 'checks'), 'bench.json', checks)
  }
  writePlayers(directory, players)
  return serveProject(directory, '--durability', durability, '--seed', 'players.json')
}

/** Writes the seed of so many players. */
export function writePlayers(directory: string, players: number): void {
  write(directory, 'players.json', { players: Array.from({ length: players }, (_, i) => ({ id: playerId(i) })) })
}

/** Serves the project in a directory, with further flags. */
export async function serveProject(directory: string, ...flags: readonly string[]): Promise<Spawned> {
  const port = String(await freePort())
  return startServer(directory, port, START_MS, bin, 'serve', '--port', port, '--log', 'silent', ...flags)
}

/** Writes a design as a project, each component in a file of its own. */
export function writeProject(
  directory: string,
  { bootstrap, metrics, actions, rules, leaderboards }: Omit<typeof benchSource, 'processes' | 'teams'>,
): void {
  write(directory, 'gamify.json', { game: { id: 'bench', title: 'Bench' } })
  const design = join(directory, 'design')
  mkdirSync(design)
  write(design, 'bootstrap.json', bootstrap)
  for (const [kind, components] of Object.entries({ metrics, actions, rules, leaderboards })) {
    mkdirSync(join(design, kind))
    for (const component of components) write(join(design, kind), `${component.id}.json`, component)
  }
}

function write(directory: string, name: string, value: unknown): void {
  writeFileSync(join(directory, name), JSON.stringify(value))
}
