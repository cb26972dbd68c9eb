import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { openEmulator } from '../../src/emulator/emulator.ts'
import { routes } from '../../src/game/routes.ts'
import type { Dialect } from '../../src/interface/dialect.ts'
import { isBroken, loadDesign } from '../../src/project/load-design.ts'
import { isProject, readProject } from '../../src/project/project.ts'
import { startServer, type ServerOptions } from '../../src/server/server.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import { type FakeWorld, gamify, type Outcome } from '../support/fake-io.ts'

/** The project that comes with the program. */
export const starter = join(import.meta.dirname, '../../templates/starter')

/** A game in memory, on a free port, its clock standing still. */
export interface ServedStarter {
  readonly url: string
  /** Runs a command line against it, written as in a shell without quotes. */
  run(line: string, world?: FakeWorld): Promise<Outcome>
  /** Runs one with `--json`; gives what stdout holds, read. */
  json(line: string): Promise<unknown>
  stop(): Promise<void>
}

/** Serves a game, the starter unless told; every answer is held against the schema of its route. */
export async function serveStarter(
  directory = starter,
  dialect?: Dialect,
  more: Pick<ServerOptions, 'hasStudio'> = {},
): Promise<ServedStarter> {
  const files = nodeFileSystem()
  const project = await readProject({ files, env: {}, cwd: directory })
  if (!isProject(project)) throw new Error('the starter has a broken gamify.json')
  const design = await loadDesign(files, project.design)
  if (isBroken(design)) throw new Error('the starter has a broken design')
  const emulator = await openEmulator({
    game: project.game,
    clients: project.clients,
    dialect,
    program: 'test',
    data: undefined,
    design,
    now: Date.parse('2026-05-01T12:00:00Z'),
    freeze: true,
  })
  await emulator.ready
  const defects: unknown[] = []
  const server = await startServer({
    emulator,
    routes,
    host: '127.0.0.1',
    port: 0,
    version: 'test',
    checkAnswers: true,
    onDefect: ({ error }) => defects.push(error),
    ...more,
  })
  const run = (line: string, world: FakeWorld = {}): Promise<Outcome> =>
    gamify(line, { cwd: directory, ...world, env: { GAMIFY_URL: server.url, ...world.env } })
  return {
    url: server.url,
    run,
    json: async (line) => JSON.parse((await run(`${line} --json`)).stdout),
    stop: async () => {
      await server.stop()
      await emulator.stop()
      if (defects.length > 0) throw new AggregateError(defects, 'commands met defects of the emulator')
    },
  }
}

/** The starter, served anew for each test of a file, or of the part of it that calls this. */
export function starterEachTest(): ServedStarter {
  let served: ServedStarter
  beforeEach(async () => {
    served = await serveStarter()
  })
  afterEach(() => served.stop())
  return {
    get url() {
      return served.url
    },
    run: (line, world) => served.run(line, world),
    json: (line) => served.json(line),
    stop: () => served.stop(),
  }
}
