import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Client } from '../client/client.ts'
import { ServiceError, UnreachableError } from '../client/service-error.ts'
import type { ModelEvent } from './reduce.ts'
import { createLoader } from './resource-loader.ts'
import type { Resource } from './resource.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A resource whose loads the test settles. */
function manualResource(key: string): Resource<unknown> & { readonly loads: readonly PromiseWithResolvers<unknown>[] } {
  const loads: PromiseWithResolvers<unknown>[] = []
  return {
    key,
    loads,
    load: (client) => {
      const answer = Promise.withResolvers<unknown>()
      loads.push(answer)
      void client.request('GET', '/')
      return answer.promise
    },
  }
}

function startedLoader() {
  const events: ModelEvent[] = []
  const signals: (AbortSignal | undefined)[] = []
  const request = async (_: string, __: string, parts?: { signal?: AbortSignal }) => {
    signals.push(parts?.signal)
    return { body: null, text: '' }
  }
  const running = createLoader({ request } as unknown as Client, (event) => events.push(event))
  return { ...running, events, signals }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('what is looked at is asked for once, and told when it comes', async () => {
  const a = manualResource('a')
  const running = startedLoader()
  running.show([a])
  running.show([a])
  expect(a.loads).toHaveLength(1)
  a.loads[0]?.resolve(5)
  await settled()
  running.show([a])
  expect(a.loads).toHaveLength(1)
  expect(running.events).toEqual([{ kind: 'resource', key: 'a', state: { kind: 'loaded', value: 5 } }])
})

test('what nobody looks at any more is given up, and not told', async () => {
  const [a, b] = [manualResource('a'), manualResource('b')]
  const running = startedLoader()
  running.show([a])
  running.show([b])
  expect(running.signals.map((signal) => signal?.aborted)).toEqual([true, false])
  a.loads[0]?.resolve(5)
  await settled()
  expect(running.events).toEqual([])
  running.show([a])
  expect(a.loads).toHaveLength(2)
})

test('news make what is looked at be asked for anew, many of them once', async () => {
  const a = manualResource('a')
  const running = startedLoader()
  running.show([a])
  a.loads[0]?.resolve(1)
  await settled()
  for (let i = 0; i < 100; i += 1) running.refresh()
  expect(a.loads).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  a.loads[1]?.resolve(2)
  await settled()
  expect(a.loads).toHaveLength(2)
})

test('what was asked for before the news is asked for anew once it has come', async () => {
  const a = manualResource('a')
  const running = startedLoader()
  running.show([a])
  running.refresh()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(a.loads).toHaveLength(1)
  a.loads[0]?.resolve(1)
  await settled()
  expect(a.loads).toHaveLength(2)
})

test('what the service refuses is told with its words, and not asked for again without news', async () => {
  const a = manualResource('a')
  const running = startedLoader()
  running.show([a])
  a.loads[0]?.reject(new ServiceError({ status: 404, text: '{"error":"rule_not_found","error_description":"gone"}' }))
  await settled()
  running.show([a])
  expect(running.events).toEqual([
    { kind: 'resource', key: 'a', state: { kind: 'failed', error: 'rule_not_found: gone' } },
  ])
  expect(a.loads).toHaveLength(1)
})

test('of a service that is gone what was known stays', async () => {
  const a = manualResource('a')
  const running = startedLoader()
  running.show([a])
  a.loads[0]?.reject(new UnreachableError('http://game', new Error('refused')))
  await settled()
  expect(running.events).toEqual([])
  expect(a.loads).toHaveLength(1)
})

test('nothing is fetched once it has stopped', async () => {
  const a = manualResource('a')
  const running = startedLoader()
  running.show([a])
  running.refresh()
  running.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(running.signals.map((signal) => signal?.aborted)).toEqual([true])
  expect(a.loads).toHaveLength(1)
})
