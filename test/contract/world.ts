import { createHash } from 'node:crypto'
import type { ApiClient } from '../../src/auth/clients.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { documentedRoutes, fill } from './documented-routes.ts'
import { contractDesign, flawedDesign } from './game-design.ts'

/** Ids of events that the error cases name. */
export interface Facts {
  /** An action of neo's, and the level that followed from it. */
  readonly liked: string
  readonly leveled: string
  /** An operator's change of neo's scores. */
  readonly scored: string
  /** Neo's only source of water. */
  readonly poured: string
  /** An action of neo's that was undone. */
  readonly reverted: string
  /** An action of trinity's. */
  readonly trinitys: string
}

/** A game in which everything stands ready that an error needs; its clock stands still. */
export interface World extends TestGame {
  readonly facts: Facts
  /** A hash of the answers of every GET, for every player, in both runtimes. */
  fingerprint(): Promise<string>
}

const client = (client_id: string, rest: Partial<ApiClient> = {}): ApiClient => ({
  client_id,
  client_secret: `secret of ${client_id}`,
  runtime: 'staging',
  type: 'client',
  ...rest,
})

/** Clients beside the development ones; the names of the last four tell their scopes. */
export const worldClients: readonly ApiClient[] = [
  client('web', { type: 'code', redirect_uris: ['http://localhost/back'] }),
  client('reader', { scopes: ['runtime:r', 'admin:r'] }),
  client('ungated', { scopes: ['runtime:rw', 'admin:rw'] }),
  client('nothing', { scopes: [] }),
]

/** Opens the world: neo and trinity play, smith is disabled, zoe is all there is in production. */
export async function openWorld(): Promise<World> {
  const game = await serveGame({ design: contractDesign, clients: worldClients })
  const facts = await setUp(game)
  return { ...game, facts, fingerprint: () => fingerprint(game) }
}

/** Opens a game without players, of a design that lets none be made. */
export async function openFlawedWorld(): Promise<World> {
  const game = await serveGame({ design: flawedDesign, clients: worldClients })
  const facts: Facts = { liked: '', leveled: '', scored: '', poured: '', reverted: '', trinitys: '' }
  return { ...game, facts, fingerprint: () => fingerprint(game) }
}

async function setUp({ request }: TestGame): Promise<Facts> {
  const done = async (method: string, path: string, ask: Parameters<typeof request>[2] = {}) => {
    const reply = await request(method, path, ask)
    if (reply.status !== 200) throw new Error(`setting up: ${method} ${path} answered ${reply.text}`)
    return reply.body
  }
  const play = (as: string, action: string, body: unknown = {}) =>
    done('POST', `/v2/runtime/actions/${action}/play`, { as, body })

  for (const id of ['neo', 'trinity', 'smith']) await done('POST', '/v2/admin/players', { body: { id } })
  await done('POST', '/v2/admin/players', { client: 'gamify-production', body: { id: 'zoe' } })
  await done('PUT', '/v2/admin/players/smith/disable')
  const { events } = await play('neo', 'like')
  await play('neo', 'visit')
  await play('neo', 'burst', { count: 2 })
  await play('neo', 'answer', { count: 2, variables: { votes: 1 } })
  const rewards = [{ metric: { id: 'coins', type: 'point' }, verb: 'add', value: '1' }]
  await done('PATCH', '/v2/admin/players/neo/scores', { body: { rewards } })
  const poured = await play('neo', 'pour')
  const undone = await play('neo', 'like')
  const trinitys = await play('trinity', 'like')
  const reverted: string = undone.events.local[0].id
  await done('POST', '/v2/admin/players/neo/revert', { body: { event_ids: [reverted] } })
  const feed: { event: string; id: string }[] = await done('GET', '/v2/runtime/activity', { as: 'neo' })
  return {
    liked: events.local[0].id,
    leveled: events.global.find((event: { event: string }) => event.event === 'level').id,
    scored: feed.find(({ event }) => event === 'score')?.id ?? '',
    poured: poured.events.local[0].id,
    reverted,
    trinitys: trinitys.events.local[0].id,
  }
}

/** The players that are looked at by name; lists show all. */
const players = { 'gamify-staging': ['neo', 'trinity', 'smith'], 'gamify-production': ['zoe'] } as const

async function fingerprint({ request, emulator }: TestGame): Promise<string> {
  const calls = Object.entries(players).flatMap(([name, ids]) => callsOf(name, ids))
  const replies = await Promise.all(calls.map(([path, ask]) => request('GET', path, ask)))
  const chains = (['staging', 'production'] as const).map((name) => {
    const { seq, chain } = emulator.runtime(name).state
    return `${seq} ${chain}`
  })
  const hash = createHash('sha256')
  for (const text of [...chains, ...replies.map(({ status, text: body }) => `${status} ${body}`)]) hash.update(`${text}\n`)
  return hash.digest('hex')
}

function callsOf(client: string, ids: readonly string[]): [path: string, ask: Parameters<TestGame['request']>[2]][] {
  const all = { start: 0, limit: 1000, detailed: 'true', value: 'unborn' }
  const reads = documentedRoutes.filter(({ method }) => method === 'GET')
  const perPlayer = ids.flatMap((id) =>
    reads
      .filter(({ acts, path }) => acts || path.includes(':player_id'))
      .map(({ path }) => [fill(path, { player_id: id }), { client, as: id, query: all }] as [string, object]),
  )
  const others = reads
    .filter(({ acts, path }) => !acts && !path.includes(':player_id'))
    .map(({ path }) => [path, { client, query: all }] as [string, object])
  const control = ['/_gamify/clock', '/_gamify/journal'].map((path) => [path, { client }] as [string, object])
  return [...perPlayer, ...others, ...control]
}
