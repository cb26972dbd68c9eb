import { compare, type Amount, addOrKeep } from '../kernel/decimal.ts'
import { isEarlier, type IdOf, type Rows, type RankedRow } from './leaf.ts'
type Row = { -readonly [Field in keyof RankedRow]: RankedRow[Field] }

/** The rows of a ranking while they are few: a list in order, which takes a tenth of the memory that a leaf does. */
export class FewRows {
  readonly #idOf: IdOf
  #rows: Row[] = []
  /** Whether somebody may still be going to walk these rows: they are copied before they change. */
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

  /** Gives an entity a score, whether it has one or not. */
  put(entity: number, score: Amount, since: number): void {
    this.#own()
    const row = this.#find(entity) ?? this.#add({ entity, score, since })
    row.score = score
    row.since = since
    this.#sortIn(row)
  }

  /** Adds to the score of an entity; false where it has none. */
  add(entity: number, amount: Amount, since: number): boolean {
    const score = this.scoreOf(entity)
    if (score !== undefined && amount !== 0) this.put(entity, addOrKeep(score, amount), since)
    return score !== undefined
  }

  /** Takes an entity out; false where it was not there. */
  remove(entity: number): boolean {
    const index = this.indexOf(entity)
    if (index === undefined) return false
    this.#own()
    this.#rows.splice(index, 1)
    return true
  }

  /** 1, and how many have a higher score. */
  rankOf(entity: number): number | undefined {
    const row = this.#find(entity)
    return row && this.#rows.findIndex(({ score }) => score === row.score) + 1
  }

  /** How many stand before an entity. */
  indexOf(entity: number): number | undefined {
    const index = this.#rows.findIndex((row) => row.entity === entity)
    return index < 0 ? undefined : index
  }

  /** The rows with the indices from `start` to before `end`. */
  rows(start: number, end: number): readonly RankedRow[] {
    return this.#rows.slice(start, end)
  }

  /** Puts rows that are in their order behind all others: of those who have gone no id tells any more where they belong. */
  append({ entities, scores, sinces, exact }: Rows): void {
    const added = Array.from(entities, (entity, index): Row => {
      return { entity, score: exact.get(index) ?? scores[index] ?? 0, since: sinces[index] ?? 0 }
    })
    this.#own()
    this.#rows = [...this.#rows, ...added]
  }

  /** The rows as they are now, to be walked once, whenever. */
  hold(): Iterable<Rows> {
    if (this.#rows.length === 0) return []
    this.#isHeld = true
    return walk(this.#rows)
  }

  #own(): void {
    if (!this.#isHeld) return
    this.#rows = this.#rows.map((row) => ({ ...row }))
    this.#isHeld = false
  }

  #find(entity: number): Row | undefined {
    for (const row of this.#rows) if (row.entity === entity) return row
    return undefined
  }

  /** A list that begins with its first row has room for no more, one that grew from nothing for 17. */
  #add(row: Row): Row {
    if (this.#rows.length === 0) this.#rows = [row]
    else this.#rows.push(row)
    return row
  }

  /** Moves a row past those that it does not stand behind, or before, any more. */
  #sortIn(row: Row): void {
    const rows = this.#rows
    let at = rows.indexOf(row)
    for (let other = rows[at - 1]; other && this.#isBefore(row, other); other = rows[at - 1]) rows[at--] = other
    for (let other = rows[at + 1]; other && this.#isBefore(other, row); other = rows[at + 1]) rows[at++] = other
    rows[at] = row
  }

  #isBefore(row: Row, other: Row): boolean {
    const sign = compare(row.score, other.score)
    return sign === 0 ? isEarlier(row.since, row.entity, other, this.#idOf) : sign > 0
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
