import { afterEach, describe, expect, test } from 'vitest'
import { action, add, point, score, set } from '../../../test/support/design-parts.ts'
import { serveGame, START_MS, type Reply, type TestGame } from '../../../test/support/http.ts'
import { redAndBlue } from '../../../test/support/images.ts'
import { container, task } from '../../../test/support/process-parts.ts'
import { onEachStorage, type StorageName } from '../../../test/support/storages.ts'
import { formWithFile } from '../../client/create-client.ts'
import { emptyDesign, type DesignSource } from '../../game/design/source.ts'

const DAY_MS = 86_400_000

const design = {
  ...emptyDesign,
  metrics: [point('xp'), set('badges', ['Fan'])],
  actions: [action('like', [add('xp', '10')]), action('twice', [], { requires: score('xp', 'ge', 10) })],
  teams: [{ id: 'guild', name: 'Guild', permissions: [] }],
  processes: [{ id: 'tour', name: 'Tour', ...container([task('begin'), task('end')], [], 'begin end') }],
  leaderboards: [
    {
      id: 'top',
      name: 'Top',
      type: 'regular',
      entity_type: 'players',
      metric: { id: 'xp', type: 'point' },
      scope: { type: 'game' },
      cycles: ['alltime', 'daily'],
    },
  ],
} as unknown as DesignSource

/** Reads of everything that an entry can change. */
const reads = [
  '/v2/admin/players',
  '/v2/admin/players/neo',
  '/v2/admin/players/neo/activity',
  '/v2/admin/processes',
  '/v2/admin/processes/neo/tour-1',
  '/v2/admin/teams',
  '/v2/admin/teams/crew/members',
  '/v2/runtime/player?player_id=neo',
  '/_gamify/leaderboards/top?cycle=alltime',
  '/_gamify/leaderboards/top?cycle=daily',
  '/_gamify/actions?player_id=neo',
  '/_gamify/players?sort=scores.xp&order=descending&metrics=xp',
  '/_gamify/players/neo',
  '/_gamify/design/deployed',
] as const

let game: TestGame
afterEach(() => game.stop())

const begin = async (storage: StorageName = 'in memory'): Promise<void> => {
  game = await serveGame({ design, storage })
}

/** Calls that each change the game, one of them by time alone. */
const changes: readonly (readonly [method: string, path: string, body?: unknown])[] = [
  ['POST', '/v2/admin/players', { id: 'neo' }],
  ['POST', '/v2/runtime/actions/like/play?player_id=neo', {}],
  ['POST', '/v2/admin/players', { id: 'trinity' }],
  ['POST', '/v2/runtime/actions/like/play?player_id=trinity', { count: 3 }],
  ['PATCH', '/_gamify/clock', { advance: '1d' }],
  ['POST', '/v2/runtime/teams?player_id=neo', { definition: 'guild', id: 'crew' }],
  ['POST', '/v2/runtime/processes?player_id=neo', { definition: 'tour', id: 'tour-1' }],
  ['POST', '/v2/runtime/processes/neo/tour-1/play?player_id=neo', { trigger: 'begin:begin' }],
  ['DELETE', '/v2/admin/players/trinity'],
  ['POST', '/v2/runtime/actions/like/play?player_id=neo', { count: 2 }],
]

const answerOf = ({ status, text }: Reply): readonly [number, string] => [status, text]
const now = async (path: string) => answerOf(await game.request('GET', path))
const then = async (path: string, at: string | number) =>
  answerOf(await game.request('GET', `/_gamify/then${path}${path.includes('?') ? '&' : '?'}at=${at}`))

onEachStorage((storage) => {
  test('every read answers as it did after each entry', async () => {
    await begin(storage)
    const answered: { readonly seq: number; readonly at: number; readonly answers: (readonly [number, string])[] }[] =
      []
    for (const [method, path, body] of changes) {
      const { status, text } = await game.request(method, path, { body })
      expect([status < 300, text]).toEqual([true, text])
      const { seq, at } = game.emulator.runtime('staging').state
      answered.push({ seq, at, answers: await Promise.all(reads.map(now)) })
    }
    const last = JSON.stringify(answered.at(-1))
    for (const { seq, answers } of [...answered, ...answered.toReversed()])
      expect(await Promise.all(reads.map((path) => then(path, seq)))).toEqual(answers)
    // The daily board of a day that has begun since is empty, whatever was the last entry.
    expect(
      JSON.parse((await then('/_gamify/leaderboards/top?cycle=daily', new Date(START_MS).toISOString()))[1]),
    ).toMatchObject({
      total: 2,
    })
    const { seq, at } = game.emulator.runtime('staging').state
    expect(JSON.stringify({ seq, at, answers: await Promise.all(reads.map(now)) })).toBe(last)
  })
})

test('what prevented a play then is told with the moment in the question', async () => {
  await begin()
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const asked = { player_id: 'neo', action: 'twice' }
  const whyNot = async (at?: string) => {
    const { status, body } = await game.request('POST', '/_gamify/why-not', { body: { ...asked, ...(at && { at }) } })
    return [status, (body as { possible?: boolean; error?: string }).possible ?? (body as { error?: string }).error]
  }
  const { seq } = game.emulator.runtime('staging').state
  expect(await whyNot()).toEqual([200, false])
  await game.request('POST', '/v2/runtime/actions/like/play?player_id=neo', { body: {} })
  expect(await whyNot()).toEqual([200, true])
  expect(await whyNot(String(seq))).toEqual([200, false])
  expect(await whyNot('999')).toEqual([400, 'invalid_request'])
  expect(await whyNot('soon')).toEqual([400, 'invalid_date'])
})

test('pictures are those of then', async () => {
  await begin()
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const { seq } = game.emulator.runtime('staging').state
  const picture = async (at = ''): Promise<string | undefined> => {
    const way = at === '' ? '' : '/_gamify/then'
    return (await game.request('GET', `${way}/v2/runtime/assets/players/neo?player_id=neo${at}`)).headers['etag']
  }
  const before = await picture()
  const { headers, body } = formWithFile(await redAndBlue(80, 80).png().toBuffer())
  await game.request('POST', '/v2/runtime/player?player_id=neo', { headers, raw: body })
  const after = await picture()
  expect(after).not.toBe(before)
  expect(await picture(`&at=${seq}`)).toBe(before)
  expect(await picture(`&at=${seq + 1}`)).toBe(after)
})

describe('a moment', () => {
  const played = async (): Promise<void> => {
    await begin()
    for (const [method, path, body] of changes) await game.request(method, path, { body })
  }

  test('can be a time, at which the game clock then stands', async () => {
    await played()
    const before = new Date(START_MS + DAY_MS - 1).toISOString()
    const [, profile] = await then('/v2/admin/players/neo', before)
    expect(JSON.parse(profile)).toMatchObject({ scores: [{ value: '10' }] })
    const [, board] = await then('/_gamify/leaderboards/top?cycle=daily', before)
    expect(JSON.parse(board)).toMatchObject({ total: 2 })
  })

  test.each([
    ['', 400, 'invalid_request'],
    ['?at=', 400, 'invalid_request'],
    ['?at=soon', 400, 'invalid_date'],
    ['?at=0', 400, 'invalid_request'],
    ['?at=99', 400, 'invalid_request'],
    ['?at=2029-01-01T00:00:00Z', 400, 'invalid_request'],
    ['?at=2031-01-01T00:00:00Z', 400, 'invalid_request'],
  ])('%j is refused', async (query, status, error) => {
    await played()
    const reply = await game.request('GET', `/_gamify/then/v2/admin/players/neo${query}`)
    expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ error })])
  })

  test.each([
    '/v2/nothing',
    '/_gamify/journal',
    '/_gamify/then/v2/admin/players',
    '/_gamify/health',
    '/v2/design/versions',
  ])('cannot be asked with GET %s', async (path) => {
    await played()
    const reply = await game.request('GET', `/_gamify/then${path}?at=3`)
    expect([reply.status, reply.body]).toEqual([404, expect.objectContaining({ error: 'route_not_found' })])
  })

  test('can only be read, with the scopes of both routes', async () => {
    await played()
    const path = '/_gamify/then/v2/runtime/actions/like/play?at=3&player_id=neo'
    expect((await game.request('POST', path, { body: {} })).status).toBe(405)
    const reply = await game.request('GET', '/_gamify/then/v2/admin/players/neo?at=3', { client: null })
    expect(reply.status).toBe(401)
  })

  test('ends with its history', async () => {
    await played()
    const { seq } = game.emulator.runtime('staging').state
    const before = await then('/v2/admin/players', seq - 1)
    await game.request('POST', '/_gamify/rewind', { body: { to: seq - 3 } })
    expect((await then('/v2/admin/players', seq - 1))[0]).toBe(400)
    await game.request('POST', '/v2/admin/players', { body: { id: 'morpheus' } })
    await game.request('POST', '/v2/admin/players', { body: { id: 'smith' } })
    const after = await then('/v2/admin/players', seq - 1)
    expect(after[1]).toContain('smith')
    expect(before[1]).not.toContain('smith')
  })

  test('is rebuilt once for many reads, and only a few are kept', async () => {
    await played()
    const runtime = game.emulator.runtime('staging')
    const stateAt = (seq: number): Promise<unknown> => runtime.past({ seq }, ({ state }) => state)
    const states = await Promise.all([1, 2, 3, 4, 5, 5, 1].map(stateAt))
    expect(states[5]).toBe(states[4])
    expect(await stateAt(5)).toBe(states[4])
    expect(await stateAt(2)).not.toBe(states[1])
  })
})
