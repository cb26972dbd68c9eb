import type { GameState } from '../../game/game-state.ts'
import type { FinishedRequest } from '../../game/leaderboards/reading/reading.ts'
import {
  idsOf,
  rankingsOf,
  type Board,
  type EndedPeriod,
  type FinishedPeriod,
  type Rankings,
} from '../../game/leaderboards/boards.ts'
import type { EntityKind } from '../../game/leaderboards/shapes.ts'
import { holdRankings, RowsReader, rowsParts } from '../../game/leaderboards/kept-rows.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import { checksum, formatSum } from '../../storage/checksum.ts'
import type { Journal } from '../../storage/journal.ts'
import type { BoardStorage } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { finishedPeriods, periodFiles } from '../checkpoints/finished-periods.ts'
import { TimeSlice } from '../../async/time-slice.ts'

/** Rows of periods in files that stay in memory, of all boards together: some 40 bytes each. */
const ROWS_IN_MEMORY = 2_000_000

/** A period whose rows are in memory beside its file. */
interface InMemory {
  readonly board: Board
  readonly rows: number
}

interface PeriodArchiverOptions extends Pick<BoardStorage, 'archive' | 'generation'> {
  readonly state: GameState
  readonly journal: Pick<Journal, 'settled' | 'failure'>
  readonly warn: (message: string) => void
  /** Rows that stay in memory, where not the usual. */
  readonly rowsInMemory?: number
}

/** Puts the periods of boards that are over into files, and keeps those in memory that were looked at last. */
export class PeriodArchiver {
  readonly #options: PeriodArchiverOptions
  #working: Promise<void> | undefined
  #isStarted = false
  #closed = false
  /** What lies in no file yet. */
  readonly #waiting: Set<EndedPeriod>
  /** Whether there may be files that nothing names any more. */
  #isUntidy = false
  /** What there is in memory of what lies in files, the least recently used first. */
  readonly #inMemory = new Map<FinishedPeriod, InMemory>()
  #rowsInMemory = 0

  constructor(options: PeriodArchiverOptions) {
    this.#options = options
    const { boards } = options.state
    boards.ended.length = 0
    this.#waiting = new Set(Array.from(finishedPeriods(boards)).filter(({ period }) => period.file === undefined))
  }

  /** Begins to work: not before, for the archive may be another's. */
  start(): void {
    this.#isStarted = true
    this.#work()
  }

  /** Writes in the background, one after the other, what has ended; what could not be written before is tried again. */
  putAway(): void {
    const { ended } = this.#options.state.boards
    for (const each of ended.splice(0)) this.#waiting.add(each)
    if (this.#waiting.size > 0) this.#work()
  }

  /** Looks, after an entry, whether a period has ended. */
  onEntry(): void {
    if (this.#options.state.boards.ended.length > 0) this.putAway()
  }

  /**
   * Lets go of the rows of boards that have gone, and removes in the background the files that no board names any more,
   * once what took them is kept. An older checkpoint may name some of them still: what is replayed after it drops those
   * boards.
   */
  tidy(): void {
    for (const [period, { board }] of this.#inMemory) if (!this.#isThere(board)) this.#forget(period)
    this.#isUntidy = true
    this.#work()
  }

  /** Ends the work in the background after the file that is being written. */
  async close(): Promise<void> {
    this.#closed = true
    await this.settled()
  }

  /** Resolves when the work in the background is done, as far as it can be. */
  async settled(): Promise<void> {
    await this.#working
  }

  /**
   * Brings the rows of a period into memory, until others need the room. Throws StorageError where its file is missing
   * or damaged.
   */
  async load({ finished, of: board }: FinishedRequest): Promise<void> {
    if (finished.file === undefined) return
    if (!finished.rows) {
      const rows = await this.#read(finished.file, board.definition.entities)
      finished.rows ??= rows
    }
    this.#use(board, finished, finished.rows)
  }

  /** Has nobody stand on a period until others need the room; its file is kept, and read the next time. */
  loadEmpty({ finished, of: board }: FinishedRequest): void {
    finished.rows ??= rankingsOf(this.#options.state, board.definition.entities)
    this.#use(board, finished, finished.rows)
  }

  async #read(file: string, entities: EntityKind): Promise<Rankings> {
    const { state, archive } = this.#options
    const reader = new RowsReader(idsOf(state, entities))
    for await (const part of archive.read(file))
      if (!reader.take(part))
        throw new StorageError(`The finished period ${file} has a part of an unknown kind, '${part.name}'`)
    return reader.rankings
  }

  #work(): void {
    if (this.#isStarted && !this.#closed) this.#working ??= this.#workThrough()
  }

  /**
   * Failing is no more than a warning: what is in no file is in the checkpoints. It is tried again when the next period
   * has ended.
   */
  async #workThrough(): Promise<void> {
    const { journal, warn } = this.#options
    const slice = new TimeSlice()
    try {
      // A period ends within an entry, whose answer goes first.
      await slice.next()
      while (!this.#closed && (await this.#doNext())) if (slice.over) await slice.next()
    } catch (error) {
      if (!journal.failure) warn(error instanceof Error ? error.message : String(error))
    } finally {
      this.#working = undefined
    }
  }

  /** Does the next thing that is to be done; false where there is none. */
  async #doNext(): Promise<boolean> {
    for (const ended of this.#waiting) {
      const { rows } = ended.period
      this.#waiting.delete(ended)
      try {
        if (rows && this.#isThere(ended.board)) await this.#write(ended, rows)
      } catch (error) {
        // Behind all others: one that cannot be written keeps none of them from it.
        this.#waiting.add(ended)
        throw error
      }
      return true
    }
    if (!this.#isUntidy) return false
    this.#isUntidy = false
    await this.#removeOthers()
    return true
  }

  async #write(ended: EndedPeriod, rows: Rankings): Promise<void> {
    const { state, archive, generation } = this.#options
    const { board, period } = ended
    const name = fileNameOf(state, generation, ended)
    await archive.write(name, rowsParts(holdRankings(rows, new ReadView())))
    period.file = name
    this.#use(board, period, rows)
  }

  async #removeOthers(): Promise<void> {
    const { state, archive, journal } = this.#options
    const named = new Set(periodFiles(state.boards))
    await journal.settled()
    await archive.keepOnly(named)
  }

  #isThere(board: Board): boolean {
    return this.#options.state.boards.byId.get(board.definition.id) === board
  }

  #use(board: Board, period: FinishedPeriod, rows: Rankings): void {
    this.#forget(period)
    if (!this.#isThere(board)) return
    const size = rowsIn(period, rows)
    this.#inMemory.set(period, { board, rows: size })
    this.#rowsInMemory += size
    const { rowsInMemory = ROWS_IN_MEMORY } = this.#options
    for (const oldest of this.#inMemory.keys()) {
      if (oldest === period || this.#rowsInMemory <= rowsInMemory) return
      this.#forget(oldest)
      oldest.rows = undefined
      oldest.adjusted = undefined
    }
  }

  #forget(period: FinishedPeriod): void {
    this.#rowsInMemory -= this.#inMemory.get(period)?.rows ?? 0
    this.#inMemory.delete(period)
  }
}

function rowsIn({ adjusted: remade }: FinishedPeriod, { all, groups }: Rankings): number {
  let sum = all.size
  for (const group of groups.values()) sum += group.size
  for (const { ranking } of remade?.values() ?? []) sum += ranking.size
  return sum
}

/**
 * A name that no other rows have, so that no state can take those for its own: they follow from the definition, the
 * history and what of it was dropped for good. Histories are told apart by their generations. Where a crash took the
 * end of one and it went on otherwise, nothing names the file that was made of the end: only what is on disk for good
 * is in a checkpoint. Names are kept with what they name, so that those of earlier versions, which told no generation,
 * are found still.
 */
function fileNameOf(
  { seed, drops }: GameState,
  generation: number,
  { board: { definition }, cycle, period: { start, seq } }: EndedPeriod,
): string {
  const sum = formatSum(checksum(JSON.stringify([definition, seed, drops.last])))
  const day = new Date(start).toISOString().slice(0, 10)
  return `${definition.id}.${cycle}.${day}.${seq}.${generation}.${sum}`
}
