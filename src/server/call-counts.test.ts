import { expect, test } from 'vitest'
import { CallCounts, DURATION_BOUNDS } from './call-counts.ts'

const play = { method: 'POST', path: '/v2/runtime/actions/:action_id/play' } as const

test('a duration is counted in the first bucket that it fits into, and a longer one in none', () => {
  const count = new CallCounts().of(play)
  for (const ms of [0, 0.5, 0.75, 10_000, 10_001]) count.add(200, ms)
  const counted = DURATION_BOUNDS.flatMap((bound, i) => (count.buckets[i] ? [[bound, count.buckets[i]]] : []))
  expect(counted).toEqual([
    [0.0005, 2],
    [0.001, 1],
    [10, 1],
  ])
  expect([count.count, count.ms]).toEqual([5, 20_002.25])
})

test('only routes that were called are listed, and all calls without a route are one', () => {
  const counts = new CallCounts()
  counts.of({ method: 'GET', path: '/v2/admin/players' })
  counts.of(play).add(404, 1)
  for (let call = 0; call < 3; call += 1) counts.of(undefined).add(404, 1)
  expect(counts.called().map(({ method, route, count }) => [method, route, count])).toEqual([
    ['none', 'none', 3],
    ['POST', '/v2/runtime/actions/:action_id/play', 1],
  ])
})
