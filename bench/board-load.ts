/**
 * What is done to a board: a score rises by what a play gives, or becomes any other; the rank of an entry, the page of
 * PAGE_ROWS around it, the first TOP_ROWS are read.
 */
export type BoardUse = 'rise' | 'change' | 'rank' | 'around' | 'top'

/** Rows above and below an entry on a page around it. */
export const RADIUS = 5
/** Rows of the top that are read. */
export const TOP_ROWS = 10

/** A play gives at most so many points; scores lie so close that this is some places. */
const MOST_POINTS = 100
const POINTS_AN_ENTRY = 10

/** Entries that are used one after the other, and the scores that they get. */
export interface Uses {
  readonly entries: Int32Array
  readonly scores: Float64Array
}

/** The entries of a board with whole scores, and a use of them that looks drawn and is the same each time. */
export class BoardLoad {
  /** The scores by entry. */
  readonly scores: Float64Array
  #drawn = 0x2545f491

  constructor(size: number) {
    this.scores = Float64Array.from({ length: size }, () => this.#draw(size * POINTS_AN_ENTRY))
  }

  /** So many uses, made before they are timed. */
  next(use: BoardUse, count: number): Uses {
    const { scores } = this
    const entries = Int32Array.from({ length: count }, () => this.#draw(scores.length))
    const given = new Float64Array(count)
    for (const [i, entry] of entries.entries()) {
      const before = scores[entry] ?? 0
      if (use === 'rise') scores[entry] = before + 1 + this.#draw(MOST_POINTS)
      if (use === 'change') scores[entry] = this.#draw(scores.length * POINTS_AN_ENTRY)
      given[i] = scores[entry] ?? 0
    }
    return { entries, scores: given }
  }

  /** A whole number below `end`, by xorshift. */
  #draw(end: number): number {
    this.#drawn ^= this.#drawn << 13
    this.#drawn ^= this.#drawn >>> 17
    this.#drawn ^= this.#drawn << 5
    return (this.#drawn >>> 0) % end
  }
}
