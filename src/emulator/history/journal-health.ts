import type { Journal } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'

/** Records whether the state in memory is what the journal has, or will have. */
export class JournalHealth {
  readonly #journal: Pick<Journal, 'failure' | 'settled'>
  /** A defect, or a doubt about which history is valid. Memory may be wrong then, so nothing may continue from it. */
  #defect: unknown

  constructor(journal: Pick<Journal, 'failure' | 'settled'>) {
    this.#journal = journal
  }

  /** Whether the journal or the timeline has failed. */
  get failed(): boolean {
    return this.#journal.failure !== undefined || this.#defect !== undefined
  }

  /** Records a failure of the timeline. */
  fail(error: unknown): void {
    this.#defect = error
  }

  /** Throws if the journal or the timeline has failed. */
  assert(): void {
    if (this.#journal.failure) throw this.#journal.failure
    if (this.#defect instanceof StorageError) throw this.#defect
    if (this.#defect !== undefined)
      throw new Error('The runtime stopped after an internal error', { cause: this.#defect })
  }

  /** Returns an answer when everything that it could have seen is on disk. */
  async onceKept<T>(answer: T): Promise<T> {
    await this.#journal.settled()
    return answer
  }

  /** Resolves when everything that was written is on disk. Rejects if the journal or the timeline has failed. */
  async allKept(): Promise<void> {
    this.assert()
    await this.#journal.settled()
  }
}
