import { describe, expect, test } from 'vitest'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import { changeClock, readClock, type ClockChange } from './clock.ts'

const MACHINE = 1_000_000
const running = { offsetMs: 500, frozenAt: null }
const frozen = { offsetMs: 0, frozenAt: 7000 }

/** What a clock shows after a change, at once and when the machine's has gone on by 10. */
function after(clock: typeof running | typeof frozen, change: ClockChange): [number, number, boolean] {
  const { clock: changed, nowMs } = changeClock(readClock(clock, MACHINE), change, MACHINE)
  const [first, later] = [readClock(changed, MACHINE), readClock(changed, MACHINE + 10)]
  expect(first.now).toBe(nowMs)
  return [first.now, later.now, later.frozen]
}

describe('a clock', () => {
  test('runs ahead of the machine, or stands still', () => {
    expect(readClock(running, MACHINE)).toEqual({ now: 1_000_500, frozen: false })
    expect(readClock(frozen, MACHINE)).toEqual({ now: 7000, frozen: true })
  })

  test('runs no further than the end of the year 9999', () => {
    expect(readClock({ offsetMs: LAST_INSTANT - MACHINE, frozenAt: null }, MACHINE + 1)).toEqual({
      now: LAST_INSTANT,
      frozen: false,
    })
  })

  test('is set, and goes on from there', () => {
    expect(after(running, { now: 5000 })).toEqual([5000, 5010, false])
    expect(after(frozen, { now: 5000 })).toEqual([5000, 5000, true])
  })

  test('is put forward', () => {
    expect(after(running, { advanceMs: 60 })).toEqual([1_000_560, 1_000_570, false])
    expect(after(frozen, { advanceMs: 60 })).toEqual([7060, 7060, true])
    expect(after(frozen, { now: 8000, advanceMs: 60 })).toEqual([8060, 8060, true])
  })

  test('is frozen where it stands, and resumed from there', () => {
    expect(after(running, { frozen: true })).toEqual([1_000_500, 1_000_500, true])
    expect(after(frozen, { frozen: false })).toEqual([7000, 7010, false])
  })

  test('that is changed in nothing stays as it is', () => {
    expect(changeClock(readClock(running, MACHINE), {}, MACHINE).clock).toEqual(running)
    expect(changeClock(readClock(frozen, MACHINE), {}, MACHINE).clock).toEqual(frozen)
  })
})
