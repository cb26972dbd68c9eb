import { request as httpRequest } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../../../test/contract/game-design.ts'
import { serveGame, START_MS, type Ask, type TestGame } from '../../../test/support/http.ts'
import { DAY_MS, toIso } from '../../game/kernel/instant.ts'

let game: TestGame

beforeEach(async () => {
  game = await serveGame({ design: contractDesign })
})
afterEach(() => game.stop())

const runtime = () => game.emulator.runtime('staging')

/** Sends lines; texts go as they are. */
async function send(lines: readonly unknown[], ask: Ask = {}) {
  const raw = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
  return game.request('POST', '/_gamify/commands', { raw, ...ask })
}

const create = (id: string) => ({ request: 'POST /v2/admin/players', body: { id } })
const like = (as: string) => ({ as, action: 'like' })
const at = (days: number): string => toIso(START_MS + days * DAY_MS)

/** The operations of the journal from an entry on, with their times in days since the start. */
async function journal(since = 1): Promise<readonly (readonly [string, number])[]> {
  const { text } = await game.request('GET', '/_gamify/journal', { query: { since } })
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { op: string; at: string })
  return entries.map((entry) => [entry.op, (Date.parse(entry.at) - START_MS) / DAY_MS])
}

describe('POST /_gamify/commands', () => {
  test('does all steps in their order and tells how many', async () => {
    const before = runtime().state.seq
    const ids = Array.from({ length: 1200 }, (_, i) => `p${i}`)
    const { status, body } = await send(ids.flatMap((id) => [create(id), like(id)]))
    expect({ status, body }).toEqual({ status: 200, body: { done: 2400, failed: [] } })
    const made = (await journal(before + 1)).map(([op]) => op)
    expect(made).toEqual(ids.flatMap(() => ['players.create', 'actions.play']))
  })

  test('tells of each line that came to nothing, by its number and as a call would be told, and goes on', async () => {
    const { body } = await send([
      create('neo'),
      '',
      create('neo'),
      like('nobody'),
      { as: 'neo', action: 'lick' },
      { as: 'neo', acton: 'like' },
      { ...like('neo'), count: 0 },
      { as: 'neo', approve: 'smith', in: { team: 'owls' } },
      { request: 'GET /_gamify/clock' },
      { request: 'POST /v2/design/images' },
      { request: 'PUT /v2/admin/players' },
      { request: 'GET /v2/runtime/player' },
      { request: 'GET /v2/admin/players/%ff' },
      { expect: { player: 'neo', scores: {} } },
      '{"as":',
      '[1]',
      `{"as":${'['.repeat(100)}${']'.repeat(100)}}`,
      `"${'x'.repeat(1024 * 1024)}"`,
      { advance: '1d' },
      like('neo'),
    ])
    expect(body.done).toBe(3)
    expect(body.failed.map(({ line, error }: { line: number; error: string }) => [line, error])).toEqual([
      [3, 'player_exists'],
      [4, 'player_not_found'],
      [5, 'action_not_found'],
      [6, 'validation_exception'],
      [7, 'validation_exception'],
      [8, 'team_instance_not_found'],
      [9, 'route_not_found'],
      [10, 'invalid_request'],
      [11, 'route_not_found'],
      [12, 'invalid_player'],
      [13, 'validation_exception'],
      [14, 'validation_exception'],
      [15, 'invalid_json'],
      [16, 'validation_exception'],
      [17, 'validation_exception'],
      [18, 'payload_too_large'],
    ])
    expect(body.failed[3].error_description).toBe(
      "Invalid request: acton: unknown field 'acton' (did you mean 'action'?)",
    )
    expect(
      body.failed.slice(12, 15).map(({ error_description: words }: { error_description: string }) => words),
    ).toEqual([
      expect.stringMatching(/^The line is not valid JSON: /),
      'Invalid request: the line must be a JSON object',
      'Invalid request: the line is nested more than 64 levels deep',
    ])
  })

  test('tells of no more than the first thousand that failed', async () => {
    const { body } = await send(Array.from({ length: 1100 }, () => like('nobody')))
    expect([body.done, body.failed.length, body.failed.at(-1).line]).toEqual([0, 1000, 1000])
  })

  test('reads, reverts, deploys and restores only when all before is done', async () => {
    await send([create('neo'), like('neo')])
    const before = runtime().state.seq
    const { body: feed } = await game.request('GET', '/v2/admin/players/neo/activity')
    const event_ids = feed
      .filter(({ event }: { event: string }) => event === 'action')
      .map(({ id }: { id: string }) => id)
    const { body } = await send([
      like('neo'),
      { request: 'POST /v2/admin/players/neo/revert', body: { event_ids } },
      create('trinity'),
      { snapshot: 'here' },
      like('neo'),
      { restore: 'here' },
      { request: 'GET /v2/admin/players/neo' },
      like('neo'),
    ])
    expect(body).toEqual({ done: 8, failed: [] })
    const done = (await journal(before + 1)).map(([op]) => op)
    expect(done).toEqual(['actions.play', 'players.revert', 'players.create', 'actions.play'])
    const { body: neo } = await game.request('GET', '/v2/admin/players/neo')
    expect(neo.scores).toContainEqual(
      expect.objectContaining({ metric: expect.objectContaining({ id: 'xp' }), value: '20' }),
    )
  })

  test('refuses a body that starts with a byte order mark, and does nothing', async () => {
    const before = runtime().state.seq
    const { status, body } = await send([`\ufeff${JSON.stringify(create('neo'))}`, create('smith')])
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'invalid_json' })
    expect(runtime().state.seq).toBe(before)
  })

  test('needs a token with the scope debug, and a body as it is', async () => {
    expect((await send([], { client: null })).status).toBe(401)
    const zipped = await send([create('neo')], { headers: { 'content-encoding': 'gzip' } })
    expect([zipped.status, zipped.body.error]).toEqual([400, 'invalid_request'])
    expect((await send([])).body).toEqual({ done: 0, failed: [] })
  })

  test('keeps what was done when the caller goes away in the middle', async () => {
    const token = await game.token('gamify-staging')
    const headers = { authorization: `Bearer ${token}` }
    const req = httpRequest(`${game.url}/_gamify/commands`, { method: 'POST', headers })
    req.on('error', () => {})
    req.write(`${JSON.stringify(create('neo'))}\n${JSON.stringify(create('trinity')).slice(0, 20)}`)
    await expect.poll(() => runtime().state.players.records.length).toBe(1)
    req.destroy()
    expect((await send([create('smith')])).body).toEqual({ done: 1, failed: [] })
    expect(runtime().state.players.records.map((player) => player?.id)).toEqual(['neo', 'smith'])
    expect(game.defects).toEqual([])
  })
})

describe('a step with a time', () => {
  test('stands at that time, which is not before the last entry', async () => {
    await send([create('neo')])
    const before = runtime().state.seq
    const { body } = await send([
      { ...like('neo'), at: at(2) },
      { ...like('neo'), at: at(1) },
      { ...like('neo'), at: at(2) },
      { ...like('neo'), at: 'soon' },
      { ...like('neo'), at: (START_MS + 3 * DAY_MS) / 1000 },
    ])
    expect(body.done).toBe(3)
    expect(body.failed).toEqual([
      { line: 2, error: 'invalid_date', error_description: expect.stringContaining(at(2)) },
      { line: 4, error: 'invalid_date', error_description: "The 'at' parameter is not a valid date" },
    ])
    expect(await journal(before + 1)).toEqual([
      ['actions.play', 2],
      ['actions.play', 2],
      ['actions.play', 3],
    ])
  })

  test('has a game begin then that nobody has come into, its clock as it was', async () => {
    const { body } = await send([
      { ...create('neo'), at: at(-30) },
      { ...create('trinity'), at: at(-31) },
      { ...like('neo'), at: at(-29) },
      create('smith'),
    ])
    expect(body).toMatchObject({ done: 3, failed: [{ line: 2, error: 'invalid_date' }] })
    const times = await journal()
    expect(times.slice(-3)).toEqual([
      ['players.create', -30],
      ['actions.play', -29],
      ['players.create', 0],
    ])
    expect(times.slice(0, -3).every(([, days]) => days === -30)).toBe(true)
    expect((await game.request('GET', '/_gamify/clock')).body).toEqual({ now: at(0), frozen: true })
  })

  test('has no game begin anew in which anybody ever was, also where they have gone', async () => {
    await send([create('neo'), like('neo'), { request: 'DELETE /v2/admin/players/neo' }])
    const before = await journal()
    const { body } = await send([
      { ...create('trinity'), at: at(-30) },
      { ...like('nobody'), at: at(-30) },
    ])
    expect(body.failed.map(({ error }: { error: string }) => error)).toEqual(['invalid_date', 'invalid_date'])
    expect(await journal()).toEqual(before)
  })

  test('has a game begin by nothing but a step that is done, and that changes it', async () => {
    const before = await journal()
    const refused = [
      { request: 'GET /v2/admin/players' },
      { request: 'POST /v2/admin/nothing' },
      { ...create('neo'), body: { id: '' } },
      like('nobody'),
      { as: 'nobody', accept: { team: 'owls' } },
      { advance: '1d' },
      { snapshot: 'here' },
    ]
    const { body } = await send(refused.map((step) => ({ ...step, at: at(-30) })))
    expect(body.failed.map(({ error }: { error: string }) => error)).toEqual([
      'invalid_date',
      'invalid_date',
      'validation_exception',
      'player_not_found',
      'player_not_found',
      'invalid_date',
      'invalid_date',
    ])
    expect(await journal()).toEqual(before)
    expect((await send([{ ...create('neo'), at: at(-30) }])).body.done).toBe(1)
    expect((await journal())[0]?.[1]).toBe(-30)
  })

  test('is one that changes the game; the others are refused, and do nothing', async () => {
    await send([create('neo')])
    const before = await journal()
    const others = [
      { advance: '1d' },
      { now: at(3) },
      { snapshot: 'here' },
      { restore: 'here' },
      { request: 'GET /v2/admin/players/neo' },
      { request: 'PATCH /v2/design/versions/latest/metrics/xp', body: { name: 'Points' } },
    ]
    const outcomes = async (days: number): Promise<readonly string[]> => {
      const { body } = await send(others.map((step) => ({ ...step, at: at(days) })))
      return body.failed.map(({ error }: { error: string }) => error)
    }
    expect(await outcomes(-1)).toEqual(others.map(() => 'invalid_date'))
    expect(await outcomes(2)).toEqual(others.map(() => 'invalid_request'))
    expect(await journal()).toEqual(before)
    expect((await game.request('GET', '/_gamify/snapshots')).body.total).toBe(0)
    const { body } = await send([{ ...like('nobody'), at: at(-1) }])
    expect(body.failed[0].error).toBe('invalid_date')
  })

  test('is refused before the beginning of a game that somebody is in', async () => {
    await send([create('neo')])
    const before = runtime().state.seq
    const { body } = await send([{ ...like('neo'), at: at(-1) }])
    expect(body).toMatchObject({ done: 0, failed: [{ line: 1, error: 'invalid_date' }] })
    expect(runtime().state.seq).toBe(before)
  })
})
