import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import jsonServer from 'json-server'
import { playerId } from '../game.ts'
import { listenOnFreePort } from './listen.ts'
import type { PeerReady, PeerStart } from './peer.ts'

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
