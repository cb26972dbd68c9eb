import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stagingClient } from '../../src/auth/clients.ts'
import { serveGame, type Ask, type Reply, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { callerClients, kindsOfCaller, withJwt, type KindOfCaller } from './callers.ts'
import { documentedRoutes, fill, nameOf, thingsFor } from './documented-routes.ts'
import { errors, expectError } from './error-case.ts'
import { contractDesign } from './game-design.ts'
import { sortOf, sorts, type Sort } from './sort-of-call.ts'
import { askOf, pathOf } from './success-case.ts'
import { successCases } from './success-cases.ts'
import { openWorld, type World } from './world.ts'

/** A route as it is asked for to see who may call it. */
interface Probe {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly sort: Sort
  /** Whether it acts for a player. */
  readonly acts: boolean
}

const probes: readonly Probe[] = [
  // Nothing that there is, and no body: where the client may call, the call ends in an error of its own or only reads.
  ...documentedRoutes.map((route) => ({
    name: nameOf(route),
    method: route.method,
    path: fill(route.path, thingsFor(route.path, 'nothing')),
    sort: sortOf(route),
    acts: route.acts,
  })),
  ...['GET /_gamify/clock', 'PATCH /_gamify/clock', 'GET /_gamify/journal', 'GET /_gamify/design'].map((name) => {
    const [method = '', path = ''] = name.split(' ')
    return { name, method, path, sort: 'control' as const, acts: false }
  }),
]

/** What a caller is told, by the mark that stands for it in the table. */
const marks = {
  '+': 'may call it',
  t: '401 invalid_access_token',
  s: '401 access_denied: the route is not allowed to it',
  p: '400 invalid_player: it names no player',
  d: '401 access_denied: its player is disabled',
} as const
type Mark = keyof typeof marks

/** What documents 2 and 5.1 say, in the order in which it is looked at. 5.2. */
function documentedMark({ may, player }: KindOfCaller, { sort, acts }: Probe): Mark {
  if (typeof may === 'string') return 't'
  if (!may.includes(sort)) return 's'
  if (!acts || player === 'named') return '+'
  return player === 'disabled' ? 'd' : 'p'
}

/** What an answer says. */
function markOf({ status, body }: Reply): Mark {
  if (status === 401 && body.error === 'invalid_access_token') return 't'
  if (status === 400 && body.error === 'invalid_player') return 'p'
  if (status !== 401 || body.error !== 'access_denied') return '+'
  return body.error_description === errors.routeDenied.description ? 's' : 'd'
}

/** All marks of a caller, in the order of the routes. What ends a login comes last, so that it ends nothing that is needed. */
async function marksOf(game: TestGame, kind: KindOfCaller): Promise<ReadonlyMap<string, Mark>> {
  const ask = await kind.ask(game)
  const [ending, others] = [probes.filter(endsLogin), probes.filter((each) => !endsLogin(each))]
  const found = await Promise.all(others.map((each) => marked(game, each, ask)))
  for (const each of ending) found.push(await marked(game, each, ask))
  return new Map(found)
}

const endsLogin = ({ path }: Probe): boolean => path.endsWith('/logout')

async function marked(game: TestGame, { name, method, path }: Probe, ask: Ask): Promise<readonly [string, Mark]> {
  const reply = await game.request(method, path, ask)
  expect([200, 400, 401, 404], name).toContain(reply.status)
  return [name, markOf(reply)]
}

/** The table: a column for each kind of caller, a line for each route. */
function tableOf(columns: readonly ReadonlyMap<string, Mark>[]): string {
  const width = Math.max(...probes.map(({ name }) => name.length))
  const columnNames = kindsOfCaller.map((_, i) => String(i + 1).padStart(2))
  const heads = [0, 1].map((digit) => `${' '.repeat(width)}${columnNames.map((name) => ` ${name[digit]}`).join('')}`)
  return [
    'Who may call what. Made by the test of scopes, and reviewed: a change here is a change of the interface.',
    '',
    ...Object.entries(marks).map(([mark, meaning]) => `${mark}  ${meaning}`),
    '',
    ...kindsOfCaller.map(({ who }, i) => `${String(i + 1).padStart(2)}  ${who}`),
    '',
    ...heads,
    ...probes.map(({ name }) => `${name.padEnd(width)}${columns.map((column) => ` ${column.get(name)}`).join('')}`),
    '',
  ].join('\n')
}

describe('who may call what', () => {
  let game: TestGame
  const columns: ReadonlyMap<string, Mark>[] = []
  beforeAll(async () => {
    game = await serveGame({ design: contractDesign, clients: callerClients })
    for (const id of ['neo', 'trinity', 'smith']) await game.request('POST', '/v2/admin/players', { body: { id } })
    await game.request('PUT', '/v2/admin/players/smith/disable')
  })
  afterAll(() => game.stop())

  for (const kind of kindsOfCaller) {
    test(kind.who, async () => {
      const { seq } = game.emulator.runtime('staging').state
      const found = await marksOf(game, kind)
      columns.push(found)
      const told = new Map(probes.map((each) => [each.name, documentedMark(kind, each)]))
      expect(found).toEqual(told)
      expect(game.emulator.runtime('staging').state.seq).toBe(seq)
    })
  }

  test('is as the reviewed table has it', async () => {
    await expect(tableOf(columns)).toMatchFileSnapshot('scope-matrix.txt')
  })

  test('every documented route is of one sort', () => {
    expect(documentedRoutes.map(sortOf).filter((sort) => !sorts.includes(sort))).toEqual([])
    expect(new Set(documentedRoutes.map(nameOf)).size).toBe(documentedRoutes.length)
  })
})

/** Requests that succeed where the caller may make them, by callers who may not. */
const attempts: readonly { readonly who: string; readonly sorts: readonly Sort[]; readonly by: (ask: Ask) => Ask }[] = [
  {
    who: 'a client that may only read',
    sorts: sorts.filter((sort) => sort.endsWith('writes')),
    by: (ask) => ({ ...ask, client: 'reader' }),
  },
  {
    who: "a player's JWT",
    sorts: sorts.filter((sort) => !sort.startsWith('runtime')),
    by: withJwt(stagingClient, 'neo'),
  },
  {
    who: "a player's JWT that may only read",
    sorts: sorts.filter((sort) => sort !== 'runtime reads'),
    by: withJwt(stagingClient, 'neo', 'player.runtime.read'),
  },
]

describe('nobody gets further than scopes allow, with requests that would succeed', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld('in memory')
  })
  afterAll(() => world.stop())

  for (const { who, sorts: denied, by } of attempts) {
    test(who, async () => {
      const before = await world.stateprint()
      for (const route of documentedRoutes.filter((each) => denied.includes(sortOf(each)))) {
        const name = nameOf(route)
        const lines = successCases.filter(({ routes }) => routes.includes(name))
        expect(lines, name).not.toEqual([])
        for (const line of lines) {
          const ask = by(askOf(line, name, world.facts))
          expectError(await world.request(route.method, pathOf(line, name, world.facts), ask), errors.routeDenied, name)
        }
      }
      expect(await world.stateprint()).toBe(before)
    })
  }
})

onEachStorage((storage) => {
  let game: TestGame
  beforeAll(async () => {
    game = await serveGame({ storage, design: contractDesign, clients: callerClients })
  })
  afterAll(() => game.stop())

  test('a client with scopes of reading may ask for the head of an answer', async () => {
    const { status, text } = await game.request('HEAD', '/v2/admin/rules', { client: 'admin:r' })
    expect([status, text]).toEqual([200, ''])
    const denied = await game.request('HEAD', '/v2/admin/rules', { client: 'runtime:r' })
    expect(denied.status).toBe(401)
  })

  test('health needs neither token nor scope', async () => {
    for (const client of [null, 'no scopes']) {
      const { status, body } = await game.request('GET', '/_gamify/health', { client })
      const data = storage === 'on disk' ? { data: expect.any(String) } : {}
      expect([status, body]).toEqual([
        200,
        { status: 'ready', name: 'gamify', version: 'test', game: expect.any(String), ...data },
      ])
    }
  })

  test("without authentication a call without a token is the staging client's, and a wrong token is still wrong (6.3)", async () => {
    const open = await serveGame({ storage, design: contractDesign }, { noAuth: true })
    try {
      expect((await open.request('POST', '/v2/admin/players', { client: null, body: { id: 'neo' } })).status).toBe(200)
      expect((await open.request('GET', '/_gamify/clock', { client: null })).status).toBe(200)
      const wrong = await open.request('GET', '/v2/admin/', { client: null, query: { access_token: 'nope' } })
      expectError(wrong, errors.invalidToken)
      const foreign = await open.request('GET', '/_gamify/clock', {
        client: null,
        headers: { origin: 'http://example.com' },
      })
      expectError(foreign, { status: 403, error: 'forbidden_origin' })
    } finally {
      await open.stop()
    }
  })
})
