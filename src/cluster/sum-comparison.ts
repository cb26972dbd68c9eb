import { StorageError } from '../storage/storage-error.ts'
import type { DocumentValue } from './log-documents.ts'

/** The checksum of the state of a runtime after an entry. */
export type ToldSum = DocumentValue<'sum'>

/** How many checksums wait for the other side. */
const MAX_WAITING = 64

/**
 * Compares the state of a node that follows with that of the writer. Each side computes a checksum after the same entries,
 * and either can be first.
 */
export class SumComparison {
  readonly #own = new Map<string, number>()
  readonly #told = new Map<string, number>()
  #difference: StorageError | undefined

  /** Takes a checksum of this node. */
  computed(own: ToldSum): void {
    this.#compare(own, this.#own, this.#told)
  }

  /** Takes a checksum of the writer. */
  told(told: ToldSum): void {
    this.#compare(told, this.#told, this.#own)
  }

  /** Throws StorageError if the states differ. */
  assertEqual(): void {
    if (this.#difference) throw this.#difference
  }

  #compare(given: ToldSum, mine: Map<string, number>, others: Map<string, number>): void {
    const { runtime, generation, seq, sum } = given
    const key = `${runtime} ${generation} ${seq}`
    const other = others.get(key)
    if (other === undefined) {
      mine.set(key, sum)
      const [oldest] = mine.keys()
      if (mine.size > MAX_WAITING && oldest !== undefined) mine.delete(oldest)
      return
    }
    others.delete(key)
    if (other === sum) return
    this.#difference ??= new StorageError(
      `After entry ${seq}, the state of the ${runtime} runtime is not the same as at the writer. Use the same versions of gamify and Node.js on all nodes, delete the data directory of this node, and start it again`,
    )
  }
}
