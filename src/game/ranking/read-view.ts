/** Something that a read view holds. */
interface Held {
  /** Releases what it keeps for a view. */
  release(view: ReadView): void
}

/**
 * A read view: rankings as they were when it began, to be read later. Each of them is released after its iteration. If
 * an iteration may not complete, end the view.
 */
export class ReadView {
  readonly #held = new Set<Held>()

  add(holding: Held): void {
    this.#held.add(holding)
  }

  delete(holding: Held): void {
    this.#held.delete(holding)
  }

  /** Releases everything that the view still holds. */
  end(): void {
    for (const holding of this.#held) holding.release(this)
  }
}
