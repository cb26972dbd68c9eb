/** The places of the numbers in the shared memory. */
const NEXT = 0
const ASKED = 1
const PLAYERS = 2
const TRIES = 3
const NUMBERS = 4

/** Asks the jobs to stop. Otherwise the number counts how often they were asked for what they have counted so far. */
const STOP = -1n

/** What the jobs of a simulation share: the next part to take, what they are asked for, and how far they are. */
export class SharedProgress {
  readonly shared: SharedArrayBuffer
  readonly #numbers: BigInt64Array

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(NUMBERS * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared
    this.#numbers = new BigInt64Array(shared)
  }

  /** Takes the next part, and returns its index. */
  take(): number {
    return Number(Atomics.add(this.#numbers, NEXT, 1n))
  }

  /** Adds to the numbers of players whose lives are over, and of their tries. */
  add(players: number, tries: number): void {
    Atomics.add(this.#numbers, PLAYERS, BigInt(players))
    Atomics.add(this.#numbers, TRIES, BigInt(tries))
  }

  /** The number of players whose lives are over, and of their tries. */
  get done(): { readonly players: number; readonly tries: number } {
    return {
      players: Number(Atomics.load(this.#numbers, PLAYERS)),
      tries: Number(Atomics.load(this.#numbers, TRIES)),
    }
  }

  /** Lets all jobs stop soon. */
  interrupt(): void {
    Atomics.store(this.#numbers, ASKED, STOP)
  }

  get isInterrupted(): boolean {
    return this.asked === STOP
  }

  /** Asks all jobs for what they have counted so far, unless they are to stop. */
  ask(): void {
    const { asked } = this
    if (asked !== STOP) Atomics.compareExchange(this.#numbers, ASKED, asked, asked + 1n)
  }

  /** A number that changes whenever the jobs are asked for something. */
  get asked(): bigint {
    return Atomics.load(this.#numbers, ASKED)
  }
}
