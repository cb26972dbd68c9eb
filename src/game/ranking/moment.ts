/** What is held as it was at some moments. */
interface Holding {
  /** Nobody looks any more at what it was at a moment. */
  letGo(moment: Moment): void
}

/**
 * A moment at which rankings were held, to be looked at later as they were then. Each is let go of when it has been walked;
 * who may not come to that ends the moment.
 */
export class Moment {
  readonly #held = new Set<Holding>()

  add(holding: Holding): void {
    this.#held.add(holding)
  }

  delete(holding: Holding): void {
    this.#held.delete(holding)
  }

  /** Lets go of all that is held still. */
  end(): void {
    for (const holding of this.#held) holding.letGo(this)
  }
}
