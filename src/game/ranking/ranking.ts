import type { Amount } from '../kernel/decimal.ts'
import { FewRows } from './few-rows.ts'
import type { IdOf, RankedRow, Rows } from './leaf.ts'
import { ManyRows } from './many-rows.ts'
import { ReadView } from './read-view.ts'

/** So many rows are few: a search that looks at each is as fast as any. */
const FEW = 16

/**
 * Entities in the order of a board: the higher score first, then who reached it by the earlier entry, then the lower id
 * by code units. Equal scores share a rank: 1 and how many have more. Spec 4.11.
 */
export class Ranking {
  readonly #idOf: IdOf
  #rows: FewRows | ManyRows

  /** `idOf` gives the id of an entity that is there or is being put; it is asked where score and since are equal. */
  constructor(idOf: IdOf) {
    this.#idOf = idOf
    this.#rows = new FewRows(idOf)
  }

  get size(): number {
    return this.#rows.size
  }

  has(entity: number): boolean {
    return this.#rows.has(entity)
  }

  scoreOf(entity: number): Amount | undefined {
    return this.#rows.scoreOf(entity)
  }

  sinceOf(entity: number): number | undefined {
    return this.#rows.sinceOf(entity)
  }

  /** Gives an entity a score, whether it has one or not. */
  put(entity: number, score: Amount, since: number): void {
    if (this.#rows instanceof FewRows && this.#rows.size === FEW && !this.#rows.has(entity)) this.#many()
    this.#rows.put(entity, score, since)
  }

  /** Adds to the score of an entity, which is the amount itself where it has none; an amount of 0 changes none. */
  add(entity: number, amount: Amount, since: number): void {
    if (!this.#rows.add(entity, amount, since)) this.put(entity, amount, since)
  }

  /** Takes an entity out; false where it was not there. */
  remove(entity: number): boolean {
    return this.#rows.remove(entity)
  }

  /** 1, and how many have a higher score. */
  rankOf(entity: number): number | undefined {
    return this.#rows.rankOf(entity)
  }

  /** How many stand before an entity: no two have the same. */
  indexOf(entity: number): number | undefined {
    return this.#rows.indexOf(entity)
  }

  /** The rows with the indices from `from` to before `to`, as far as there are any, with their ranks. */
  rows(from: number, to: number): (RankedRow & { rank: number })[] {
    const start = Math.max(from, 0)
    const end = Math.min(to, this.size)
    const ranked: (RankedRow & { rank: number })[] = []
    if (start >= end) return ranked
    for (const { entity, score, since } of this.#rows.rows(start, end)) {
      const last = ranked.at(-1)
      // The first of a page may share its rank with rows before it.
      const rank = !last ? (this.rankOf(entity) ?? 0) : last.score === score ? last.rank : start + ranked.length + 1
      ranked.push({ entity, score, since, rank })
    }
    return ranked
  }

  /**
   * The rows as they are now, block by block, to be walked once, whenever. Until then, what changes is copied first; so
   * walk to the end, or leave the loop, or end the view: what is never let go of keeps the ranking at it.
   */
  hold(view: ReadView = new ReadView()): Iterable<Rows> {
    return this.#rows.hold(view)
  }

  /** Puts rows that are in their order behind all others, where they belong; none of their entities may be there. */
  append(rows: Rows): void {
    const isMuch = this.size + rows.entities.length > FEW
    const target = isMuch ? this.#many() : this.#rows
    target.append(rows)
  }

  /** The rows in the form for many, from now on. */
  #many(): ManyRows {
    if (this.#rows instanceof ManyRows) return this.#rows
    const many = new ManyRows(this.#idOf)
    for (const rows of this.#rows.hold()) many.append(rows)
    this.#rows = many
    return many
  }
}

/** A ranking of rows that are in their order already, block by block. */
export function rankingOf(blocks: Iterable<Rows>, idOf: IdOf): Ranking {
  const ranking = new Ranking(idOf)
  for (const rows of blocks) ranking.append(rows)
  return ranking
}
