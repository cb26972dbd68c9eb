import fastify from 'fastify'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { playerId } from '../game.ts'
import { KEEP_ALIVE_MS } from './listen.ts'
import type { PeerReady, PeerStart } from './peer.ts'

interface PlayCall {
  readonly Params: { readonly action: string }
  readonly Querystring: { readonly player_id: string }
}

/**
 * The service as one would write it in an afternoon: Fastify, and a transaction of SQLite for each play that reads the
 * player, raises two scores and writes the event (WAL, synchronous FULL). No rules, no tokens, no checks.
 */
export async function run({ directory, players }: PeerStart): Promise<PeerReady> {
  const play = openDatabase(join(directory, 'game.db'), players)
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_MS })
  app.post<PlayCall>('/v2/runtime/actions/:action/play', (request, reply) => {
    const event = play(request.query.player_id, request.params.action)
    return reply.send({ actions: [], events: { local: [event], global: [] } })
  })
  return { port: Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port) }
}

function openDatabase(path: string, players: number) {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  db.exec('CREATE TABLE player (id TEXT PRIMARY KEY, alias TEXT, xp INTEGER, coins INTEGER) WITHOUT ROWID')
  db.exec('CREATE TABLE event (id TEXT PRIMARY KEY, player TEXT, at TEXT, body TEXT) WITHOUT ROWID')
  const create = db.prepare('INSERT INTO player VALUES (?, ?, 0, 0)')
  db.exec('BEGIN')
  for (let i = 0; i < players; i += 1) create.run(playerId(i), playerId(i))
  db.exec('COMMIT')
  const read = db.prepare('SELECT alias, xp, coins FROM player WHERE id = ?')
  const write = db.prepare('UPDATE player SET xp = ?, coins = ? WHERE id = ?')
  const note = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?)')
  return (id: string, action: string) => {
    db.exec('BEGIN IMMEDIATE')
    const { alias, xp, coins } = read.get(id) as { alias: string; xp: number; coins: number }
    const changes = [change('xp', xp, xp + 10), change('coins', coins, coins + 1)]
    const event = {
      event: 'action',
      actor: { id, alias },
      action: { id: action, name: 'Like', vars: {} },
      count: 1,
      changes,
      scopes: [],
    }
    const shown = { ...event, timestamp: new Date().toISOString(), id: randomUUID() }
    write.run(xp + 10, coins + 1, id)
    note.run(shown.id, id, shown.timestamp, JSON.stringify(shown))
    db.exec('COMMIT')
    return shown
  }
}

function change(id: string, before: number, after: number) {
  return { metric: { id, name: id, type: 'point' }, delta: { old: String(before), new: String(after) } }
}
