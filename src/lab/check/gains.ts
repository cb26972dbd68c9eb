import { addOrKeep, negate, type Amount } from '../../game/kernel/decimal.ts'

/** The gains of one player within a window: a queue, and its sum. The queue is two lists, so that a gain creates no object. */
interface Gains {
  readonly times: number[]
  readonly amounts: Amount[]
  /** The number of gains at the beginning of the queue that have left the window. */
  expired: number
  sum: Amount
}

/** The number of players whose gains are looked through for expired ones at first. */
const FIRST_SWEEP = 1024

/**
 * The net gains of players within a window of time. Gains that have left the window are forgotten. Gains of one time are
 * held as one.
 */
export class GainsInWindow {
  readonly #windowMs: number
  readonly #byPlayer = new Map<string, Gains>()
  #sweepAt = FIRST_SWEEP

  constructor(windowMs: number) {
    this.#windowMs = windowMs
  }

  /** Adds a gain, or a negative one. The time, in ms, may not go back. */
  add(player: string, at: number, gain: Amount): void {
    const gains = this.#byPlayer.get(player) ?? this.#begin(player)
    const { times, amounts } = gains
    const last = times.length - 1
    if (times[last] === at) amounts[last] = addOrKeep(amounts[last] ?? 0, gain)
    else {
      times.push(at)
      amounts.push(gain)
    }
    gains.sum = addOrKeep(gains.sum, gain)
    this.#expire(gains, at)
    if (this.#byPlayer.size >= this.#sweepAt) this.#sweep(at)
  }

  /** Returns the net gain of a player. A gain exactly one window ago no longer counts. */
  within(player: string, at: number): Amount {
    const gains = this.#byPlayer.get(player)
    if (!gains) return 0
    this.#expire(gains, at)
    return gains.sum
  }

  forget(player: string): void {
    this.#byPlayer.delete(player)
  }

  clear(): void {
    this.#byPlayer.clear()
    this.#sweepAt = FIRST_SWEEP
  }

  #begin(player: string): Gains {
    const gains: Gains = { times: [], amounts: [], expired: 0, sum: 0 }
    this.#byPlayer.set(player, gains)
    return gains
  }

  #expire(gains: Gains, at: number): void {
    const { times, amounts } = gains
    const until = at - this.#windowMs
    while (gains.expired < times.length && (times[gains.expired] ?? 0) <= until) {
      gains.sum = addOrKeep(gains.sum, negate(amounts[gains.expired] ?? 0))
      gains.expired += 1
    }
    // Their memory is freed once most have expired, so that each gain is moved about once.
    if (gains.expired === 0 || 2 * gains.expired < times.length) return
    times.splice(0, gains.expired)
    amounts.splice(0, gains.expired)
    gains.expired = 0
  }

  /** Forgets players who have gained nothing within the window, each time that the number of players has doubled. */
  #sweep(at: number): void {
    for (const [player, gains] of this.#byPlayer) {
      this.#expire(gains, at)
      if (gains.times.length === 0) this.#byPlayer.delete(player)
    }
    this.#sweepAt = Math.max(FIRST_SWEEP, 2 * this.#byPlayer.size)
  }
}
