import { compare, type Amount, addOrKeep } from '../kernel/decimal.ts'
import { comesFirstOfEqualScores, type IdOf, type Rows, type RankedRow } from './row-order.ts'
type Row = { -readonly [Field in keyof RankedRow]: RankedRow[Field] }

/** The rows of a small ranking: a sorted list, which takes a tenth of the memory of a leaf. */
export class FewRows {
  readonly #idOf: IdOf
  #rows: Row[] = []
  /** Whether an iteration of these rows may be pending, so that they must be copied before they change. */
  #isHeld = false

  constructor(idOf: IdOf) {
    this.#idOf = idOf
  }

  get size(): number {
    return this.#rows.length
  }

  has(entity: number): boolean {
    return this.#find(entity) !== undefined
  }

  scoreOf(entity: number): Amount | undefined {
    return this.#find(entity)?.score
  }

  sinceOf(entity: number): number | undefined {
    return this.#find(entity)?.since
  }

  /** Sets the score of an entity, and adds the entity if it is new. */
  put(entity: number, score: Amount, since: number): void {
    this.#copyIfHeld()
    const row = this.#find(entity) ?? this.#add({ entity, score, since })
    row.score = score
    row.since = since
    this.#sortIn(row)
  }

  /** Adds to the score of an entity. Returns false if the entity has no score. */
  add(entity: number, amount: Amount, since: number): boolean {
    const score = this.scoreOf(entity)
    if (score !== undefined && amount !== 0) this.put(entity, addOrKeep(score, amount), since)
    return score !== undefined
  }

  /** Removes an entity. Returns false if it was not in the ranking. */
  remove(entity: number): boolean {
    const index = this.indexOf(entity)
    if (index === undefined) return false
    this.#copyIfHeld()
    this.#rows.splice(index, 1)
    return true
  }

  /** Returns the rank of an entity: 1 plus the number of entities with a higher score. */
  rankOf(entity: number): number | undefined {
    const row = this.#find(entity)
    return row && this.#rows.findIndex(({ score }) => score === row.score) + 1
  }

  /** Returns the index of an entity in the order. */
  indexOf(entity: number): number | undefined {
    const index = this.#rows.findIndex((row) => row.entity === entity)
    return index < 0 ? undefined : index
  }

  /** Returns the rows with the indices from `start` to before `end`. */
  rows(start: number, end: number): readonly RankedRow[] {
    return this.#rows.slice(start, end)
  }

  /**
   * Appends rows that are sorted and belong after all others. They are not compared, because the ids of deleted
   * entities are unknown.
   */
  append({ entities, scores, sinces, exact }: Rows): void {
    const added = Array.from(entities, (entity, index): Row => {
      return { entity, score: exact.get(index) ?? scores[index] ?? 0, since: sinces[index] ?? 0 }
    })
    this.#copyIfHeld()
    this.#rows = [...this.#rows, ...added]
  }

  /** Returns the present rows, to be iterated once at any later time. */
  hold(): Iterable<Rows> {
    if (this.#rows.length === 0) return []
    this.#isHeld = true
    return walk(this.#rows)
  }

  #copyIfHeld(): void {
    if (!this.#isHeld) return
    this.#rows = this.#rows.map((row) => ({ ...row }))
    this.#isHeld = false
  }

  #find(entity: number): Row | undefined {
    for (const row of this.#rows) if (row.entity === entity) return row
    return undefined
  }

  /** Adds a row. A new list is made for the first one, because an array that grows from empty allocates room for 17. */
  #add(row: Row): Row {
    if (this.#rows.length === 0) this.#rows = [row]
    else this.#rows.push(row)
    return row
  }

  /** Moves a row to where it belongs. */
  #sortIn(row: Row): void {
    const rows = this.#rows
    let at = rows.indexOf(row)
    for (let other = rows[at - 1]; other && this.#isBefore(row, other); other = rows[at - 1]) rows[at--] = other
    for (let other = rows[at + 1]; other && this.#isBefore(other, row); other = rows[at + 1]) rows[at++] = other
    rows[at] = row
  }

  #isBefore(row: Row, other: Row): boolean {
    const sign = compare(row.score, other.score)
    return sign === 0 ? comesFirstOfEqualScores(row.since, row.entity, other, this.#idOf) : sign > 0
  }
}

function* walk(rows: readonly Row[]): Generator<Rows> {
  const texts = rows.map(({ score }, index) => [index, score] as const)
  yield {
    entities: Int32Array.from(rows, ({ entity }) => entity),
    scores: Float64Array.from(rows, ({ score }) => Number(score)),
    sinces: Float64Array.from(rows, ({ since }) => since),
    exact: new Map(texts.filter((text): text is readonly [number, string] => typeof text[1] === 'string')),
  }
}
