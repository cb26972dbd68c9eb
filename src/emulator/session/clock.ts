import type { ClockState } from '../../game/game-state.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'

/** What a clock shows: game time in ms, and whether it stands still. */
export interface ClockReading {
  readonly now: number
  readonly frozen: boolean
}

/** A change of the clock: to a time, or by so much; and whether it stands still from then on. Spec 6.6. */
export interface ClockChange {
  readonly now?: number | undefined
  readonly advanceMs?: number | undefined
  readonly frozen?: boolean | undefined
}

/** What the clock shows when the machine's shows `machineMs`. It runs no further than the end of the year 9999. */
export function readClock({ offsetMs, frozenAt }: ClockState, machineMs: number): ClockReading {
  return { now: Math.min(frozenAt ?? machineMs + offsetMs, LAST_INSTANT), frozen: frozenAt !== null }
}

/** The clock that showed `reading` after a change, and what it then shows. */
export function changeClock(
  reading: ClockReading,
  change: ClockChange,
  machineMs: number,
): { clock: ClockState; nowMs: number } {
  const nowMs = (change.now ?? reading.now) + (change.advanceMs ?? 0)
  const frozen = change.frozen ?? reading.frozen
  return { clock: frozen ? { offsetMs: 0, frozenAt: nowMs } : { offsetMs: nowMs - machineMs, frozenAt: null }, nowMs }
}
