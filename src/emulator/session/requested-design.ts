import type { Design } from '../../game/design/design.ts'
import type { GameCommand } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'

/** What tells which design an operation asks for beside the one in force. */
type Asking<I> = Pick<GameCommand<I, unknown>, 'next'>

/**
 * The design that an operation asked for last, beside the one in force: what is deployed, or waits for its issues to be
 * fixed.
 */
export class RequestedDesign {
  readonly #state: GameState
  readonly #designOf: (hash: string) => Promise<Design>
  #loaded: { readonly hash: string; readonly design: Design } | undefined

  /** `designOf` gives the design that is kept under a hash. */
  constructor(state: GameState, designOf: (hash: string) => Promise<Design>) {
    this.#state = state
    this.#designOf = designOf
  }

  /** Takes one under its text's hash. */
  take(hash: string, design: Design): void {
    this.#loaded = { hash, design }
  }

  /** Whether the loaded one is deployed now. */
  get isInForce(): boolean {
    return this.#state.design === this.#loaded?.hash
  }

  /** Whether an operation asks for one that has to be loaded first. */
  isMissing<I>(op: Asking<I>, input: I): boolean {
    return this.#missing(op, input) !== undefined
  }

  /** Resolves when what an operation asks for is loaded. Throws StorageError. */
  async load<I>(op: Asking<I>, input: I): Promise<void> {
    for (let hash = this.#missing(op, input); hash !== undefined; hash = this.#missing(op, input))
      this.take(hash, await this.#designOf(hash))
  }

  /** The one that an operation asks for, which is loaded; undefined where it asks for none. */
  for<I>({ next }: Asking<I>, input: I): Design | undefined {
    return next?.(this.#state, input) === undefined ? undefined : this.#loaded?.design
  }

  /** The hash of what an operation asks for and is not loaded. */
  #missing<I>({ next }: Asking<I>, input: I): string | undefined {
    const hash = next?.(this.#state, input)
    return hash === this.#loaded?.hash ? undefined : hash
  }
}
