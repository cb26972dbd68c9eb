/** Remembers the ranks that were seen first, to tell how they changed since. */
export class RankChanges {
  readonly #first = new Map<string, number>()

  /** Returns by how many ranks an entity rose since it was first seen; a negative number if it fell. */
  since(id: string, rank: number): number {
    const first = this.#first.get(id)
    if (first !== undefined) return first - rank
    this.#first.set(id, rank)
    return 0
  }
}
