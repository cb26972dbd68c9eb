import { openEmulator } from '../src/emulator/emulator.ts'
import { routes } from '../src/game/routes.ts'
import { startServer } from '../src/server/server.ts'
import { memoryInUse } from './memory-in-use.ts'
import { createPlayers } from './play.ts'
import { benchSettings } from './settings.ts'

/** What to do: serve the measured game, with so many players, from a directory; or tell what memory is in use. */
export type ServerTold =
  | { readonly what: 'serve'; readonly directory: string; readonly players: number }
  | { readonly what: 'memory' }

/** Where it is served; what V8 has in use, and what the process has of the machine, in bytes. */
export interface ServerFound {
  readonly port: number
  readonly bytes: number
  readonly resident: number
}

let port = 0

/** Serves a game in this process, until it ends; needs `--expose-gc`. */
export async function run(told: ServerTold): Promise<ServerFound> {
  if (told.what === 'serve') port = await serve(told.directory, told.players)
  return { port, bytes: memoryInUse(), resident: process.memoryUsage.rss() }
}

async function serve(directory: string, players: number): Promise<number> {
  const emulator = await openEmulator(benchSettings(directory, 'batch'))
  await emulator.ready
  await createPlayers(emulator.runtime('staging'), players)
  const onDefect = ({ error }: { readonly error: unknown }): never => {
    throw new Error('the measured server fails', { cause: error })
  }
  const server = await startServer({ emulator, routes, host: '127.0.0.1', port: 0, version: 'bench', onDefect })
  return server.port
}
