import { expect, test, vi } from 'vitest'
import type { Call } from './call.ts'
import { KeptRequests, type RequestRecord } from './request-log.ts'
const record = (at: number): RequestRecord => ({ at, method: 'GET', path: '/', status: 200, ms: 1 })
const call = { path: '/', header: () => undefined } as unknown as Call
const answer = { status: 200, type: 'application/json', body: '{}' }

const added = (requests: KeptRequests, from: number, count: number): void => {
  for (let at = from; at < from + count; at += 1) requests.add(record(at), call, answer)
}

test('the last thousand are kept, the oldest first', () => {
  const requests = new KeptRequests()
  added(requests, 0, 3)
  expect(requests.all().map(({ record }) => record.at)).toEqual([0, 1, 2])
  added(requests, 3, 1_500)
  const kept = requests.all()
  expect([kept.length, kept[0]?.record.at, kept.at(-1)?.record.at]).toEqual([1_000, 503, 1_502])
})

test('who follows gets what is kept, then what comes; of too much only the first', async () => {
  const requests = new KeptRequests()
  added(requests, 0, 1_001)
  const leaving = new AbortController()
  const batches = requests.follow(60_000, leaving.signal)
  const next = async (): Promise<readonly number[]> =>
    (await batches.next()).value?.map(({ record }) => record.at) ?? []
  expect((await next()).length).toBe(1_000)
  const coming = next()
  added(requests, 2_000, 1)
  expect(await coming).toEqual([2_000])
  added(requests, 3_000, 1_200)
  const first = await next()
  expect([first.length, first[0], first.at(-1)]).toEqual([1_000, 3_000, 3_999])
  const last = batches.next()
  leaving.abort()
  expect(await last).toEqual({ value: undefined, done: true })
})

test('where nothing comes for long, that is told', async () => {
  vi.useFakeTimers()
  try {
    const batches = new KeptRequests().follow(15_000, new AbortController().signal)
    const first = batches.next()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await first).toEqual({ value: [], done: false })
  } finally {
    vi.useRealTimers()
  }
})

test('bodies are kept while somebody follows, and not else', async () => {
  const requests = new KeptRequests()
  added(requests, 0, 1)
  const leaving = new AbortController()
  const batches = requests.follow(60_000, leaving.signal)
  await batches.next()
  added(requests, 1, 1)
  leaving.abort()
  await batches.next()
  await batches.next()
  added(requests, 2, 1)
  expect(requests.all().map(({ bodies }) => bodies?.answered?.text)).toEqual([undefined, '{}', undefined])
})

test('who follows at a pace gets so many of each batch; only these have bodies, and stay when the others have gone', async () => {
  const requests = new KeptRequests()
  added(requests, 0, 1)
  const leaving = new AbortController()
  const batches = requests.follow(60_000, leaving.signal, { most: 2, everyMs: 10 })
  await batches.next()
  added(requests, 1, 5)
  const batch = (await batches.next()).value ?? []
  expect(batch.map(({ number }) => number)).toEqual([2, 3])
  expect(requests.all().map(({ bodies }) => bodies !== undefined)).toEqual([false, true, true, false, false, false])
  const coming = batches.next()
  await new Promise((resolve) => setTimeout(resolve, 20))
  added(requests, 6, 1_500)
  expect((await coming).value?.map(({ number }) => number)).toEqual([7, 8])
  expect([2, 4, 7].map((number) => requests.find(number)?.number)).toEqual([2, undefined, 7])
  leaving.abort()
})

test('what the studio asks for takes no room from the others', async () => {
  const requests = new KeptRequests()
  const leaving = new AbortController()
  const batches = requests.follow(60_000, leaving.signal, { most: 2, everyMs: 10 })
  const first = batches.next()
  added(requests, 0, 1)
  await first
  const ofStudio = { path: '/_gamify/studio/token', header: () => undefined } as unknown as Call
  for (let at = 1; at <= 5; at += 1) requests.add(record(at), ofStudio, answer)
  added(requests, 6, 5)
  expect((await batches.next()).value?.map(({ number }) => number)).toEqual([2, 3, 7, 8])
  leaving.abort()
})

test('what the studio asks for drives nothing else out', () => {
  const requests = new KeptRequests()
  added(requests, 0, 2)
  const ofStudio = { path: '/_gamify/studio/token', header: () => undefined } as unknown as Call
  for (let at = 2; at < 2_000; at += 1) requests.add(record(at), ofStudio, answer)
  added(requests, 2_000, 1)
  const numbers = requests.all().map(({ number }) => number)
  expect([numbers.length, ...numbers.slice(0, 3), numbers.at(-1)]).toEqual([203, 1, 2, 1_801, 2_001])
  expect([1, 3, 1_801].map((number) => requests.find(number)?.number)).toEqual([1, undefined, 1_801])
})

test('of what followers took, the last thousand stay', async () => {
  const requests = new KeptRequests()
  const leaving = new AbortController()
  const batches = requests.follow(60_000, leaving.signal)
  const first = batches.next()
  added(requests, 0, 1)
  await first
  added(requests, 1, 1_000)
  added(requests, 2_000, 1_000)
  expect([1, 2, 1_001].map((number) => requests.find(number)?.number)).toEqual([undefined, 2, 1_001])
  leaving.abort()
})
