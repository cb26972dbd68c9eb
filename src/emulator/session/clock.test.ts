import { describe, expect, test } from 'vitest'
import { timelineOn } from '../../../test/support/bare-timeline.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { operator } from '../../../test/support/played-game.ts'
import { faultBody, isFault } from '../../game/kernel/fault.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { readProfile } from '../../game/players/profile.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'
import { changeClock, readClock, type ClockChange } from './clock.ts'

describe('the clock', () => {
  test('is that of the machine, until it is set', async () => {
    const machine = { ms: START_MS }
    const runtime = timelineOn(new MemoryJournal(), machine)
    machine.ms += 5
    expect(await runtime.clock.read()).toEqual({ now: START_MS + 5, frozen: false })
    expect(await runtime.clock.change({ now: START_MS + 100, frozen: true })).toEqual({
      now: START_MS + 100,
      frozen: true,
    })
    machine.ms += 1000
    expect((await runtime.clock.read()).now).toBe(START_MS + 100)
    await runtime.clock.change({ frozen: false })
    machine.ms += 7
    expect(await runtime.clock.read()).toEqual({ now: START_MS + 107, frozen: false })
  })

  test('does not go back, neither by a change nor with the clock of the machine', async () => {
    const machine = { ms: START_MS }
    const runtime = timelineOn(new MemoryJournal(), machine)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    const back = await runtime.clock.change({ now: START_MS - 1 })
    expect(isFault(back) && faultBody(back)).toEqual({
      error: 'invalid_date',
      error_description: 'The clock is already at 2030-05-15T12:00:00.000Z and cannot go back',
    })
    machine.ms -= 60_000
    expect((await runtime.clock.read()).now).toBe(START_MS)
    expect(await runtime.clock.change({ advanceMs: 10 })).toEqual({ now: START_MS + 10, frozen: false })
    machine.ms += 5
    expect((await runtime.clock.read()).now).toBe(START_MS + 15)
  })

  test('of a machine that was put back can be frozen, where the game has come to', async () => {
    const machine = { ms: START_MS }
    const runtime = timelineOn(new MemoryJournal(), machine)
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    machine.ms -= 60_000
    expect(await runtime.clock.change({ frozen: true })).toEqual({ now: START_MS, frozen: true })
  })

  test('ends with the year 9999: it goes no further by itself, and is not put further', async () => {
    const machine = { ms: START_MS }
    const runtime = timelineOn(new MemoryJournal(), machine)
    expect(await runtime.clock.change({ now: LAST_INSTANT, frozen: true })).toMatchObject({ now: LAST_INSTANT })
    await runtime.clock.change({ frozen: false })
    machine.ms += 1000
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    expect(await runtime.execute(readProfile, { id: 'neo' }, operator)).toMatchObject({
      created: '9999-12-31T23:59:59.999Z',
    })
    const further = await runtime.clock.change({ advanceMs: 1 })
    expect(isFault(further) && faultBody(further).error_description).toBe('Game time cannot go past the year 9999')
  })

  test('may begin in the past, as far as the last entry', async () => {
    const runtime = timelineOn(new MemoryJournal())
    expect(await runtime.clock.begin({ now: 1000, frozen: true })).toEqual({ now: 1000, frozen: true })
    await runtime.execute(createPlayer, { id: 'neo' }, operator)
    expect(runtime.state.at).toBe(1000)
    expect(await runtime.clock.begin({ now: 999 })).toMatchObject({ fault: 'invalid_date' })
  })
})

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
