import type { GameCommand } from '../game-operation.ts'
import type { ClockState, GameState } from '../game-state.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { LAST_INSTANT, toIso } from '../kernel/instant.ts'
import type { RunEvent } from './shapes.ts'

/** Applies the events that set the clock or the seed of the random draws. */
export function evolveRun(state: GameState, event: RunEvent): void {
  if (event.event === 'clock:set') state.clock = event.clock
  else state.seed = event.seed
}

type RunCommand<I> = GameCommand<I, undefined>

const done = () => undefined

/** Returns the fault of a clock that would show an earlier time than it has already shown. Spec 6.6. */
export function clockGoesBack(reachedMs: number): Fault {
  return fault('invalid_date', { message: `The clock is already at ${toIso(reachedMs)} and cannot go back` })
}

/**
 * Sets the clock; `nowMs` is what it then shows. The time must not be before the last entry or after the last instant
 * of game time. Spec 6.6.
 */
export const setClock: RunCommand<{ readonly clock: ClockState; readonly nowMs: number }> = {
  kind: 'command',
  name: 'clock.set',
  decide: (state, { clock, nowMs }) => {
    if (nowMs < state.at) return clockGoesBack(state.at)
    if (nowMs > LAST_INSTANT) return fault('invalid_date', { message: 'Game time cannot go past the year 9999' })
    const same = clock.offsetMs === state.clock.offsetMs && clock.frozenAt === state.clock.frozenAt
    return { events: same ? [] : [{ event: 'clock:set', clock } as const], answer: done }
  },
}

/**
 * Makes a clock run with an offset. Always writes an event, even if the clock seems unchanged, because a saved game has
 * no clock. Spec 6.6.
 */
export const resumeClock: RunCommand<{ readonly offsetMs: number }> = {
  kind: 'command',
  name: 'clock.set',
  decide: (_, { offsetMs }) => ({
    events: [{ event: 'clock:set', clock: { offsetMs, frozenAt: null } }],
    answer: done,
  }),
}

/** Sets the seed of the random draws. */
export const setSeed: RunCommand<{ readonly seed: string }> = {
  kind: 'command',
  name: 'seed.set',
  decide: (state, { seed }) => ({
    events: seed === state.seed ? [] : [{ event: 'seed:set', seed } as const],
    answer: done,
  }),
}
