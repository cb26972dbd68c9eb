import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { faultBody, isFault, type Fault } from '../../game/kernel/fault.ts'
import { OpenStreams, StreamSlots } from './open-streams.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stream = () => ({ end: vi.fn<() => void>(), cut: vi.fn<() => void>() })

test('a stop ends all that are open, and soon cuts off those that stay', async () => {
  const stopping = new AbortController()
  const open = new OpenStreams(stopping.signal)
  const [gone, quick, stuck] = [stream(), stream(), stream()]
  open.add(gone)()
  const quickLeaves = open.add(quick)
  open.add(stuck)
  stopping.abort()
  quickLeaves()
  expect([gone, quick, stuck].map(({ end }) => end.mock.calls.length)).toEqual([0, 1, 1])
  expect(stuck.cut).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(500)
  expect([gone, quick, stuck].map(({ cut }) => cut.mock.calls.length)).toEqual([0, 0, 1])
})

test('who comes during a stop is ended at once', () => {
  const stopping = new AbortController()
  const open = new OpenStreams(stopping.signal)
  stopping.abort()
  const late = stream()
  open.add(late)
  expect(late.end).toHaveBeenCalledTimes(1)
})

const sentence = (found: Fault | undefined): unknown =>
  isFault(found) ? faultBody(found).error_description : undefined

const streams = (count: number): object[] => Array.from({ length: count }, () => ({}))

test('there is a place for 30,000 streams, and for one more when one has left', () => {
  const places = new StreamSlots()
  const all = streams(30_000)
  for (const stream of all) {
    expect(places.full()).toBeUndefined()
    places.take(stream)
  }
  expect(sentence(places.full())).toBe('30000 streams are open; try again later')
  expect(sentence(places.fullForUnauthenticated())).toBe('30000 streams are open; try again later')
  places.leave(all[0] ?? {})
  expect([places.full(), places.fullForUnauthenticated()]).toEqual([undefined, undefined])
})

test('2,000 may wait to be admitted, and take no place from those who are known', () => {
  const places = new StreamSlots()
  const strangers = streams(2_000)
  for (const stranger of strangers) {
    expect(places.fullForUnauthenticated()).toBeUndefined()
    places.takeUnauthenticated(stranger)
  }
  const [first = {}, second = {}] = strangers
  const full = '2000 streams are waiting for their clients to authenticate; try again later'
  expect([places.full(), sentence(places.fullForUnauthenticated())]).toEqual([undefined, full])
  places.authenticated(first)
  expect(places.fullForUnauthenticated()).toBeUndefined()
  places.takeUnauthenticated({})
  expect(sentence(places.fullForUnauthenticated())).toBe(full)
  places.leave(second)
  expect(places.fullForUnauthenticated()).toBeUndefined()
})

test('who goes while being admitted takes no place, and who leaves twice frees one', () => {
  const places = new StreamSlots()
  const [gone = {}, ...others] = streams(30_000)
  for (const stream of [gone, ...others]) places.take(stream)
  places.leave(gone)
  places.authenticated(gone)
  places.leave(gone)
  places.take({})
  expect(places.full()).toBeDefined()
})
