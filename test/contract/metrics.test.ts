import { afterEach, expect, test } from 'vitest'
import { serveGame, type TestGame } from '../support/http.ts'
import { SimulatedFileSystem } from '../support/simulated-fs.ts'
import { dataOn } from '../support/storages.ts'
import { contractDesign } from './game-design.ts'

const games: TestGame[] = []
afterEach(async () => {
  for (const game of games.splice(0)) await game.stop()
})

async function served(files: SimulatedFileSystem): Promise<TestGame> {
  const game = await serveGame({ design: contractDesign, data: dataOn(files) })
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
