import type { Journal } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'

/** Whether a game can still be gone on from: what is in memory is what its journal keeps, or will. */
export class JournalHealth {
  readonly #journal: Pick<Journal, 'failure' | 'settled'>
  /** An assumption of ours that broke, or a doubt which history counts: memory may be wrong, so nothing goes on from it. */
  #defect: unknown

  constructor(journal: Pick<Journal, 'failure' | 'settled'>) {
    this.#journal = journal
  }

  /** Whether it is lost. */
  get failed(): boolean {
    return this.#journal.failure !== undefined || this.#defect !== undefined
  }

  /** It is lost, and why. */
  fail(error: unknown): void {
    this.#defect = error
  }

  /** Throws where it is lost. */
  assert(): void {
    if (this.#journal.failure) throw this.#journal.failure
    if (this.#defect instanceof StorageError) throw this.#defect
    if (this.#defect !== undefined)
      throw new Error('The runtime stopped after an internal error', { cause: this.#defect })
  }

  /** An answer that may go out when all that it could have seen is kept. */
  async onceKept<T>(answer: T): Promise<T> {
    await this.#journal.settled()
    return answer
  }

  /** Resolves when all that was written is kept; rejects where it is lost. */
  async allKept(): Promise<void> {
    this.assert()
    await this.#journal.settled()
  }
}
