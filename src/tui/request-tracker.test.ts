import { expect, test } from 'vitest'
import type { Client } from '../client/client.ts'
import { trackRequests } from './request-tracker.ts'

const answering = {
  call: async () => ({ body: null, text: '' }),
  request: async () => ({ body: null, text: '' }),
  lines: async function* () {},
} as unknown as Client

test('each call of ours is ours once, however its path is written, and nobody else is', async () => {
  let now = 0
  const own = trackRequests(answering, () => now)
  await own.client.call('GET /v2/admin/processes/:process_id', { params: { process_id: 'neo/tour' } })
  await own.client.request('GET', '/_gamify/clock')
  expect(own.match('GET', '/v2/admin/processes/neo%2Fother')).toBe(false)
  expect(own.match('POST', '/v2/admin/processes/neo%2Ftour')).toBe(false)
  expect(own.match('GET', '/v2/admin/processes/neo%2Ftour?player_id=neo')).toBe(true)
  expect(own.match('GET', '/v2/admin/processes/neo%2Ftour')).toBe(false)
  expect(own.match('GET', '/_gamify/clock')).toBe(true)
  expect(own.match('GET', '/%ff')).toBe(false)
  await own.client.request('GET', '/lost')
  now = 60_000
  await own.client.request('GET', '/next')
  expect(own.match('GET', '/lost')).toBe(false)
})
