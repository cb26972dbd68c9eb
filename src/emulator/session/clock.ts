import { clockGoesBack } from '../../game/design/run.ts'
import type { GameState, ClockState } from '../../game/game-state.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { LAST_INSTANT } from '../../game/kernel/instant.ts'
import type { JournalHealth } from '../history/journal-health.ts'

/** A reading of the clock: game time in ms, and whether the clock is frozen. */
export interface ClockReading {
  readonly now: number
  readonly frozen: boolean
}

/** A change of the clock: to a time or by a duration, and whether it is frozen from then on. Spec 6.6. */
export interface ClockChange {
  readonly now?: number | undefined
  readonly advanceMs?: number | undefined
  readonly frozen?: boolean | undefined
}

/** Reads the clock at the machine's time `machineMs`. It stops at the end of the year 9999. */
export function readClock({ offsetMs, frozenAt }: ClockState, machineMs: number): ClockReading {
  return { now: Math.min(frozenAt ?? machineMs + offsetMs, LAST_INSTANT), frozen: frozenAt !== null }
}

/** Returns the clock after a change of one that showed `reading`, and the time that it then shows. */
export function changeClock(
  reading: ClockReading,
  change: ClockChange,
  machineMs: number,
): { clock: ClockState; nowMs: number } {
  const nowMs = (change.now ?? reading.now) + (change.advanceMs ?? 0)
  const frozen = change.frozen ?? reading.frozen
  return { clock: frozen ? { offsetMs: 0, frozenAt: nowMs } : { offsetMs: nowMs - machineMs, frozenAt: null }, nowMs }
}

/** The parts that a clock uses. */
interface ClockParts {
  readonly state: Pick<GameState, 'at' | 'clock'>
  readonly machineNow: () => number
  readonly health: JournalHealth
  /** Adds an entry with a setting to the game, at the time that it sets. Resolves when the entry is on disk. */
  readonly set: (setting: ReturnType<typeof changeClock>) => Promise<Fault | undefined>
}

/** The clock of a timeline. It never shows a time before the last entry, even if the machine's clock was set back. */
export class GameClock {
  readonly #parts: ClockParts

  constructor(parts: ClockParts) {
    this.#parts = parts
  }

  /** Reads the clock, at the machine's time by default. */
  reading(machineMs = this.#parts.machineNow()): ClockReading {
    const { state } = this.#parts
    const { now, frozen } = readClock(state.clock, machineMs)
    return { now: Math.max(now, state.at), frozen }
  }

  /** Reads the clock when everything before it is on disk. Rejects if the game has stopped. */
  async read(): Promise<ClockReading> {
    const { health } = this.#parts
    health.assert()
    return health.onceKept(this.reading())
  }

  /** Sets the clock. It cannot go back. Spec 6.6. */
  async change(change: ClockChange): Promise<Fault | ClockReading> {
    const machineMs = this.#parts.machineNow()
    return this.#set(change, machineMs, this.reading(machineMs).now)
  }

  /** Sets the clock when the program starts. It can go back to the last entry. Spec 6.3 `--now`. */
  async begin(change: ClockChange): Promise<Fault | ClockReading> {
    return this.#set(change, this.#parts.machineNow(), this.#parts.state.at)
  }

  /** The entry of the change has the time that it sets, so that a game can begin in the past. */
  async #set(change: ClockChange, machineMs: number, notBeforeMs: number): Promise<Fault | ClockReading> {
    const { health, set } = this.#parts
    const changed = changeClock(this.reading(machineMs), change, machineMs)
    if (changed.nowMs < notBeforeMs) return health.onceKept(clockGoesBack(notBeforeMs))
    const done = await set(changed)
    return isFault(done) ? done : this.reading()
  }
}
