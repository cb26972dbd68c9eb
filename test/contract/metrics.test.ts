import { afterEach, expect, test } from 'vitest'
import type { ServerOptions } from '../../src/server/server.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { contractDesign } from './game-design.ts'

const games: TestGame[] = []
afterEach(async () => {
  for (const game of games.splice(0)) await game.stop()
})

async function served(files: SimulatedFileSystem, server?: Partial<ServerOptions>): Promise<TestGame> {
  const game = await serveGame({ design: contractDesign, data: dataOn(files) }, server)
  games.push(game)
  return game
}

/** Reads the values of the metrics by their names with labels. Fails for a line that the format does not have. */
async function metricsOf(game: TestGame): Promise<Map<string, number>> {
  const { status, text, headers } = await game.request('GET', '/_gamify/metrics', { client: null })
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  const lines = text.split('\n').filter((line) => line !== '')
  const described = new Set(lines.flatMap((line) => /^# HELP (\w+) \S/.exec(line)?.[1] ?? []))
  const values = new Map<string, number>()
  for (const line of lines) {
    if (/^# (HELP|TYPE) /.test(line)) continue
    const [, name = '', labels = '', value = ''] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? []
    expect(described.has(name) || described.has(name.replace(/_(bucket|sum|count)$/, '')), line).toBe(true)
    expect(value === 'Nan' || Number.isFinite(Number(value)), line).toBe(true)
    values.set(name + labels, Number(value))
  }
  return values
}

const play = 'method="POST",route="/v2/runtime/actions/:action_id/play"'

test('metrics count plays and refusals by the pattern of their route, and what the journal wrote (6.6)', async () => {
  const game = await served(new SimulatedFileSystem())
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const before = await metricsOf(game)
  for (const action of ['like', 'like', 'nothing'])
    await game.request('POST', `/v2/runtime/actions/${action}/play`, { as: 'neo', body: {} })
  await game.request('GET', '/secret-of-neo', { client: null })
  const after = await metricsOf(game)
  const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
  expect(after.get(`gamify_http_requests_total{${play},status="200"}`)).toBe(2)
  expect(after.get(`gamify_http_requests_total{${play},status="404"}`)).toBe(1)
  expect(after.get('gamify_http_requests_total{method="none",route="none",status="404"}')).toBe(1)
  expect(after.get(`gamify_http_request_duration_seconds_bucket{${play},le="+Inf"}`)).toBe(3)
  expect(after.get(`gamify_http_request_duration_seconds_bucket{${play},le="10"}`)).toBe(3)
  expect(after.get(`gamify_http_request_duration_seconds_count{${play}}`)).toBe(3)
  expect(after.get(`gamify_http_request_duration_seconds_sum{${play}}`)).toBeGreaterThan(0)
  // The request for the metrics itself is under way.
  expect(after.get('gamify_http_requests_in_progress')).toBe(1)
  expect(grown('gamify_plays_total{runtime="staging"}')).toBe(2)
  expect(grown('gamify_journal_entries_total{runtime="staging"}')).toBe(2)
  expect(grown('gamify_journal_batches_total{runtime="staging"}')).toBe(2)
  expect(grown('gamify_journal_write_seconds_total{runtime="staging"}')).toBeGreaterThan(0)
  expect(grown('gamify_journal_wait_seconds_total{runtime="staging"}')).toBeGreaterThan(0)
  expect(after.get('gamify_journal_waiting_entries{runtime="staging"}')).toBe(0)
  expect(grown('gamify_last_entry{runtime="staging"}')).toBe(2)
  expect(after.get('gamify_players{runtime="staging"}')).toBe(1)
  expect(after.get('gamify_ready')).toBe(1)
  expect(after.get('gamify_build_info{version="test"}')).toBe(1)
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect(after.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  expect([...after.keys()].filter((name) => name.includes('neo'))).toEqual([])
})

test('metrics are answered after a failed write, and counts go on after a reset (6.6)', async () => {
  const files = new SimulatedFileSystem()
  const game = await served(files)
  await game.request('POST', '/v2/admin/players', { body: { id: 'neo' } })
  const written = 'gamify_journal_entries_total{runtime="staging"}'
  const before = (await metricsOf(game)).get(written) ?? 0
  await game.request('DELETE', '/_gamify/state')
  expect((await metricsOf(game)).get(written)).toBeGreaterThanOrEqual(before)
  files.fault = { at: files.operations + 1, kind: 'EIO' }
  await game.request('POST', '/v2/admin/players', { body: { id: 'zoe' } })
  expect((await metricsOf(game)).get('gamify_ready')).toBe(0)
})

test('metrics have the figures of a node, which health leaves out, and none where the game has no nodes (9.4)', async () => {
  const facts = { name: 'n1', role: 'follower', position: 12, writer: 'http://n2:4040' } as const
  const figures = {
    lagMessages: 3,
    lagMs: 1_500,
    writerSilentMs: 250,
    claims: 2,
    replaced: 1,
    silentPublishes: 7,
    silentMs: 4_200,
    isConnected: false,
    disconnects: 5,
  }
  const game = await served(new SimulatedFileSystem(), { node: () => ({ ...facts, figures }) })
  const values = await metricsOf(game)
  expect(Object.fromEntries([...values].filter(([name]) => name.startsWith('gamify_node_')))).toEqual({
    'gamify_node_info{node="n1"}': 1,
    'gamify_node_role{role="writer"}': 0,
    'gamify_node_role{role="follower"}': 1,
    gamify_node_log_position: 12,
    gamify_node_log_lag_messages: 3,
    gamify_node_log_lag_seconds: 1.5,
    gamify_node_writer_silent_seconds: 0.25,
    gamify_node_claims_total: 2,
    gamify_node_replaced_total: 1,
    gamify_node_silent_publishes_total: 7,
    gamify_node_silent_seconds_total: 4.2,
    gamify_node_log_connected: 0,
    gamify_node_log_disconnects_total: 5,
  })
  const health = await game.request('GET', '/_gamify/health', { client: null })
  expect((health.body as { node: unknown }).node).toEqual(facts)
  const alone = await metricsOf(await served(new SimulatedFileSystem()))
  expect([...alone.keys()].filter((name) => name.includes('_node_'))).toEqual([])
})
