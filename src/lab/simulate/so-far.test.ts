import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SoFar } from './so-far.ts'
import { emptyTally, ofDay, tallyData, type Tally, type TallyData } from './tally.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** A tally of players who joined on the first day. */
function joined(players: number): Tally {
  const tally = emptyTally(['p'], 1)
  const group = tally.personas.get('p')
  if (group) ofDay(group.days, 1).joined = players
  return tally
}

const sent = (players: number): TallyData => tallyData(joined(players)).data
const playersIn = (tally: Tally): number => ofDay(tally.personas.get('p')?.days ?? [], 1).joined

function looking(jobs: number) {
  const seen = { asked: 0, shown: [] as number[], ended: undefined as Tally | undefined }
  const soFar = new SoFar({
    personas: ['p'],
    days: 1,
    jobs,
    ask: () => (seen.asked += 1),
    ended: () => seen.ended,
    show: (tally) => seen.shown.push(playersIn(tally)),
  })
  return { seen, soFar }
}

test('all jobs are asked, and what they and those that have ended counted is shown together', () => {
  const { seen, soFar } = looking(3)
  seen.ended = joined(100)
  soFar.end(2)
  vi.advanceTimersByTime(500)
  expect(seen.asked).toBe(1)
  soFar.add(0, sent(1))
  expect(seen.shown).toEqual([])
  soFar.add(1, sent(20))
  expect([seen.shown, playersIn(seen.ended)]).toEqual([[121], 100])
})

test('a job that ends instead of answering is not waited for', () => {
  const { seen, soFar } = looking(2)
  vi.advanceTimersByTime(500)
  soFar.add(0, sent(1))
  seen.ended = joined(20)
  soFar.end(1)
  expect(seen.shown).toEqual([21])
})

test('the longer a look takes, the longer the next one waits', () => {
  const { seen, soFar } = looking(1)
  vi.advanceTimersByTime(500)
  vi.advanceTimersByTime(100)
  soFar.add(0, sent(1))
  vi.advanceTimersByTime(1_999)
  expect(seen.asked).toBe(1)
  vi.advanceTimersByTime(1)
  expect(seen.asked).toBe(2)
  soFar.add(0, sent(2))
  vi.advanceTimersByTime(499)
  expect(seen.asked).toBe(2)
  vi.advanceTimersByTime(1)
  expect([seen.asked, seen.shown]).toEqual([3, [1, 2]])
})

test('nothing is asked or shown at the end', () => {
  const { seen, soFar } = looking(1)
  vi.advanceTimersByTime(500)
  soFar.stop()
  soFar.add(0, sent(1))
  soFar.end(0)
  vi.advanceTimersByTime(10_000)
  expect([seen.asked, seen.shown]).toEqual([1, []])
})
