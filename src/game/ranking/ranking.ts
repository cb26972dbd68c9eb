import type { Amount } from '../kernel/decimal.ts'
import { FewRows } from './few-rows.ts'
import { ManyRows } from './many-rows.ts'
import { ReadView } from './read-view.ts'
import type { IdOf, RankedRow, Rows } from './row-order.ts'

/** Up to this number of rows, a linear search is as fast as any. */
const FEW = 16

/**
 * Entities in the order of a leaderboard: the higher score first, then the entity that reached it with the earlier
 * entry, then the lower id by code units. Equal scores have the same rank: 1 plus the number of entities with a higher
 * score. Spec 4.11.
 */
export class Ranking {
  readonly #idOf: IdOf
  #rows: FewRows | ManyRows

  /**
   * `idOf` returns the id of an entity in the ranking or of one that is being added. It is called if score and `since`
   * are equal.
   */
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

  /** Sets the score of an entity, and adds the entity if it is new. */
  put(entity: number, score: Amount, since: number): void {
    if (this.#rows instanceof FewRows && this.#rows.size === FEW && !this.#rows.has(entity)) this.#toManyRows()
    this.#rows.put(entity, score, since)
  }

  /** Adds to the score of an entity, or sets it if the entity is new. An amount of 0 does not change a score. */
  add(entity: number, amount: Amount, since: number): void {
    if (!this.#rows.add(entity, amount, since)) this.put(entity, amount, since)
  }

  /** Removes an entity. Returns false if it was not in the ranking. */
  remove(entity: number): boolean {
    return this.#rows.remove(entity)
  }

  /** Returns the rank of an entity: 1 plus the number of entities with a higher score. */
  rankOf(entity: number): number | undefined {
    return this.#rows.rankOf(entity)
  }

  /** Returns the index of an entity in the order, which is unique. */
  indexOf(entity: number): number | undefined {
    return this.#rows.indexOf(entity)
  }

  /** Returns the existing rows with the indices from `from` to before `to`, with their ranks. */
  rows(from: number, to: number): (RankedRow & { rank: number })[] {
    const start = Math.max(from, 0)
    const end = Math.min(to, this.size)
    const ranked: (RankedRow & { rank: number })[] = []
    if (start >= end) return ranked
    for (const { entity, score, since } of this.#rows.rows(start, end)) {
      const last = ranked.at(-1)
      // The first row of a page can have the same rank as rows before it.
      const rank = !last ? (this.rankOf(entity) ?? 0) : last.score === score ? last.rank : start + ranked.length + 1
      ranked.push({ entity, score, since, rank })
    }
    return ranked
  }

  /**
   * Returns the present rows in blocks, to be iterated once at any later time. Until then, rows are copied before they
   * change. Complete or leave the iteration, or end the view: otherwise the ranking keeps the copies.
   */
  hold(view: ReadView = new ReadView()): Iterable<Rows> {
    return this.#rows.hold(view)
  }

  /** Appends rows that are sorted and belong after all others. None of their entities can be in the ranking already. */
  append(rows: Rows): void {
    const isMuch = this.size + rows.entities.length > FEW
    const target = isMuch ? this.#toManyRows() : this.#rows
    target.append(rows)
  }

  /** Converts the rows to `ManyRows` if necessary, and returns them. */
  #toManyRows(): ManyRows {
    if (this.#rows instanceof ManyRows) return this.#rows
    const many = new ManyRows(this.#idOf)
    for (const rows of this.#rows.hold()) many.append(rows)
    this.#rows = many
    return many
  }
}

/** Creates a ranking from blocks of sorted rows. */
export function rankingOf(blocks: Iterable<Rows>, idOf: IdOf): Ranking {
  const ranking = new Ranking(idOf)
  for (const rows of blocks) ranking.append(rows)
  return ranking
}
