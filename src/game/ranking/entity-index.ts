/** The address of an entity that is not in the index. */
export const NOWHERE = -1

/** The factor by which an array of cells may exceed the memory of a hash table, because the array is twice as fast. */
const WIDTH = 2
/** The initial number of entries of a hash table. At most 3/4 of them are used. */
const FEWEST = 4
/** 2^32 divided by the golden ratio. It spreads consecutive numbers. */
const SPREAD = 0x9e3779b1

const NO_CELLS = new Int32Array(0)

/**
 * Maps entity numbers to addresses (numbers from 0 to 2^31 - 2). If the numbers are dense, it is an array with one cell
 * for each entity, 4 bytes an entity. If they are sparse, it is a hash table with linear probing, 11 to 21 bytes an
 * entity.
 */
export class EntityIndex {
  /**
   * In the array: address plus 1, by entity. In the hash table: entity plus 1 and address, alternating. 0 is an empty
   * cell.
   */
  #cells = NO_CELLS
  #hashed = false
  /** The number of entities in the index. */
  #size = 0
  /** The highest entity that was ever in the index, plus 1. */
  #end = 0

  get size(): number {
    return this.#size
  }

  /** Returns the address of an entity, or NOWHERE. */
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
    if (!this.#hashed || this.#size * 8 >= this.#cells.length * 3) this.#resize()
    if (!this.#hashed) {
      this.set(entity, address)
      return
    }
    const cell = this.#cellOf(entity)
    if (this.#cells[cell] === 0) this.#size += 1
    this.#cells[cell] = entity + 1
    this.#cells[cell + 1] = address
  }

  /** Makes room for one more entity, in the form that suits the present numbers. */
  #resize(): void {
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

  /** Returns the cell of an entity in the hash table, or the empty cell for it. */
  #cellOf(entity: number): number {
    const last = this.#cells.length - 1
    for (let cell = homeOf(entity, last); ; cell = (cell + 2) & last) {
      const found = this.#cells[cell]
      if (found === 0 || found === entity + 1) return cell
    }
  }

  /**
   * Empties a cell of the hash table. Moves up the entities after it that are not in their own cell because of a
   * collision.
   */
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

/**
 * Returns the cell of an entity in a hash table without collisions: an even number. `last` is the last index of the
 * table.
 */
function homeOf(entity: number, last: number): number {
  return ((Math.imul(entity, SPREAD) >>> 7) << 1) & last
}
