import type { Design } from '../../game/design/design.ts'
import type { GameCommand } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'

/** The part of an operation that tells which other design it needs. */
type Requesting<I> = Pick<GameCommand<I, unknown>, 'next'>

/**
 * The design that an operation last needed in addition to the deployed one: a design that is being deployed, or that waits
 * until its issues are fixed.
 */
export class RequestedDesign {
  readonly #state: GameState
  readonly #designOf: (hash: string) => Promise<Design>
  #loaded: { readonly hash: string; readonly design: Design } | undefined

  /** `designOf` reads the design that is stored under a hash. */
  constructor(state: GameState, designOf: (hash: string) => Promise<Design>) {
    this.#state = state
    this.#designOf = designOf
  }

  /** Sets the design, with the hash of its text. */
  take(hash: string, design: Design): void {
    this.#loaded = { hash, design }
  }

  /** Whether the loaded design is deployed now. */
  get isInForce(): boolean {
    return this.#state.design === this.#loaded?.hash
  }

  /** Returns whether an operation needs a design that has to be loaded first. */
  isMissing<I>(op: Requesting<I>, input: I): boolean {
    return this.#missing(op, input) !== undefined
  }

  /** Loads the design that an operation needs. Throws StorageError. */
  async load<I>(op: Requesting<I>, input: I): Promise<void> {
    for (let hash = this.#missing(op, input); hash !== undefined; hash = this.#missing(op, input))
      this.take(hash, await this.#designOf(hash))
  }

  /** Returns the loaded design that an operation needs, or undefined if it needs none. */
  for<I>({ next }: Requesting<I>, input: I): Design | undefined {
    return next?.(this.#state, input) === undefined ? undefined : this.#loaded?.design
  }

  /** Returns the hash of the design that an operation needs, if it is not loaded. */
  #missing<I>({ next }: Requesting<I>, input: I): string | undefined {
    const hash = next?.(this.#state, input)
    return hash === this.#loaded?.hash ? undefined : hash
  }
}
