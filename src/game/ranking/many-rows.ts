import type { Amount } from '../kernel/decimal.ts'
import { EntityIndex, NOWHERE } from './entity-index.ts'
import { LeafOrder } from './leaf-order.ts'
import { LEAF_BITS, LEAF_ROWS } from './leaf-memory.ts'
import { LeafStore } from './leaf-store.ts'
import { amountOf, type IdOf, type Rows, type SortKey, type RankedRow } from './leaf.ts'
import type { ReadView } from './read-view.ts'
import { addOrKeep } from '../kernel/decimal.ts'

/** Leaves are merged where one has fewer rows than this, and both together have at most MERGED_ROWS. */
const THIN_ROWS = LEAF_ROWS / 2
const MERGED_ROWS = (LEAF_ROWS / 8) * 7
/** What is loaded sorted fills a leaf so far, for there is more to come. */
const LOADED_ROWS = (LEAF_ROWS / 8) * 7

/** A read view of the rows. */
interface Held {
  /** Leaves that have changed between it and the next, as they were. */
  readonly leaves: Map<number, Rows>
  next: Held | undefined
}

/**
 * The rows of a ranking of any size: counted leaves in order, and an index from the entity to leaf and slot. Everything
 * costs the logarithm of the size, and no memory but when the ranking grows or is held.
 */
export class ManyRows {
  readonly #store: LeafStore
  readonly #order: LeafOrder
  /** Leaf times LEAF_ROWS, plus slot, by entity. */
  readonly #index = new EntityIndex()
  /** The row that is put, in one object for all. */
  readonly #row: SortKey = { score: 0, exact: undefined, since: 0, entity: 0 }
  /** The last time they were held, as long as somebody has yet to walk them. */
  #held: Held | undefined
  /** When they were held, of those who have yet to walk them. */
  #moments: ReadView[] = []

  constructor(idOf: IdOf) {
    this.#store = new LeafStore(idOf)
    this.#order = new LeafOrder(this.#store)
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

  /** Gives an entity a score, whether it has one or not. */
  put(entity: number, score: Amount, since: number): void {
    const row = this.#rowWith(entity, score, since)
    const address = this.#index.get(entity)
    if (address === NOWHERE) this.#insert(row)
    else this.#move(address, row)
  }

  /** Adds to the score of an entity; false where it has none. */
  add(entity: number, amount: Amount, since: number): boolean {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return false
    if (amount === 0) return true
    const score = addOrKeep(this.#amountOf(address), amount)
    this.#move(address, this.#rowWith(entity, score, since))
    return true
  }

  /** Takes an entity out; false where it was not there. */
  remove(entity: number): boolean {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return false
    this.#takeOut(address)
    this.#index.delete(entity)
    return true
  }

  /** 1, and how many have a higher score. */
  rankOf(entity: number): number | undefined {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return undefined
    const leaf = leafOf(address)
    const untied = this.#store.placeIfUntied(leaf, slotOf(address))
    return untied > 0 ? this.#order.rowsBeforeLeaf(leaf) + untied + 1 : this.#rankOfTied(leaf, slotOf(address))
  }

  /** The rank of a row that has the score of the one before it, or is the first of its leaf. */
  #rankOfTied(leaf: number, slot: number): number {
    const first = this.#store.firstTied(leaf, slot)
    if (first > 0) return this.#order.rowsBeforeLeaf(leaf) + first + 1
    // The leaves before may end with the same score.
    const leafPlace = this.#order.placeOf(leaf)
    const score = this.#store.score(leaf, 0)
    const exact = this.#store.exact(leaf, this.#store.slotAt(leaf, 0))
    const above = this.#order.leavesAbove(leafPlace + 1, score, exact)
    if (above === 0) return 1
    return this.#order.rowsBefore(above - 1) + this.#store.rowsAbove(this.#order.leafAt(above - 1), score, exact) + 1
  }

  /** How many stand before an entity: no two have the same. */
  indexOf(entity: number): number | undefined {
    const address = this.#index.get(entity)
    if (address === NOWHERE) return undefined
    const leaf = leafOf(address)
    return this.#order.rowsBeforeLeaf(leaf) + this.#store.placeOf(leaf, slotOf(address))
  }

  /** The rows with the indices from `start` to before `end`, which are there. */
  rows(start: number, end: number): RankedRow[] {
    const rows: RankedRow[] = []
    let leafPlace = this.#order.placeAt(start)
    let place = start - this.#order.rowsBefore(leafPlace)
    while (rows.length < end - start) {
      const leaf = this.#order.leafAt(leafPlace)
      const until = Math.min(this.#store.count(leaf), place + end - start - rows.length)
      for (; place < until; place++) rows.push(this.#rowAt(leaf, place, this.#store.slotAt(leaf, place)))
      leafPlace += 1
      place = 0
    }
    return rows
  }

  /**
   * The rows as they are now, leaf by leaf, to be walked once, whenever. Until then, what changes is copied first; so
   * walk to the end, or leave the loop, or end the view: what is never let go of keeps the ranking at it.
   */
  hold(view: ReadView): Iterable<Rows> {
    const held: Held = { leaves: new Map(), next: undefined }
    if (this.#held) this.#held.next = held
    this.#held = held
    this.#moments.push(view)
    view.add(this)
    return this.#walk(this.#order.all(), held, view)
  }

  /** Nobody walks the rows of a view any more; if nobody has yet to walk those of another, none are held. */
  letGo(view: ReadView): void {
    view.delete(this)
    this.#moments = this.#moments.filter((other) => other !== view)
    if (this.#moments.length === 0) this.#held = undefined
  }

  /** Puts rows that are in their order behind all others, where they belong; none of their entities may be there. */
  append(rows: Rows): void {
    const { length } = rows.entities
    for (let from = 0; from < length;) {
      const leaf = this.#leafWithRoom()
      const count = this.#store.count(leaf)
      const until = Math.min(from + LOADED_ROWS - count, length)
      this.#keep(leaf)
      this.#store.extend(leaf, rows, from, until)
      for (let place = count; from < until; place++, from++) {
        this.#index.set(rows.entities[from] ?? 0, leaf * LEAF_ROWS + this.#store.slotAt(leaf, place))
      }
      this.#order.grew(leaf, this.#store.count(leaf) - count)
      if (count === 0) this.#order.beginsAnew(leaf)
    }
  }

  /** The last leaf if more can be loaded into it, else a new one behind it. */
  #leafWithRoom(): number {
    const { length } = this.#order
    const last = this.#order.leafAt(length - 1)
    return length > 0 && this.#store.count(last) < LOADED_ROWS ? last : this.#addLeaf(length)
  }

  #rowAt(leaf: number, place: number, slot: number): RankedRow {
    const score = amountOf(this.#store.score(leaf, place), this.#store.exact(leaf, slot))
    return { entity: this.#store.entity(leaf, slot), score, since: this.#store.since(leaf, slot) }
  }

  #amountOf(address: number): Amount {
    const leaf = leafOf(address)
    const slot = slotOf(address)
    return amountOf(this.#store.score(leaf, this.#store.placeOf(leaf, slot)), this.#store.exact(leaf, slot))
  }

  #rowWith(entity: number, score: Amount, since: number): SortKey {
    const row = this.#row
    row.score = Number(score)
    row.exact = typeof score === 'string' ? score : undefined
    row.since = since
    row.entity = entity
    return row
  }

  /** Gives the row at an address another standing. */
  #move(address: number, row: SortKey): void {
    const leaf = leafOf(address)
    const slot = slotOf(address)
    this.#keep(leaf)
    if (!this.#order.holds(leaf, row)) {
      this.#takeOut(address)
      this.#insert(row)
      return
    }
    // Written first, it has the processor fetch the leaf's memory while the place is looked up.
    this.#store.setSince(leaf, slot, row.since)
    if (this.#store.move(leaf, slot, row)) this.#order.beginsAnew(leaf)
  }

  #insert(row: SortKey): void {
    const leaf = this.#leafFor(row)
    const slot = this.#append(leaf, row)
    if (this.#store.move(leaf, slot, row)) this.#order.beginsAnew(leaf)
  }

  /** Puts a row behind all others of a leaf and gives its slot. */
  #append(leaf: number, row: SortKey): number {
    this.#keep(leaf)
    const slot = this.#store.append(leaf, row)
    this.#index.set(row.entity, leaf * LEAF_ROWS + slot)
    this.#order.grew(leaf, 1)
    return slot
  }

  /** Takes the row at an address out. */
  #takeOut(address: number): void {
    const leaf = leafOf(address)
    const place = this.#store.placeOf(leaf, slotOf(address))
    this.#keep(leaf)
    this.#store.remove(leaf, slotOf(address))
    this.#order.grew(leaf, -1)
    if (place === 0) this.#order.beginsAnew(leaf)
    const count = this.#store.count(leaf)
    const leafPlace = this.#order.placeOf(leaf)
    if (count === 0) this.#dropLeaf(leafPlace)
    else if (count < THIN_ROWS && !this.#merge(leafPlace)) this.#merge(leafPlace - 1)
  }

  /** The leaf that a row belongs into, which has room. */
  #leafFor(row: SortKey): number {
    if (this.#order.length === 0) return this.#addLeaf(0)
    const place = this.#order.placeFor(row)
    const leaf = this.#order.leafAt(place)
    if (!this.#store.isFull(leaf)) return leaf
    this.#split(place)
    return this.#order.leafAt(this.#order.placeFor(row))
  }

  /**
   * Halves a leaf; but at either end of the ranking, where whole crowds come one after the other, leaves stay fuller.
   */
  #split(place: number): void {
    const last = this.#order.length - 1
    const upper = place === last ? LOADED_ROWS : place === 0 ? LEAF_ROWS - LOADED_ROWS : LEAF_ROWS / 2
    this.#moveRest(this.#order.leafAt(place), upper, this.#addLeaf(place + 1))
  }

  /** Makes one leaf of two that follow each other; false where they have too many rows, or are not there. */
  #merge(place: number): boolean {
    if (place < 0 || place + 1 >= this.#order.length) return false
    const leaf = this.#order.leafAt(place)
    const next = this.#order.leafAt(place + 1)
    if (this.#store.count(leaf) + this.#store.count(next) > MERGED_ROWS) return false
    this.#moveRest(next, 0, leaf)
    this.#dropLeaf(place + 1)
    return true
  }

  /** Moves the rows of a leaf from a place on behind those of the leaf before, or into the empty one behind it. */
  #moveRest(from: number, start: number, to: number): void {
    this.#keep(from)
    this.#keep(to)
    const count = this.#store.count(to)
    const more = this.#store.count(from) - start
    this.#store.moveRest(from, start, to)
    this.#order.grew(from, -more)
    this.#order.grew(to, more)
    if (count === 0) this.#order.beginsAnew(to)
    for (let place = count; place < count + more; place++) {
      const slot = this.#store.slotAt(to, place)
      this.#index.set(this.#store.entity(to, slot), to * LEAF_ROWS + slot)
    }
  }

  /** Puts a new leaf before the one in a place. */
  #addLeaf(place: number): number {
    const leaf = this.#store.take()
    this.#order.insert(place, leaf)
    return leaf
  }

  #dropLeaf(place: number): void {
    const leaf = this.#order.leafAt(place)
    this.#order.remove(place)
    this.#store.free(leaf)
  }

  /** Before a leaf changes: copies it for who holds it. */
  #keep(leaf: number): void {
    const leaves = this.#held?.leaves
    if (leaves && !leaves.has(leaf)) leaves.set(leaf, this.#store.rowsOf(leaf))
  }

  *#walk(leaves: readonly number[], held: Held, view: ReadView): Generator<Rows> {
    try {
      for (const leaf of leaves) yield rowsAt(leaf, held) ?? this.#store.rowsOf(leaf)
    } finally {
      this.letGo(view)
    }
  }
}

/** A leaf as it was at a moment, if it has changed since. */
function rowsAt(leaf: number, moment: Held): Rows | undefined {
  for (let held: Held | undefined = moment; held; held = held.next) {
    const rows = held.leaves.get(leaf)
    if (rows) return rows
  }
  return undefined
}

const leafOf = (address: number): number => address >> LEAF_BITS
const slotOf = (address: number): number => address & (LEAF_ROWS - 1)
