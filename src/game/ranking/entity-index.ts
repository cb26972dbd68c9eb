/** Absent, as an address. */
export const NOWHERE = -1

/** A table of cells by entity may take so many times the memory of a hash table, for it is twice as fast. */
const WIDTH = 2
/** A hash table begins with room for so many, and is never fuller than 3/4. */
const FEWEST = 4
/** 2^32 divided by the golden ratio: spreads neighbouring numbers. */
const SPREAD = 0x9e3779b1

const NO_CELLS = new Int32Array(0)

/**
 * Which address (a number from 0 to 2^31 - 2) an entity number has. Where the numbers lie close, a cell for each, so
 * 4 bytes an entity; where they are few and far between, a hash table with linear probing, so 11 to 21 bytes.
 */
export class EntityIndex {
  /** Addresses plus 1 by entity; or, hashed, entity plus 1 and address in turn. 0 is an empty cell. */
  #cells = NO_CELLS
  #hashed = false
  /** Entities that are there. */
  #size = 0
  /** The highest entity that ever was there, plus 1. */
  #end = 0

  get size(): number {
    return this.#size
  }

  /** The address of an entity, or NOWHERE. */
  get(entity: number): number {
    if (!this.#hashed) return entity < this.#cells.length ? (this.#cells[entity] ?? 0) - 1 : NOWHERE
    const cell = this.#cellOf(entity)
    return this.#cells[cell] === 0 ? NOWHERE : (this.#cells[cell + 1] ?? 0)
  }

  set(entity: number, address: number): void {
    if (!this.#hashed && entity < this.#cells.length) {
      if (this.#cells[entity] === 0) this.#size += 1
      this.#cells[entity] = address + 1
    } else this.#setElsewhere(entity, address)
  }

  delete(entity: number): void {
    if (this.get(entity) === NOWHERE) return
    this.#size -= 1
    if (this.#hashed) this.#empty(this.#cellOf(entity))
    else this.#cells[entity] = 0
  }

  #setElsewhere(entity: number, address: number): void {
    this.#end = Math.max(this.#end, entity + 1)
    if (!this.#hashed || this.#size * 8 >= this.#cells.length * 3) this.#remake()
    if (!this.#hashed) {
      this.set(entity, address)
      return
    }
    const cell = this.#cellOf(entity)
    if (this.#cells[cell] === 0) this.#size += 1
    this.#cells[cell] = entity + 1
    this.#cells[cell + 1] = address
  }

  /** Makes room for one more, in the form that suits the numbers as they are now. */
  #remake(): void {
    const old = this.#cells
    const wasHashed = this.#hashed
    let hashCells = FEWEST * 2
    while (hashCells * 3 <= this.#size * 8) hashCells *= 2
    this.#hashed = this.#end > hashCells * WIDTH
    this.#cells = new Int32Array(this.#hashed ? hashCells : this.#end + (this.#end >> 2))
    if (!wasHashed && !this.#hashed) {
      this.#cells.set(old)
      return
    }
    this.#size = 0
    if (wasHashed) {
      for (let cell = 0; cell < old.length; cell += 2)
        if (old[cell] !== 0) this.set((old[cell] ?? 0) - 1, old[cell + 1] ?? 0)
    } else {
      for (let entity = 0; entity < old.length; entity++)
        if (old[entity] !== 0) this.set(entity, (old[entity] ?? 0) - 1)
    }
  }

  /** The cell of an entity in the hash table, or the empty one where it would be. */
  #cellOf(entity: number): number {
    const last = this.#cells.length - 1
    for (let cell = homeOf(entity, last); ; cell = (cell + 2) & last) {
      const found = this.#cells[cell]
      if (found === 0 || found === entity + 1) return cell
    }
  }

  /** Empties a cell of the hash table, and moves up what stands behind it only because its own place was taken. */
  #empty(cell: number): void {
    const last = this.#cells.length - 1
    let gap = cell
    for (let next = (gap + 2) & last; this.#cells[next] !== 0; next = (next + 2) & last) {
      const home = homeOf((this.#cells[next] ?? 0) - 1, last)
      if (((next - home) & last) < ((next - gap) & last)) continue
      this.#cells[gap] = this.#cells[next] ?? 0
      this.#cells[gap + 1] = this.#cells[next + 1] ?? 0
      gap = next
    }
    this.#cells[gap] = 0
  }
}

/** Where an entity belongs in a hash table whose last index is given: an even cell. */
function homeOf(entity: number, last: number): number {
  return ((Math.imul(entity, SPREAD) >>> 7) << 1) & last
}
