import { clockGoesBack } from '../../game/design/run.ts'
import type { GameState } from '../../game/game-state.ts'
import { isFault, type Fault } from '../../game/kernel/fault.ts'
import { changeClock, readClock, type ClockChange, type ClockReading } from './clock.ts'
import type { JournalHealth } from '../history/journal-health.ts'

/** What a clock goes by. */
interface ClockParts {
  readonly state: Pick<GameState, 'at' | 'clock'>
  readonly machineNow: () => number
  readonly whole: JournalHealth
  /** Has the game take a setting in, by an entry that stands at the time it sets; resolves when that is kept. */
  readonly set: (setting: ReturnType<typeof changeClock>) => Promise<Fault | undefined>
}

/** The clock of a game that goes on. It never shows a time before the last entry, wherever the machine's has been put. */
export class GameClock {
  readonly #parts: ClockParts

  constructor(parts: ClockParts) {
    this.#parts = parts
  }

  /** What it shows, or would by the machine's time. */
  reading(machineMs = this.#parts.machineNow()): ClockReading {
    const { state } = this.#parts
    const { now, frozen } = readClock(state.clock, machineMs)
    return { now: Math.max(now, state.at), frozen }
  }

  /** Resolves when all that it could have seen is kept; rejects where the game has stopped. */
  async read(): Promise<ClockReading> {
    const { whole: health } = this.#parts
    health.assert()
    return health.onceKept(this.reading())
  }

  /** Sets it; it does not go back behind what it shows. Spec 6.6. */
  async change(change: ClockChange): Promise<Fault | ClockReading> {
    const machineMs = this.#parts.machineNow()
    return this.#set(change, machineMs, this.reading(machineMs).now)
  }

  /** Sets it as a run of the game begins: it may go back as far as the last entry. Spec 6.3 `--now`. */
  async begin(change: ClockChange): Promise<Fault | ClockReading> {
    return this.#set(change, this.#parts.machineNow(), this.#parts.state.at)
  }

  /** The entry of the change stands at the time that it sets, so that a game can begin in the past. */
  async #set(change: ClockChange, machineMs: number, notBeforeMs: number): Promise<Fault | ClockReading> {
    const { whole: health, set } = this.#parts
    const changed = changeClock(this.reading(machineMs), change, machineMs)
    if (changed.nowMs < notBeforeMs) return health.onceKept(clockGoesBack(notBeforeMs))
    const done = await set(changed)
    return isFault(done) ? done : this.reading()
  }
}
