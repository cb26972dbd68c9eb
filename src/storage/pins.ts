/** Tells names, as they are when it is asked. */
export type PinnedNames = () => Iterable<string>

/** Names of things that are looked at still, whoever else has done with them. */
export class Pins {
  readonly #tellers = new Set<PinnedNames>()
  readonly #released: () => void

  /** Tells whenever some are held no longer. */
  constructor(released = (): void => {}) {
    this.#released = released
  }

  /** Holds the names that are told until what this gives is called. */
  add(names: PinnedNames): () => void {
    this.#tellers.add(names)
    return () => {
      if (this.#tellers.delete(names)) this.#released()
    }
  }

  has(name: string): boolean {
    return this.with(new Set()).has(name)
  }

  /** These names, and all that are held. */
  with(names: ReadonlySet<string>): ReadonlySet<string> {
    const all = new Set(names)
    for (const told of this.#tellers) for (const name of told()) all.add(name)
    return all
  }
}
