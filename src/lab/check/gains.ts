import { addOrKeep, negate, type Amount } from '../../game/kernel/decimal.ts'

/** The number of gains that there is room for at first. It is always a power of two. */
const FIRST_ROOM = 64

/**
 * The net gains of players within a window of time. All gains are in one queue in order of time, so a gain that leaves the
 * window is known at once, and each is moved in and out once. Players are named by their index in the table of players.
 * Each gain takes 20 bytes while it is in the window; gains of a player that follow one another at the same time are one.
 */
export class GainsInWindow {
  readonly windowMs: number
  #times = new Float64Array(FIRST_ROOM)
  #players = new Uint32Array(FIRST_ROOM)
  #amounts: Amount[] = Array.from({ length: FIRST_ROOM }, () => 0)
  /** Where the queue begins in these lists, which are used as a ring. */
  #first = 0
  #count = 0
  readonly #sums: Amount[] = []
  /** The players who have lost something at the time that is leaving the window. */
  readonly #risen: number[] = []

  constructor(windowMs: number) {
    this.windowMs = windowMs
  }

  /** The number of gains that are held. */
  get size(): number {
    return this.#count
  }

  /** Adds a gain, or a negative one, and returns the net gain of the player. The time, in ms, may not go back. */
  add(player: number, at: number, gain: Amount): Amount {
    const last = (this.#first + this.#count - 1) & (this.#times.length - 1)
    if (this.#count > 0 && this.#times[last] === at && this.#players[last] === player)
      this.#amounts[last] = addOrKeep(this.#amounts[last] ?? 0, gain)
    else this.#push(player, at, gain)
    while (this.#sums.length <= player) this.#sums.push(0)
    return (this.#sums[player] = addOrKeep(this.#sums[player] ?? 0, gain))
  }

  /** Returns the net gain of a player, as of the time up to which gains have expired. */
  sumOf(player: number): Amount {
    return this.#sums[player] ?? 0
  }

  /**
   * Removes the gains that are no longer in the window at a time; one exactly a window ago is not. A loss that leaves the
   * window raises the net gain, so `onRise` is called with the player, while the net gains are as of that moment.
   */
  expire(at: number, onRise: (player: number) => void): void {
    const until = at - this.windowMs
    while (this.#count > 0) {
      const time = this.#times[this.#first] ?? 0
      if (time > until) return
      while (this.#count > 0 && this.#times[this.#first] === time) this.#shift()
      if (this.#risen.length > 0) for (const player of this.#risen.splice(0)) onRise(player)
    }
  }

  /** Forgets what a player has gained. */
  forget(player: number): void {
    if (this.#sums[player] === undefined) return
    this.#sums[player] = 0
    for (let i = 0; i < this.#count; i += 1) {
      const place = (this.#first + i) & (this.#times.length - 1)
      if (this.#players[place] === player) this.#amounts[place] = 0
    }
  }

  clear(): void {
    this.#count = 0
    this.#sums.length = 0
    if (this.#times.length > FIRST_ROOM) this.#resize(FIRST_ROOM)
  }

  #push(player: number, at: number, gain: Amount): void {
    if (this.#count === this.#times.length) this.#resize(2 * this.#count)
    const place = (this.#first + this.#count) & (this.#times.length - 1)
    this.#times[place] = at
    this.#players[place] = player
    this.#amounts[place] = gain
    this.#count += 1
  }

  #shift(): void {
    const [player, amount] = [this.#players[this.#first] ?? 0, this.#amounts[this.#first] ?? 0]
    this.#sums[player] = addOrKeep(this.#sums[player] ?? 0, negate(amount))
    if (isLoss(amount)) this.#risen.push(player)
    this.#first = (this.#first + 1) & (this.#times.length - 1)
    this.#count -= 1
    if (this.#count * 8 < this.#times.length && this.#times.length > FIRST_ROOM) this.#resize(this.#times.length / 2)
  }

  /** Moves the queue to the beginning of lists of another length, which has room for it. */
  #resize(room: number): void {
    const [times, players] = [new Float64Array(room), new Uint32Array(room)]
    const amounts: Amount[] = Array.from({ length: room }, () => 0)
    for (let i = 0; i < this.#count; i += 1) {
      const place = (this.#first + i) & (this.#times.length - 1)
      times[i] = this.#times[place] ?? 0
      players[i] = this.#players[place] ?? 0
      amounts[i] = this.#amounts[place] ?? 0
    }
    this.#times = times
    this.#players = players
    this.#amounts = amounts
    this.#first = 0
  }
}

const isLoss = (amount: Amount): boolean => (typeof amount === 'number' ? amount < 0 : amount.startsWith('-'))
