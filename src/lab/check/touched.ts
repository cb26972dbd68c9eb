/** More room than this is given back after an entry. */
const MAX_KEPT = 1024

/**
 * The players for whom a check is to be evaluated after an entry, each with the index of the event that touched them. It is
 * filled and cleared for each play, so it keeps its lists. A player can be in it more than once.
 */
export class Touched {
  #size = 0
  readonly #players: string[] = []
  readonly #events: number[] = []

  get size(): number {
    return this.#size
  }

  add(player: string, event: number): void {
    const isSame = this.#size > 0 && this.#players[this.#size - 1] === player
    if (!isSame) this.#size += 1
    this.#players[this.#size - 1] = player
    this.#events[this.#size - 1] = event
  }

  player(index: number): string {
    return this.#players[index] ?? ''
  }

  /** Returns the last event that touched a player. */
  eventOf(player: string): number {
    let index = this.#size - 1
    while (index > 0 && this.#players[index] !== player) index -= 1
    return this.#events[index] ?? 0
  }

  clear(): void {
    this.#size = 0
    if (this.#players.length > MAX_KEPT) this.#players.length = this.#events.length = 0
  }
}
