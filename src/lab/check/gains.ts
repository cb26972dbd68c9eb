import { addOrKeep, negate, type Amount } from '../../game/kernel/decimal.ts'

/** How many gains a piece of the queue holds. */
const PIECE_LENGTH = 4096

/** A piece of the queue. It is columns of numbers, so that a gain creates no object. */
interface Piece {
  length: number
  readonly times: Float64Array
  readonly players: Int32Array
  /** NaN for an amount that is no number: it is in `exact`, by its index. */
  readonly amounts: Float64Array
  readonly exact: Map<number, Amount>
}

const newPiece = (): Piece => ({
  length: 0,
  times: new Float64Array(PIECE_LENGTH),
  players: new Int32Array(PIECE_LENGTH),
  amounts: new Float64Array(PIECE_LENGTH),
  exact: new Map(),
})

function setAmount({ amounts, exact }: Piece, index: number, amount: Amount): void {
  amounts[index] = typeof amount === 'number' ? amount : NaN
  if (typeof amount !== 'number') exact.set(index, amount)
}

function amountAt({ amounts, exact }: Piece, index: number): Amount {
  const amount = amounts[index] ?? 0
  return Number.isNaN(amount) ? (exact.get(index) ?? 0) : amount
}

/**
 * The net gains of players within a window of time. All gains are in one queue in order of time, so a gain that leaves the
 * window is known at once, and each is moved in and out once. The queue is in pieces, which are neither moved nor copied.
 * Players are named by their index in the table of players. Each gain takes 20 bytes while it is in the window; gains of a
 * player that follow one another at the same time are one.
 */
export class GainsInWindow {
  readonly windowMs: number
  #pieces: Piece[] = []
  #last: Piece
  /** The number of gains of the first piece that have left the window. */
  #left = 0
  readonly #sums: Amount[] = []
  /** The players who have lost something at the time that is leaving the window. */
  readonly #risen: number[] = []

  constructor(windowMs: number) {
    this.windowMs = windowMs
    this.#last = newPiece()
    this.#pieces = [this.#last]
  }

  /** The number of gains that are held. */
  get size(): number {
    return (this.#pieces.length - 1) * PIECE_LENGTH + this.#last.length - this.#left
  }

  /** Adds a gain, or a negative one, and returns the net gain of the player. The time, in ms, may not go back. */
  add(player: number, at: number, gain: Amount): Amount {
    if (this.#last.length === PIECE_LENGTH) this.#pieces.push((this.#last = newPiece()))
    const piece = this.#last
    const { times, players, length } = piece
    const last = length - 1
    if (length > 0 && times[last] === at && players[last] === player)
      setAmount(piece, last, addOrKeep(amountAt(piece, last), gain))
    else {
      times[length] = at
      players[length] = player
      setAmount(piece, length, gain)
      piece.length += 1
    }
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
    for (let time = -Infinity; ;) {
      const piece = this.#pieces[0] ?? this.#last
      const next = this.#left < piece.length ? (piece.times[this.#left] ?? 0) : Infinity
      if (next !== time && this.#risen.length > 0) for (const player of this.#risen.splice(0)) onRise(player)
      if (next > until) return
      time = next
      this.#leave(piece.players[this.#left] ?? 0, amountAt(piece, this.#left))
    }
  }

  /** Calls back with each player whose net gain is not 0. */
  eachSum(found: (player: number) => void): void {
    this.#sums.forEach((sum, player) => {
      if (sum !== 0) found(player)
    })
  }

  /** Calls back with each gain in the window, in order of time. */
  eachGain(found: (player: number, at: number, gain: Amount) => void): void {
    this.#pieces.forEach((piece, place) => {
      for (let i = place === 0 ? this.#left : 0; i < piece.length; i += 1)
        found(piece.players[i] ?? 0, piece.times[i] ?? 0, amountAt(piece, i))
    })
  }

  /** Forgets what a player has gained. */
  forget(player: number): void {
    if (this.#sums[player] === undefined) return
    this.#sums[player] = 0
    for (const { players, amounts } of this.#pieces)
      for (let i = players.indexOf(player); i >= 0; i = players.indexOf(player, i + 1)) amounts[i] = 0
  }

  clear(): void {
    this.#last.length = 0
    this.#last.exact.clear()
    this.#pieces = [this.#last]
    this.#left = 0
    this.#sums.length = 0
  }

  /** Takes the first gain out of the queue. */
  #leave(player: number, amount: Amount): void {
    this.#sums[player] = addOrKeep(this.#sums[player] ?? 0, negate(amount))
    if (isLoss(amount)) this.#risen.push(player)
    this.#left += 1
    if (this.#left < PIECE_LENGTH) return
    this.#pieces.shift()
    this.#left = 0
    if (this.#pieces.length === 0) this.#pieces.push((this.#last = newPiece()))
  }
}

const isLoss = (amount: Amount): boolean => (typeof amount === 'number' ? amount < 0 : amount.startsWith('-'))
