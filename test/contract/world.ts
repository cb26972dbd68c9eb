import type { ApiClient, ClientScope } from '../../src/auth/clients.ts'
import { componentOperations } from '../../src/game/design/components.ts'
import { isFault } from '../../src/game/kernel/fault.ts'
import { canonicalHash, snapshotTexts, textHash } from '../support/canonical-hash.ts'
import { serveGame, type Ask, type TestGame } from '../support/http.ts'
import type { StorageName } from '../support/storages.ts'
import { contractDesign, flawedDesign } from './game-design.ts'
import { setUpJoining, type JoiningFacts } from './world-joining.ts'
import { noRequestFacts, setUpRequests, type RequestFacts } from './world-requests.ts'
import { setUpTogether } from './world-together.ts'
import { setUpTriggers } from './world-triggers.ts'

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
  /** What is pending. */
  readonly requests: RequestFacts
  readonly joining: JoiningFacts
}

/** A game in which everything stands ready that an error needs; its clock stands still. */
export interface World extends TestGame {
  readonly facts: Facts
  /** Stands for the state of both runtimes, the last entry of their journals, the answers of every GET, the designs and their images. */
  fingerprint(): Promise<string>
  /** The same without the answers, which follow from it: for where it is asked for after each of many calls. */
  stateprint(): Promise<string>
}

const client = (client_id: string, ...scopes: readonly ClientScope[]): ApiClient => ({
  client_id,
  client_secret: `secret of ${client_id}`,
  runtime: 'staging',
  type: 'client',
  scopes,
})

/** Clients beside the development ones, who may less. */
const worldClients: readonly ApiClient[] = [
  client('reader', 'runtime:r', 'admin:r', 'design:r'),
  client('ungated', 'runtime:rw', 'admin:rw', 'design:rw'),
  client('nothing'),
]

/**
 * Opens the world: neo and trinity play, smith is disabled, zoe is all there is in production. She has a gem of version
 * v1, and the design that waits there has no gems. What players are in together, `setUpTogether` tells.
 */
export async function openWorld(storage: StorageName, moreClients: readonly ApiClient[] = []): Promise<World> {
  const game = await serveGame({ design: contractDesign, clients: [...worldClients, ...moreClients], storage })
  const facts = await setUp(game)
  return { ...game, facts, fingerprint: () => fingerprint(game), stateprint: () => stateprint(game) }
}

/** Opens a game without players, of a design that lets none be made. */
export async function openFlawedWorld(storage: StorageName): Promise<World> {
  const game = await serveGame({ design: flawedDesign, clients: worldClients, storage })
  const facts: Facts = {
    liked: '',
    leveled: '',
    scored: '',
    poured: '',
    reverted: '',
    trinitys: '',
    requests: noRequestFacts,
    joining: await setUpJoining(game.emulator),
  }
  return { ...game, facts, fingerprint: () => fingerprint(game), stateprint: () => stateprint(game) }
}

async function setUp({ request, emulator }: TestGame): Promise<Facts> {
  const done = async (method: string, path: string, ask: Parameters<typeof request>[2] = {}) => {
    const reply = await request(method, path, ask)
    if (reply.status !== 200) throw new Error(`setting up: ${method} ${path} answered ${reply.text}`)
    return reply.body
  }
  const play = (as: string, action: string, body: unknown = {}, headers = {}) =>
    done('POST', `/v2/runtime/actions/${action}/play`, { as, body, headers })

  for (const id of ['neo', 'trinity', 'morpheus', 'oracle', 'smith'])
    await done('POST', '/v2/admin/players', { body: { id } })
  await done('POST', '/v2/admin/players', { client: 'gamify-production', body: { id: 'zoe' } })
  await done('PUT', '/v2/admin/players/smith/disable')
  await setUpProduction(done)
  const { events } = await play('neo', 'like')
  await play('neo', 'visit', {}, { 'idempotency-key': 'the first visit' })
  await play('neo', 'burst', { count: 2 })
  await play('neo', 'answer', { count: 2, variables: { votes: 1 } })
  const rewards = [{ metric: { id: 'coins', type: 'point' }, verb: 'add', value: '1' }]
  await done('PATCH', '/v2/admin/players/neo/scores', { body: { rewards } })
  const poured = await play('neo', 'pour')
  const undone = await play('neo', 'like')
  await setUpTogether(emulator)
  await setUpTriggers(emulator)
  const requests = await setUpRequests(emulator)
  const joining = await setUpJoining(emulator)
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
    requests,
    joining,
  }
}

type Done = (method: string, path: string, ask?: Ask) => Promise<unknown>

async function setUpProduction(done: Done): Promise<void> {
  const versions = '/v2/design/versions/latest'
  const production = { client: 'gamify-production' }
  await done('POST', `${versions}/metrics`, { body: { id: 'gem', name: 'Gem', type: 'point' } })
  await done('POST', `${versions}/deploy`, production)
  const rewards = [{ metric: { id: 'gem', type: 'point' }, verb: 'add', value: '1' }]
  await done('PATCH', '/v2/admin/players/zoe/scores', { ...production, body: { rewards } })
  await done('DELETE', `${versions}/metrics/gem`)
  await done('POST', `${versions}/deploy`, production)
}

/** Who acts, and whom an operator looks at by name; lists show all. */
const players = ['neo', 'trinity', 'morpheus', 'oracle', 'smith', 'zoe']

async function fingerprint(game: TestGame): Promise<string> {
  const hashes = await Promise.all(runtimesOf(game).map((runtime) => canonicalHash({ runtime }, players)))
  return [...hashes, await stateprint(game)].join(' ')
}

const runtimesOf = ({ emulator }: TestGame) => [emulator.runtime('staging'), emulator.runtime('production')]

async function stateprint(game: TestGame): Promise<string> {
  const { emulator } = game
  const hashes = runtimesOf(game).map((runtime) => textHash(snapshotTexts({ runtime })))
  const images = emulator.images.list(0, Infinity).map(({ id }) => id)
  return [...hashes, emulator.designs.latest.hash, ...images, ...(await versionsOf(emulator))].join(' ')
}

/** The metrics of the stash and of every version. */
async function versionsOf({ designs }: TestGame['emulator']): Promise<readonly string[]> {
  const { list } = componentOperations('metrics')
  const caller = { client: 'test' }
  const found = [JSON.stringify(await designs.execute(list, { version: 'latest', source: 'stash' }, caller, 'staging'))]
  for (let i = 1; ; i += 1) {
    const metrics = await designs.execute(list, { version: `v${i}` }, caller, 'staging')
    if (isFault(metrics)) return found
    found.push(JSON.stringify(metrics))
  }
}
