import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { playerId } from '../game.ts'
import { listenOnFreePort } from './listen.ts'
import type { PeerReady, PeerStart } from './peer.ts'

/** As much of json-server as is used; it has no types of its own. */
interface JsonServer {
  create(): RequestListener & { use(middleware: unknown): void }
  /** The routes of the records in a file, which is written anew at each change. */
  router(path: string): unknown
  bodyParser: unknown
}

const require = createRequire(import.meta.url)
const jsonServer = require('json-server') as JsonServer

/** json-server over a file of players: a play is a PATCH of one. It writes the whole file, and syncs nothing. */
export async function run({ directory, players }: PeerStart): Promise<PeerReady> {
  const path = join(directory, 'db.json')
  const records = Array.from({ length: players }, (_, i) => ({ id: playerId(i), alias: playerId(i), xp: 0, coins: 0 }))
  writeFileSync(path, JSON.stringify({ players: records }))
  const app = jsonServer.create()
  app.use(jsonServer.bodyParser)
  app.use(jsonServer.router(path))
  return { port: await listenOnFreePort(createServer(app)) }
}
