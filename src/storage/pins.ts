/** Returns names, up to date at each call. */
export type PinnedNames = () => Iterable<string>

/** The names of things that are still being read and must not be removed, even if everything else is done with them. */
export class Pins {
  readonly #sources = new Set<PinnedNames>()
  readonly #released: () => void

  /** Calls `released` whenever some names are released. */
  constructor(released = (): void => {}) {
    this.#released = released
  }

  /** Holds the names that the callback returns. Returns a function that releases them. */
  add(names: PinnedNames): () => void {
    this.#sources.add(names)
    return () => {
      if (this.#sources.delete(names)) this.#released()
    }
  }

  has(name: string): boolean {
    return this.withHeld(new Set()).has(name)
  }

  /** Returns these names and all that are held. */
  withHeld(names: ReadonlySet<string>): ReadonlySet<string> {
    const all = new Set(names)
    for (const source of this.#sources) for (const name of source()) all.add(name)
    return all
  }
}
