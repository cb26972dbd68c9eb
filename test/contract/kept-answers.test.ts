import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { HeldFiles } from '../support/held-files.ts'
import { serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { dataOn } from '../support/storages.ts'
import {
  bodyFor,
  documentedRoutes,
  fill,
  isOfGallery,
  isOfVersions,
  nameOf,
  takesImage,
  thingsFor,
  wantedQuery,
} from './documented-routes.ts'
import { contractDesign } from './game-design.ts'

/** An answer that waits for nothing has come long before. */
const WINDOW_MS = 40

let game: TestGame | undefined
let release = (): void => {}
/** An action that neo played before. */
let liked = ''
afterEach(async () => {
  release()
  await game?.stop()
})

interface Call {
  /** `POST /v2/admin/players` */
  readonly call: string
  readonly ask?: Ask | (() => Ask)
}

const send = (to: TestGame, { call, ask }: Call): Promise<Reply> => {
  const [method = '', path = ''] = call.split(' ')
  return to.request(method, path, typeof ask === 'function' ? ask() : ask)
}

const create = (id: string): Call => ({ call: 'POST /v2/admin/players', ask: { body: { id } } })
const play = (action: string): Call => ({
  call: `POST /v2/runtime/actions/${action}/play`,
  ask: { as: 'neo', body: {} },
})

const revert: Call = { call: 'POST /v2/admin/players/neo/revert', ask: () => ({ body: { event_ids: [liked] } }) }

/** A game with neo in it, who has played, in which `change` has been decided and cannot get to the disk. */
async function unkept(durability: 'batch' | 'always' | 'off', change: Call): Promise<TestGame> {
  const files = new HeldFiles()
  game = await serveGame({ design: contractDesign, data: dataOn(files), durability })
  expect((await send(game, create('neo'))).status).toBe(200)
  liked = (await send(game, play('like'))).body.events.local[0].id
  const { state } = game.emulator.runtime('staging')
  const before = state.seq
  release = files.hold()
  void send(game, change).catch(() => {})
  await expect.poll(() => state.seq, { interval: 1 }).toBe(before + 1)
  if (durability !== 'off') await expect.poll(() => files.waiting, { interval: 1 }).toBe(1)
  return game
}

/** Whether an answer comes within so many ms, while the disk is held up. */
async function comesEarly(answer: Promise<unknown>, windowMs: number): Promise<boolean> {
  return Promise.race([answer.then(() => true), sleep(windowMs, false)])
}

/** A call, and what it is answered where that is no success. */
interface Probe extends Call {
  readonly status?: number
}

/** Every row but those of the design's versions and images and those that want an image, and the control routes: each could have seen a play of neo's. */
const calls: readonly Probe[] = [
  ...documentedRoutes
    .filter((route) => !isOfVersions(route) && !isOfGallery(route) && !takesImage(route))
    .map((route) => ({
      call: `${route.method} ${fill(route.path, thingsFor(route.path))}`,
      ask: {
        as: 'neo',
        query: wantedQuery,
        ...(route.takesBody || route.method !== 'GET' ? { body: bodyFor(nameOf(route)) } : {}),
      },
      // There is no issue, process, team, request or invitation here, which is something to be seen too.
      ...(/:(issue|process|team|invite|request)_id|DELETE .*invites$/.test(nameOf(route)) ? { status: 404 } : {}),
    })),
  { call: 'GET /_gamify/clock' },
  { call: 'PATCH /_gamify/clock', ask: { body: { advance: '1d' } } },
  { call: 'GET /_gamify/journal' },
  { call: 'GET /_gamify/design' },
]

describe.each(['batch', 'always'] as const)('with durability %s', (durability) => {
  test.each(calls)('$call is answered when what it could have seen is on disk, and not before', async (call) => {
    const reply = send(await unkept(durability, play('like')), call)
    expect(await comesEarly(reply, WINDOW_MS)).toBe(false)
    release()
    expect((await reply).status).toBe(call.status ?? 200)
  })
})

describe('with durability off', () => {
  // That a login has ended is no entry of a journal, and always kept before it is answered.
  const ofJournals = calls.filter(({ call }) => call !== 'POST /v2/logout')
  test.each(ofJournals)(
    '$call waits for no disk, so that the others are known to have been waited for',
    async (call) => {
      const reply = send(await unkept('off', play('like')), call)
      expect(await comesEarly(reply, 10_000)).toBe(true)
      expect((await reply).status).toBe(call.status ?? 200)
    },
  )
})

/** Refusals that tell of a change which may not have happened when the power fails now. */
const telling: readonly { readonly error: string; readonly change: Call; readonly probe: Call }[] = [
  { error: 'player_exists', change: create('trinity'), probe: create('trinity') },
  {
    error: 'player_exists',
    change: create('trinity'),
    probe: { call: 'GET /v2/admin/validation/player/available', ask: { query: { value: 'trinity' } } },
  },
  {
    error: 'player_not_found',
    change: { call: 'DELETE /v2/admin/players/neo' },
    probe: { call: 'GET /v2/admin/players/neo' },
  },
  {
    error: 'player_not_found',
    change: { call: 'DELETE /v2/admin/players/neo' },
    probe: { call: 'GET /v2/runtime/player', ask: { as: 'neo' } },
  },
  {
    error: 'player_not_found',
    change: { call: 'DELETE /v2/admin/players/neo' },
    probe: { call: 'PATCH /v2/admin/players/neo/scores', ask: { body: { rewards: [] } } },
  },
  { error: 'access_denied', change: { call: 'PUT /v2/admin/players/neo/disable' }, probe: play('like') },
  {
    error: 'access_denied',
    change: { call: 'PUT /v2/admin/players/neo/disable' },
    probe: { call: 'GET /v1/definitions/actions', ask: { as: 'neo' } },
  },
  { error: 'already_reverted', change: revert, probe: revert },
  { error: 'rate_limit_exceeded', change: play('visit'), probe: play('visit') },
  {
    error: 'invalid_date',
    change: { call: 'PATCH /_gamify/clock', ask: { body: { advance: '1d' } } },
    probe: { call: 'PATCH /_gamify/clock', ask: { body: { now: '2030-01-06T13:00:00Z' } } },
  },
]

describe('a refusal that tells of a change waits for it', () => {
  test.each(telling)('$error: $probe.call after $change.call', async ({ error, change, probe }) => {
    const reply = send(await unkept('batch', change), probe)
    expect(await comesEarly(reply, WINDOW_MS)).toBe(false)
    release()
    expect((await reply).body).toMatchObject({ error })
  })
})

test('a refusal that tells of nothing does not wait', async () => {
  const held = await unkept('batch', play('like'))
  const early = [
    { call: 'GET /nowhere' },
    { call: 'GET /v2/admin/players', ask: { client: null } },
    { call: 'POST /v2/runtime/actions/like/play', ask: { as: 'neo', body: { count: 0 } } },
    { call: 'GET /_gamify/health' },
  ]
  for (const call of early) expect(await comesEarly(send(held, call), 10_000), call.call).toBe(true)
})
