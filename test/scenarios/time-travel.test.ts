import { afterEach, beforeEach, expect, test } from 'vitest'
import { serveGame, type TestGame } from '../support/http.ts'
import { likeDesign } from '../support/played-game.ts'
import { onEachStorage } from '../support/storages.ts'

const NOON = '2030-01-06T12:00:00.000Z'

onEachStorage((storage) => {
  let game: TestGame

  beforeEach(async () => {
    game = await serveGame({ design: likeDesign, storage })
    for (const id of ['neo', 'trinity']) await game.request('POST', '/v2/admin/players', { body: { id } })
    await play('neo', 2)
  })
  afterEach(() => game.stop())

  async function play(as: string, times = 1): Promise<void> {
    const ask = { query: { player_id: as }, body: {} }
    for (let i = 0; i < times; i += 1) await game.request('POST', '/v2/runtime/actions/like/play', ask)
  }

  /** What players see: profile, feed, notifications, board. */
  async function shown(): Promise<unknown[]> {
    const paths = [
      'player',
      'activity',
      'notifications',
      'leaderboards/top?cycle=alltime',
      'leaderboards/top?cycle=daily',
    ]
    const bodies: unknown[] = []
    for (const path of paths) {
      const [at = '', search] = path.split('?')
      const { status, body } = await game.request('GET', `/v2/runtime/${at}`, {
        query: { player_id: 'neo', ...Object.fromEntries(new URLSearchParams(search)) },
      })
      expect(status).toBe(200)
      bodies.push(body)
    }
    return bodies
  }

  const call = async (route: string, body?: unknown) => {
    const [method = '', path = ''] = route.split(' ')
    const reply = await game.request(method, `/_gamify/${path}`, body === undefined ? {} : { body })
    return reply.status === 200 ? reply.body : [reply.status, reply.body.error]
  }

  test('a snapshot is saved, listed, restored and deleted', async () => {
    const before = await shown()
    const saved = await call('POST snapshots', { name: 'Two.likes_1' })
    expect(saved).toEqual({ name: 'Two.likes_1', seq: expect.any(Number), created: NOON, size: expect.any(Number) })
    expect(await call('POST snapshots', { name: 'Two.likes_1' })).toEqual([409, 'snapshot_exists'])
    await play('neo')
    await play('trinity', 5)
    await call('PATCH clock', { advance: '2d' })
    expect(await shown()).not.toEqual(before)
    expect(await call('POST snapshots/Two.likes_1/restore')).toEqual({
      name: 'Two.likes_1',
      seq: saved.seq,
      now: NOON,
      snapshot: expect.stringMatching(/^before-restore-\d+$/),
    })
    expect(await shown()).toEqual(before)
    expect(await call('GET clock')).toEqual({ now: NOON, frozen: true })
    expect(await call('GET snapshots')).toMatchObject({ data: expect.arrayContaining([saved]), total: 2 })
    expect(await call('DELETE snapshots/Two.likes_1')).toEqual({ name: 'Two.likes_1' })
    expect(await call('GET snapshots')).toMatchObject({ total: 1 })
    expect(await call('POST snapshots/Two.likes_1/restore')).toEqual([404, 'snapshot_not_found'])
  })

  test('the name in a path is the one that was meant, whichever of its letters are encoded', async () => {
    await call('POST snapshots', { name: 'a.b' })
    expect(await call('POST snapshots/a%2Eb/restore')).toMatchObject({ name: 'a.b' })
    const { body } = await game.request('DELETE', '/_gamify/snapshots/%2E%2Fx')
    expect(body.error_description).toContain("'./x'")
    expect(await call('DELETE snapshots/%zz')).toEqual([400, 'validation_exception'])
    expect(await call('DELETE snapshots/%61.b')).toEqual({ name: 'a.b' })
  })

  test('snapshots are those of the runtime', async () => {
    await call('POST snapshots', { name: 'here' })
    const { body } = await game.request('GET', '/_gamify/snapshots', { client: 'gamify-production' })
    expect(body).toEqual({ data: [], total: 0 })
  })

  test('a game is rewound to an entry and to a time, and can go forward again', async () => {
    const first = await shown()
    const { seq } = await call('POST snapshots', { name: 'mark' })
    await call('PATCH clock', { advance: '1d' })
    await play('neo', 3)
    const second = await shown()
    expect(await call('POST rewind', { to: seq })).toEqual({
      seq,
      now: NOON,
      undone: 4,
      snapshot: `before-rewind-${seq + 4}`,
    })
    expect(await shown()).toEqual(first)
    await call(`POST snapshots/before-rewind-${seq + 4}/restore`)
    expect(await shown()).toEqual(second)
    expect(await call('POST rewind', { to: '2030-01-06T18:00:00Z' })).toMatchObject({ seq, now: NOON, undone: 4 })
    expect(await shown()).toEqual(first)
    expect(await call('POST rewind', { to: String(seq - 1) })).toMatchObject({ seq: seq - 1, undone: 1 })
  })

  test('a rewind takes back nothing of what has been exercised of the design', async () => {
    const { seq } = await call('POST snapshots', { name: 'mark' })
    await play('neo', 3)
    const counted = await call('GET coverage')
    expect(counted.parts).toContainEqual(expect.objectContaining({ component: 'actions', id: 'like', count: 5 }))
    await call('POST rewind', { to: seq })
    expect(await call('GET coverage')).toEqual(counted)
  })

  test.each([true, false])('no game is rewound to before what is kept of it (frozen: %s)', async (frozen) => {
    const { text } = await game.request('GET', '/_gamify/state', { query: { history: 'false' } })
    await game.request('PUT', '/_gamify/state', { raw: text, headers: { 'content-type': 'application/x-ndjson' } })
    const [now, { seq }] = [await shown(), await call('POST snapshots', { name: 'mark' })]
    for (const to of ['1980-01-01', '2030-01-05', seq - 1]) {
      expect(await call('POST rewind', { to })).toEqual([400, 'invalid_request'])
      expect(await shown()).toEqual(now)
    }
    await call('PATCH clock', { frozen, advance: '1d' })
    await play('neo', 2)
    const later = await shown()
    for (const to of ['1980-01-01', '2030-01-05']) {
      expect(await call('POST rewind', { to })).toEqual([400, 'invalid_request'])
      expect(await shown()).toEqual(later)
    }
  })

  test('the same plays after a rewind give the same answers', async () => {
    await call('POST snapshots', { name: 'mark' })
    const lives: unknown[] = []
    for (let life = 0; life < 3; life += 1) {
      await play('neo', 3)
      await play('trinity')
      lives.push(await shown())
      await call('POST snapshots/mark/restore')
    }
    expect(lives[1]).toEqual(lives[0])
    expect(lives[2]).toEqual(lives[0])
  })
})
