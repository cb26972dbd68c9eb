import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { benchSource, playerId } from './game.ts'
import { startServer, type Spawned } from './spawned.ts'

const bin = fileURLToPath(new URL('../bin/gamify.js', import.meta.url))

/** Bringing in the players takes longer than any start. */
const START_MS = 60_000

/** The measured game with players in a directory, served as users serve theirs. */
export async function serveGame(directory: string, durability: 'batch' | 'off', players: number): Promise<Spawned> {
  writeProject(directory, players)
  const port = String(await freePort())
  const options = ['--port', port, '--durability', durability, '--seed', 'players.json', '--log', 'silent']
  return startServer(directory, port, START_MS, bin, 'serve', ...options)
}

function writeProject(directory: string, players: number): void {
  write(directory, 'gamify.json', { game: { id: 'bench', title: 'Bench' } })
  write(directory, 'players.json', { players: Array.from({ length: players }, (_, i) => ({ id: playerId(i) })) })
  const { bootstrap, metrics, actions, rules } = benchSource
  const design = join(directory, 'design')
  mkdirSync(design)
  write(design, 'bootstrap.json', bootstrap)
  for (const [kind, components] of Object.entries({ metrics, actions, rules })) {
    mkdirSync(join(design, kind))
    for (const component of components) write(join(design, kind), `${component.id}.json`, component)
  }
}

function write(directory: string, name: string, value: unknown): void {
  writeFileSync(join(directory, name), JSON.stringify(value))
}
