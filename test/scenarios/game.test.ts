import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractDesign } from '../contract/game-design.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { onEachStorage } from '../support/storages.ts'
import { newPlayer, NOON, played, send } from './scenario.ts'

onEachStorage((storage) => {
  let game: TestGame
  beforeEach(async () => {
    game = await serveGame({ storage, design: contractDesign })
  })
  afterEach(() => game.stop())

  test.each(['/v2/admin/', '/v2/admin'])('the status of the game at %s', async (path) => {
    const { status, body } = await game.request('GET', path)
    expect([status, body]).toEqual([
      200,
      {
        name: expect.any(String),
        version: 'v2',
        status: 'ok',
        game: {
          id: 'contract',
          title: 'Contract',
          description: 'A game for tests',
          listed: false,
          type: 'native',
          created: NOON,
          timezone: 'UTC',
          image: 'default-game',
          access: 'PUBLIC',
          template: 'custom',
        },
      },
    ])
  })

  test('staging and production have players and clocks of their own', async () => {
    await send(game, newPlayer('neo'))
    const production = { client: 'gamify-production' }
    expect((await game.request('GET', '/v2/admin/players', production)).body).toEqual({ data: [], total: 0 })
    expect((await game.request('GET', '/v2/admin/rules', production)).body).toEqual([])
    await game.request('PATCH', '/_gamify/clock', { ...production, body: { advance: '1h' } })
    expect((await game.request('GET', '/_gamify/clock')).body.now).toBe(NOON)
    expect((await game.request('GET', '/_gamify/clock', production)).body.now).toBe('2030-01-06T13:00:00.000Z')
  })

  describe('the clock (6.6)', () => {
    const change = async (body: unknown) => {
      const reply = await game.request('PATCH', '/_gamify/clock', { body })
      return [reply.status, reply.body.error ?? reply.body]
    }

    test('is set, advanced, frozen and let go', async () => {
      expect(await change({ now: '2030-02-01' })).toEqual([200, { now: '2030-02-01T00:00:00.000Z', frozen: true }])
      expect(await change({ advance: '1d' })).toEqual([200, { now: '2030-02-02T00:00:00.000Z', frozen: true }])
      expect(await change({ advance: 'PT90M' })).toEqual([200, { now: '2030-02-02T01:30:00.000Z', frozen: true }])
      expect(await change({ now: 1_900_000_000 })).toEqual([200, { now: '2030-03-17T17:46:40.000Z', frozen: true }])
      expect(await change({ frozen: false })).toEqual([200, { now: '2030-03-17T17:46:40.000Z', frozen: false }])
      expect(await change({ advance: '90m', frozen: true })).toEqual([
        200,
        { now: '2030-03-17T19:16:40.000Z', frozen: true },
      ])
      expect(await change({})).toEqual([200, { now: '2030-03-17T19:16:40.000Z', frozen: true }])
      expect((await game.request('GET', '/_gamify/clock')).body).toEqual({
        now: '2030-03-17T19:16:40.000Z',
        frozen: true,
      })
    })

    test('does not go back behind what it showed, though nothing happened since', async () => {
      await change({ advance: '2d' })
      expect(await change({ now: '2030-01-07' })).toEqual([400, 'invalid_date'])
      expect(await change({ now: '2030-01-08T12:00:00Z' })).toEqual([
        200,
        { now: '2030-01-08T12:00:00.000Z', frozen: true },
      ])
    })

    test('goes on by itself, by the machine', async () => {
      let machineMs = Date.parse(NOON)
      const running = await serveGame({ storage, design: contractDesign, freeze: false, machineNow: () => machineMs })
      try {
        machineMs += 60_000
        expect((await running.request('GET', '/_gamify/clock')).body).toEqual({
          now: '2030-01-06T12:01:00.000Z',
          frozen: false,
        })
        const back = await running.request('PATCH', '/_gamify/clock', { body: { now: '2030-01-06T12:00:30Z' } })
        expect([back.status, back.body.error]).toEqual([400, 'invalid_date'])
        await running.request('PATCH', '/_gamify/clock', { body: { frozen: true } })
        machineMs += 60_000
        expect((await running.request('GET', '/_gamify/clock')).body).toEqual({
          now: '2030-01-06T12:01:00.000Z',
          frozen: true,
        })
      } finally {
        await running.stop()
      }
    })
  })

  test('a game may begin in the past', async () => {
    const past = await serveGame({ storage, design: contractDesign, now: Date.UTC(1999, 11, 31), freeze: true })
    try {
      const { body } = await send(past, newPlayer('neo'))
      expect(body.created).toBe('1999-12-31T00:00:00.000Z')
    } finally {
      await past.stop()
    }
  })

  describe('the journal (6.6)', () => {
    interface Line {
      readonly seq: number
      readonly op: string
    }

    const lines = async (search = ''): Promise<Line[]> => {
      const { status, text, headers } = await game.request('GET', '/_gamify/journal', { search })
      expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Line)
    }

    beforeEach(async () => {
      for (const id of ['neo', 'trinity']) await send(game, newPlayer(id))
      await game.request('PATCH', '/_gamify/clock', { body: { advance: '1h' } })
      await send(game, played('pour', 'trinity', { count: 2 }))
    })

    test('has a line for each entry', async () => {
      const all = await lines()
      expect(all.map(({ seq }) => seq)).toEqual(all.map((_, i) => i + 1))
      expect(all.slice(-2).map(({ op }) => op)).toEqual(['clock.set', 'actions.play'])
      expect(all.at(-1)).toEqual({
        seq: all.length,
        at: '2030-01-06T13:00:00.000Z',
        op: 'actions.play',
        caller: { client: 'gamify-staging', player: 'trinity' },
        input: { action: 'pour', count: 2, variables: {}, scopes: [], query: true },
        events: [expect.objectContaining({ event: 'action', actor: { id: 'trinity', alias: 'trinity' }, count: 2 })],
      })
    })

    test('is cut by number, time and player', async () => {
      const all = await lines()
      expect(await lines(`since=${all.length - 1}`)).toEqual(all.slice(-2))
      expect(await lines(`until=${all.length - 1}`)).toEqual(all.slice(0, -1))
      expect(await lines(`since=2&until=3`)).toEqual(all.slice(1, 3))
      expect(await lines('since=2030-01-06T13:00:00Z')).toEqual(all.slice(-2))
      expect(await lines('until=2030-01-06T12:59:59Z')).toEqual(all.slice(0, -2))
      expect((await lines('player_id=trinity')).map(({ op }) => op)).toEqual(['players.create', 'actions.play'])
      expect(await lines('player_id=nobody')).toEqual([])
      expect(await lines('since=1000000')).toEqual([])
    })

    test('is followed as it grows', async () => {
      const token = await game.token('gamify-staging')
      const { length } = await lines()
      const answer = await fetch(`${game.url}/_gamify/journal?follow=true&since=${length}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
      const next = async (): Promise<Line> => {
        let text = ''
        while (!text.endsWith('\n')) text += (await reader.read()).value ?? ''
        return JSON.parse(text) as Line
      }
      expect(await next()).toMatchObject({ seq: length, op: 'actions.play' })
      await send(game, newPlayer('smith'))
      expect(await next()).toMatchObject({ seq: length + 1, op: 'players.create' })
      await reader.cancel()
    })
  })
})
