import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../client/client.ts'
import { ServiceError } from '../client/service-error.ts'
import { UnreachableError } from '../client/unreachable-error.ts'
import { createLoader } from './resource-loader.ts'
import type { ModelEvent } from './reduce.ts'
import type { Resource } from './resource.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A resource that is answered by hand. */
function byHand(key: string): Resource<unknown> & { readonly asked: readonly PromiseWithResolvers<unknown>[] } {
  const asked: PromiseWithResolvers<unknown>[] = []
  return {
    key,
    asked,
    load: (client) => {
      const answer = Promise.withResolvers<unknown>()
      asked.push(answer)
      void client.request('GET', '/')
      return answer.promise
    },
  }
}

function live() {
  const told: ModelEvent[] = []
  const signals: (AbortSignal | undefined)[] = []
  const request = async (_: string, __: string, parts?: { signal?: AbortSignal }) => {
    signals.push(parts?.signal)
    return { body: null, text: '' }
  }
  const running = createLoader({ request } as unknown as Client, (learnt) => told.push(learnt))
  return { ...running, told, signals }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('what is looked at is asked for once, and told when it comes', async () => {
  const a = byHand('a')
  const running = live()
  running.show([a])
  running.show([a])
  expect(a.asked).toHaveLength(1)
  a.asked[0]?.resolve(5)
  await settled()
  running.show([a])
  expect(a.asked).toHaveLength(1)
  expect(running.told).toEqual([{ kind: 'resource', key: 'a', state: { kind: 'loaded', value: 5 } }])
})

test('what nobody looks at any more is given up, and not told', async () => {
  const [a, b] = [byHand('a'), byHand('b')]
  const running = live()
  running.show([a])
  running.show([b])
  expect(running.signals.map((signal) => signal?.aborted)).toEqual([true, false])
  a.asked[0]?.resolve(5)
  await settled()
  expect(running.told).toEqual([])
  running.show([a])
  expect(a.asked).toHaveLength(2)
})

test('news make what is looked at be asked for anew, many of them once', async () => {
  const a = byHand('a')
  const running = live()
  running.show([a])
  a.asked[0]?.resolve(1)
  await settled()
  for (let i = 0; i < 100; i += 1) running.refresh()
  expect(a.asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  a.asked[1]?.resolve(2)
  await settled()
  expect(a.asked).toHaveLength(2)
})

test('what was asked for before the news is asked for anew once it has come', async () => {
  const a = byHand('a')
  const running = live()
  running.show([a])
  running.refresh()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(a.asked).toHaveLength(1)
  a.asked[0]?.resolve(1)
  await settled()
  expect(a.asked).toHaveLength(2)
})

test('what the service refuses is told with its words, and not asked for again without news', async () => {
  const a = byHand('a')
  const running = live()
  running.show([a])
  a.asked[0]?.reject(new ServiceError({ status: 404, text: '{"error":"rule_not_found","error_description":"gone"}' }))
  await settled()
  running.show([a])
  expect(running.told).toEqual([
    { kind: 'resource', key: 'a', state: { kind: 'failed', error: 'rule_not_found: gone' } },
  ])
  expect(a.asked).toHaveLength(1)
})

test('of a service that is gone what was known stays', async () => {
  const a = byHand('a')
  const running = live()
  running.show([a])
  a.asked[0]?.reject(new UnreachableError('http://game', new Error('refused')))
  await settled()
  expect(running.told).toEqual([])
  expect(a.asked).toHaveLength(1)
})

test('nothing is fetched once it has stopped', async () => {
  const a = byHand('a')
  const running = live()
  running.show([a])
  running.refresh()
  running.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(running.signals.map((signal) => signal?.aborted)).toEqual([true])
  expect(a.asked).toHaveLength(1)
})
