import { describe, expect, test } from 'vitest'
import { timelineOn } from '../../../test/support/bare-timeline.ts'
import { START_MS } from '../../../test/support/game-run.ts'
import { operator } from '../../../test/support/played-game.ts'
import { faultBody, isFault } from '../../game/kernel/fault.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import { createPlayer } from '../../game/players/administration.ts'
import { readProfile } from '../../game/players/profile.ts'
import { MemoryJournal } from '../../storage/memory-journal.ts'

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
