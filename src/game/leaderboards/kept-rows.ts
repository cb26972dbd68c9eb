import { Ranking } from '../ranking/ranking.ts'
import type { ReadView } from '../ranking/read-view.ts'
import type { IdOf, Rows } from '../ranking/row-order.ts'
import type { Rankings } from './boards.ts'
import type { RowsHeader } from './shapes.ts'

/** A part of saved boards: JSON, or bytes that have their own ArrayBuffer. */
export type KeptPart =
  | { readonly name: string; readonly data: unknown }
  | { readonly name: string; readonly bytes: Uint8Array }

/** The size of a row: score (8), since (8), entity (4). */
const ROW_BYTES = 20

/** The number of rows in a part: 240,000 bytes. */
const ROWS_A_PART = 12_000

/** The number of rankings with rows in a part, and of amounts that are stored as text of at most some hundred digits. */
const RANKINGS_A_PART = 1024
const EXACT_A_PART = 1024

/** Rankings whose rows are readable as they were at one time. */
export interface HeldRankings {
  readonly all: Iterable<Rows> | undefined
  readonly groups: ReadonlyMap<string, Iterable<Rows>>
}

/** Holds the rows of a period as they are now. They are released when they have been iterated or the view ends. */
export function holdRankings({ all, groups }: Rankings, view: ReadView): HeldRankings {
  const held = new Map<string, Iterable<Rows>>()
  for (const [group, ranking] of groups) held.set(group, ranking.hold(view))
  return { all: all.size > 0 ? all.hold(view) : undefined, groups: held }
}

/** Returns the rankings in an order that depends only on the group ids; `null` stands for `all`. */
function* inOrder({ all, groups }: HeldRankings): Generator<readonly [group: string | null, rows: Iterable<Rows>]> {
  if (all) yield [null, all]
  // Sorting strings without a comparator is twice as fast, and there can be a group for each of many teams.
  for (const group of [...groups.keys()].toSorted()) yield [group, groups.get(group) ?? []]
}

/** Returns rows as parts of bounded size, which are created while the result is iterated. */
export function* rowsParts(held: HeldRankings): Generator<KeptPart> {
  let block = new RowsBlock()
  for (const [group, blocks] of inOrder(held)) {
    block.begin(group)
    for (const rows of blocks) {
      for (let index = 0; index < rows.entities.length; index++) {
        if (block.isFull) {
          yield* block.parts()
          block = new RowsBlock()
          block.begin(group)
        }
        block.add(rows, index)
      }
    }
  }
  yield* block.parts()
}

/** Collects the rows of one part. */
class RowsBlock {
  readonly #rankings: [group: string | null, rows: number][] = []
  readonly #exact: [row: number, amount: string][] = []
  readonly #scores: number[] = []
  readonly #sinces: number[] = []
  readonly #entities: number[] = []

  get isFull(): boolean {
    const { length } = this.#entities
    return length === ROWS_A_PART || this.#rankings.length > RANKINGS_A_PART || this.#exact.length === EXACT_A_PART
  }

  begin(group: string | null): void {
    this.#rankings.push([group, 0])
  }

  add({ scores, sinces, entities, exact }: Rows, index: number): void {
    const text = exact.get(index)
    if (text !== undefined) this.#exact.push([this.#entities.length, text])
    this.#scores.push(scores[index] ?? 0)
    this.#sinces.push(sinces[index] ?? 0)
    this.#entities.push(entities[index] ?? 0)
    const last = this.#rankings.at(-1)
    if (last) last[1] += 1
  }

  *parts(): Generator<KeptPart> {
    const count = this.#entities.length
    if (count === 0) return
    const header: RowsHeader = { rankings: this.#rankings.filter(([, rows]) => rows > 0), exact: this.#exact }
    yield { name: ROWS_HEADER, data: header }
    const buffer = new ArrayBuffer(count * ROW_BYTES)
    const columns = columnsOf(buffer, count)
    columns.scores.set(this.#scores)
    columns.sinces.set(this.#sinces)
    columns.entities.set(this.#entities)
    yield { name: ROWS_BYTES, bytes: new Uint8Array(buffer) }
  }
}

function columnsOf(buffer: ArrayBufferLike, count: number): Omit<Rows, 'exact'> {
  return {
    scores: new Float64Array(buffer, 0, count),
    sinces: new Float64Array(buffer, count * 8, count),
    entities: new Int32Array(buffer, count * 16, count),
  }
}

const ROWS_HEADER = 'board-rankings'
const ROWS_BYTES = 'board-rows'

/** Restores rankings from the parts that `rowsParts` returned, in the same order. */
export class RowsReader {
  readonly rankings: Rankings
  readonly #idOf: IdOf
  #header: RowsHeader | undefined

  constructor(idOf: IdOf) {
    this.#idOf = idOf
    this.rankings = { all: new Ranking(idOf), groups: new Map() }
  }

  /** Reads a part. Returns false if it is not a part of rows. */
  take(part: KeptPart): boolean {
    if (part.name === ROWS_HEADER && 'data' in part) this.#header = part.data as RowsHeader
    else if (part.name === ROWS_BYTES && 'bytes' in part) this.#takeRows(part.bytes)
    else return false
    return true
  }

  #takeRows({ buffer, byteLength }: Uint8Array): void {
    const { rankings, exact } = this.#header ?? { rankings: [], exact: [] }
    const columns = columnsOf(buffer, byteLength / ROW_BYTES)
    const texts = new Map(exact)
    let start = 0
    for (const [group, count] of rankings) {
      this.#rankingOf(group).append(rowsFrom(columns, texts, start, start + count))
      start += count
    }
  }

  #rankingOf(group: string | null): Ranking {
    if (group === null) return this.rankings.all
    const existing = this.rankings.groups.get(group)
    if (existing) return existing
    const ranking = new Ranking(this.#idOf)
    this.rankings.groups.set(group, ranking)
    return ranking
  }
}

function rowsFrom(
  { scores, sinces, entities }: Omit<Rows, 'exact'>,
  texts: ReadonlyMap<number, string>,
  start: number,
  end: number,
): Rows {
  const exact = new Map<number, string>()
  for (let row = texts.size === 0 ? end : start; row < end; row++) {
    const text = texts.get(row)
    if (text !== undefined) exact.set(row - start, text)
  }
  return {
    scores: scores.subarray(start, end),
    sinces: sinces.subarray(start, end),
    entities: entities.subarray(start, end),
    exact,
  }
}
