/** What is held as it was at some moments. */
interface Held {
  /** Nobody looks any more at what it was at a moment. */
  letGo(view: ReadView): void
}

/**
 * A read view: rankings as they were when it began, to be read later. Each is let go of when it has been walked;
 * who may not come to that ends the view.
 */
export class ReadView {
  readonly #held = new Set<Held>()

  add(holding: Held): void {
    this.#held.add(holding)
  }

  delete(holding: Held): void {
    this.#held.delete(holding)
  }

  /** Lets go of all that is held still. */
  end(): void {
    for (const holding of this.#held) holding.letGo(this)
  }
}
