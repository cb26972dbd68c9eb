import { type Amount, addOrKeep } from '../kernel/decimal.ts'
import { EntityIndex, NOWHERE } from './entity-index.ts'
import { LeafList } from './leaf-list.ts'
import { LEAF_BITS, LEAF_ROWS } from './leaf-memory.ts'
import { LeafStore } from './leaf-store.ts'
import type { ReadView } from './read-view.ts'
import { amountOf, type IdOf, type Rows, type SortKey, type RankedRow } from './row-order.ts'
/**
 * Two neighbouring leaves are merged if one of them has fewer rows than THIN_ROWS, and both together have at most
 * MERGED_ROWS.
 */
const THIN_ROWS = LEAF_ROWS / 2
const MERGED_ROWS = (LEAF_ROWS / 8) * 7
/** The number of rows with which a leaf is filled when sorted rows are appended, which leaves room for more. */
const LOADED_ROWS = (LEAF_ROWS / 8) * 7

/** The state of the rows for one read view. */
interface Held {
  /** The leaves that have changed between this view and the next one, as they were. */
  readonly leaves: Map<number, Rows>
  next: Held | undefined
}

/**
 * The rows of a ranking of any size: leaves in order, with their row counts, and an index from entity to leaf and slot.
 * Each operation takes logarithmic time, and allocates memory only when the ranking grows or is held.
 */
export class ManyRows {
  readonly #store: LeafStore
  readonly #order: LeafList
  /** By entity, leaf * LEAF_ROWS + slot. */
  readonly #index = new EntityIndex()
  /** The row that is being put. One object serves all calls. */
  readonly #row: SortKey = { score: 0, exact: undefined, since: 0, entity: 0 }
  /** The newest read view that is not released yet. */
  #held: Held | undefined
  /** The read views that are not released yet. */
  #views: ReadView[] = []

  constructor(idOf: IdOf) {
    this.#store = new LeafStore(idOf)
    this.#order = new LeafList(this.#store)
  }

  get size(): number {
    return this.#index.size
  }

  has(entity: number): boolean {
    return this.#index.get(entity) !== NOWHERE
  }

  scoreOf(entity: number): Amount | undefined {
    const address = this.#index.get(entity)
    return address === NOWHERE ? undefined : this.#amountOf(address)
  }

  sinceOf(entity: number): number | undefined {
    const address = this.#index.get(entity)
    return address === NOWHERE ? undefined : this.#store.since(leafOf(address), slotOf(address))
  }

  /** Sets the score of an entity, and adds the entity if it is new. */
  put(entity: number, score: Amount, since: number): void {
    const row = this.#rowWith(entity, score, since)
    const address = this.#index.get(entity)
    if (address === NOWHERE) this.#insert(row)
    else this.#move(address, row)
  }

  /** Adds to the score of an entity. Returns false if the entity has no score. */
  add(entity: number, amount: Amount, since: number): boolean {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return false
    if (amount === 0) return true
    const score = addOrKeep(this.#amountOf(address), amount)
    this.#move(address, this.#rowWith(entity, score, since))
    return true
  }

  /** Removes an entity. Returns false if it was not in the ranking. */
  remove(entity: number): boolean {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return false
    this.#removeAt(address)
    this.#index.delete(entity)
    return true
  }

  /** Returns the rank of an entity: 1 plus the number of entities with a higher score. */
  rankOf(entity: number): number | undefined {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return undefined
    const leaf = leafOf(address)
    const untied = this.#store.positionIfUntied(leaf, slotOf(address))
    return untied > 0 ? this.#order.rowsBeforeLeaf(leaf) + untied + 1 : this.#rankOfTied(leaf, slotOf(address))
  }

  /** Returns the rank of a row that has the score of the row before it, or is the first of its leaf. */
  #rankOfTied(leaf: number, slot: number): number {
    const first = this.#store.firstTied(leaf, slot)
    if (first > 0) return this.#order.rowsBeforeLeaf(leaf) + first + 1
    // The leaves before this one can end with the same score.
    const leafPosition = this.#order.positionOf(leaf)
    const score = this.#store.score(leaf, 0)
    const exact = this.#store.exact(leaf, this.#store.slotAt(leaf, 0))
    const above = this.#order.leavesAbove(leafPosition + 1, score, exact)
    if (above === 0) return 1
    return this.#order.rowsBefore(above - 1) + this.#store.rowsAbove(this.#order.leafAt(above - 1), score, exact) + 1
  }

  /** Returns the index of an entity in the order, which is unique. */
  indexOf(entity: number): number | undefined {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return undefined
    const leaf = leafOf(address)
    return this.#order.rowsBeforeLeaf(leaf) + this.#store.positionOf(leaf, slotOf(address))
  }

  /** Returns the rows with the indices from `start` to before `end`, which must exist. */
  rows(start: number, end: number): RankedRow[] {
    const rows: RankedRow[] = []
    let leafPosition = this.#order.positionAt(start)
    let position = start - this.#order.rowsBefore(leafPosition)
    while (rows.length < end - start) {
      const leaf = this.#order.leafAt(leafPosition)
      const until = Math.min(this.#store.count(leaf), position + end - start - rows.length)
      for (; position < until; position++) rows.push(this.#rowAt(leaf, position, this.#store.slotAt(leaf, position)))
      leafPosition += 1
      position = 0
    }
    return rows
  }

  /**
   * Returns the present rows, leaf by leaf, to be iterated once at any later time. Until then, each leaf is copied
   * before it changes. Complete or leave the iteration, or end the view: otherwise the ranking keeps the copies.
   */
  hold(view: ReadView): Iterable<Rows> {
    const held: Held = { leaves: new Map(), next: undefined }
    if (this.#held) this.#held.next = held
    this.#held = held
    this.#views.push(view)
    view.add(this)
    return this.#walk(this.#order.all(), held, view)
  }

  /** Releases the rows that a view holds. */
  release(view: ReadView): void {
    view.delete(this)
    this.#views = this.#views.filter((other) => other !== view)
    if (this.#views.length === 0) this.#held = undefined
  }

  /** Appends rows that are sorted and belong after all others. None of their entities can be in the ranking already. */
  append(rows: Rows): void {
    const { length } = rows.entities
    for (let from = 0; from < length;) {
      const leaf = this.#leafWithRoom()
      const count = this.#store.count(leaf)
      const until = Math.min(from + LOADED_ROWS - count, length)
      this.#copyForViews(leaf)
      this.#store.extend(leaf, rows, from, until)
      for (let position = count; from < until; position++, from++) {
        this.#index.set(rows.entities[from] ?? 0, leaf * LEAF_ROWS + this.#store.slotAt(leaf, position))
      }
      this.#order.addRows(leaf, this.#store.count(leaf) - count)
      if (count === 0) this.#order.updateFirstRow(leaf)
    }
  }

  /** Returns the last leaf if it has room for appended rows, otherwise a new one after it. */
  #leafWithRoom(): number {
    const { length } = this.#order
    const last = this.#order.leafAt(length - 1)
    return length > 0 && this.#store.count(last) < LOADED_ROWS ? last : this.#addLeaf(length)
  }

  #rowAt(leaf: number, position: number, slot: number): RankedRow {
    const score = amountOf(this.#store.score(leaf, position), this.#store.exact(leaf, slot))
    return { entity: this.#store.entity(leaf, slot), score, since: this.#store.since(leaf, slot) }
  }

  #amountOf(address: number): Amount {
    const leaf = leafOf(address)
    const slot = slotOf(address)
    return amountOf(this.#store.score(leaf, this.#store.positionOf(leaf, slot)), this.#store.exact(leaf, slot))
  }

  #rowWith(entity: number, score: Amount, since: number): SortKey {
    const row = this.#row
    row.score = Number(score)
    row.exact = typeof score === 'string' ? score : undefined
    row.since = since
    row.entity = entity
    return row
  }

  /** Changes the sort key of the row at an address. */
  #move(address: number, row: SortKey): void {
    const leaf = leafOf(address)
    const slot = slotOf(address)
    this.#copyForViews(leaf)
    if (!this.#order.holds(leaf, row)) {
      this.#removeAt(address)
      this.#insert(row)
      return
    }
    // Writing this first makes the processor fetch the memory of the leaf during the search for the position.
    this.#store.setSince(leaf, slot, row.since)
    if (this.#store.move(leaf, slot, row)) this.#order.updateFirstRow(leaf)
  }

  #insert(row: SortKey): void {
    const leaf = this.#leafFor(row)
    const slot = this.#append(leaf, row)
    if (this.#store.move(leaf, slot, row)) this.#order.updateFirstRow(leaf)
  }

  /** Appends a row to a leaf and returns its slot. */
  #append(leaf: number, row: SortKey): number {
    this.#copyForViews(leaf)
    const slot = this.#store.append(leaf, row)
    this.#index.set(row.entity, leaf * LEAF_ROWS + slot)
    this.#order.addRows(leaf, 1)
    return slot
  }

  /** Removes the row at an address. */
  #removeAt(address: number): void {
    const leaf = leafOf(address)
    const position = this.#store.positionOf(leaf, slotOf(address))
    this.#copyForViews(leaf)
    this.#store.remove(leaf, slotOf(address))
    this.#order.addRows(leaf, -1)
    if (position === 0) this.#order.updateFirstRow(leaf)
    const count = this.#store.count(leaf)
    const leafPosition = this.#order.positionOf(leaf)
    if (count === 0) this.#dropLeaf(leafPosition)
    else if (count < THIN_ROWS && !this.#merge(leafPosition)) this.#merge(leafPosition - 1)
  }

  /** Returns the leaf that a row belongs to. The leaf has room for it. */
  #leafFor(row: SortKey): number {
    if (this.#order.length === 0) return this.#addLeaf(0)
    const position = this.#order.positionFor(row)
    const leaf = this.#order.leafAt(position)
    if (!this.#store.isFull(leaf)) return leaf
    this.#split(position)
    return this.#order.leafAt(this.#order.positionFor(row))
  }

  /**
   * Splits a leaf in half. At either end of the ranking, where many rows arrive in order, the leaf that gets no more of
   * them stays fuller.
   */
  #split(position: number): void {
    const last = this.#order.length - 1
    const upper = position === last ? LOADED_ROWS : position === 0 ? LEAF_ROWS - LOADED_ROWS : LEAF_ROWS / 2
    this.#moveRest(this.#order.leafAt(position), upper, this.#addLeaf(position + 1))
  }

  /** Merges a leaf with the next one. Returns false if they have too many rows, or one of them does not exist. */
  #merge(position: number): boolean {
    if (position < 0 || position + 1 >= this.#order.length) return false
    const leaf = this.#order.leafAt(position)
    const next = this.#order.leafAt(position + 1)
    if (this.#store.count(leaf) + this.#store.count(next) > MERGED_ROWS) return false
    this.#moveRest(next, 0, leaf)
    this.#dropLeaf(position + 1)
    return true
  }

  /** Moves the rows of a leaf from a position on to the end of the leaf before it, or into the empty leaf after it. */
  #moveRest(from: number, start: number, to: number): void {
    this.#copyForViews(from)
    this.#copyForViews(to)
    const count = this.#store.count(to)
    const more = this.#store.count(from) - start
    this.#store.moveRest(from, start, to)
    this.#order.addRows(from, -more)
    this.#order.addRows(to, more)
    if (count === 0) this.#order.updateFirstRow(to)
    for (let position = count; position < count + more; position++) {
      const slot = this.#store.slotAt(to, position)
      this.#index.set(this.#store.entity(to, slot), to * LEAF_ROWS + slot)
    }
  }

  /** Inserts a new leaf at a position. */
  #addLeaf(position: number): number {
    const leaf = this.#store.take()
    this.#order.insert(position, leaf)
    return leaf
  }

  #dropLeaf(position: number): void {
    const leaf = this.#order.leafAt(position)
    this.#order.remove(position)
    this.#store.free(leaf)
  }

  /** Copies a leaf for the views that hold it, before it changes. */
  #copyForViews(leaf: number): void {
    const leaves = this.#held?.leaves
    if (leaves && !leaves.has(leaf)) leaves.set(leaf, this.#store.rowsOf(leaf))
  }

  *#walk(leaves: readonly number[], held: Held, view: ReadView): Generator<Rows> {
    try {
      for (const leaf of leaves) yield rowsAt(leaf, held) ?? this.#store.rowsOf(leaf)
    } finally {
      this.release(view)
    }
  }
}

/** Returns a leaf as it was in a view, if it has changed since then. */
function rowsAt(leaf: number, view: Held): Rows | undefined {
  for (let held: Held | undefined = view; held; held = held.next) {
    const rows = held.leaves.get(leaf)
    if (rows) return rows
  }
  return undefined
}

const leafOf = (address: number): number => address >> LEAF_BITS
const slotOf = (address: number): number => address & (LEAF_ROWS - 1)
