import { TimeSlice } from '../../async/time-slice.ts'
import type { GameState } from '../../game/game-state.ts'
import {
  type Board,
  type FinishedPeriod,
  type Rankings,
  type Boards,
  idsOf,
  rankingsOf,
  type EndedPeriod,
} from '../../game/leaderboards/boards.ts'
import { holdRankings, RowsReader, rowsParts } from '../../game/leaderboards/kept-rows.ts'
import type { FinishedRequest } from '../../game/leaderboards/reading/reading.ts'
import type { EntityKind } from '../../game/leaderboards/shapes.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import { checksum, formatSum } from '../../storage/checksum.ts'
import type { Journal } from '../../storage/journal.ts'
import type { BoardStorage } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'

/** How many rows of archived periods stay in memory, for all leaderboards together. A row takes about 40 bytes. */
const ROWS_IN_MEMORY = 2_000_000

/** A period whose rows are in memory as well as in its file. */
interface InMemory {
  readonly board: Board
  readonly rows: number
}

interface PeriodArchiverOptions extends Pick<BoardStorage, 'archive' | 'generation'> {
  readonly state: GameState
  readonly journal: Pick<Journal, 'settled' | 'failure'>
  readonly warn: (message: string) => void
  /** How many rows stay in memory (default: ROWS_IN_MEMORY). */
  readonly rowsInMemory?: number
}

/** Moves finished periods of leaderboards into files, and keeps the rows of the most recently used ones in memory. */
export class PeriodArchiver {
  readonly #options: PeriodArchiverOptions
  #working: Promise<void> | undefined
  #isStarted = false
  #closed = false
  /** The periods that are in no file yet. */
  readonly #waiting: Set<EndedPeriod>
  /** Whether there may be files that nothing names any longer. */
  #isUntidy = false
  /** The archived periods whose rows are in memory, the least recently used first. */
  readonly #inMemory = new Map<FinishedPeriod, InMemory>()
  #rowsInMemory = 0

  constructor(options: PeriodArchiverOptions) {
    this.#options = options
    const { boards } = options.state
    boards.ended.length = 0
    this.#waiting = new Set(Array.from(finishedPeriods(boards)).filter(({ period }) => period.file === undefined))
  }

  /** Starts to work. Before that, the archive may belong to another timeline. */
  start(): void {
    this.#isStarted = true
    this.#work()
  }

  /** Writes ended periods in the background, one after the other. Tries again what could not be written before. */
  archiveEnded(): void {
    const { ended } = this.#options.state.boards
    for (const each of ended.splice(0)) this.#waiting.add(each)
    if (this.#waiting.size > 0) this.#work()
  }

  /** Checks after an entry whether a period has ended. */
  onEntry(): void {
    if (this.#options.state.boards.ended.length > 0) this.archiveEnded()
  }

  /**
   * Forgets the rows of deleted leaderboards, and removes in the background the files that no leaderboard names any
   * longer, once the entries that deleted them are stored. An older checkpoint may still name some of them, but the
   * entries after it drop those leaderboards.
   */
  tidy(): void {
    for (const [period, { board }] of this.#inMemory) if (!this.#isThere(board)) this.#forget(period)
    this.#isUntidy = true
    this.#work()
  }

  /** Stops the background work after the file that is being written. */
  async close(): Promise<void> {
    this.#closed = true
    await this.settled()
  }

  /** Resolves when the background work is done, as far as possible. */
  async settled(): Promise<void> {
    await this.#working
  }

  /**
   * Loads the rows of a period into memory, until others need the room. Throws StorageError if its file is missing or
   * damaged.
   */
  async load({ finished, of: board }: FinishedRequest): Promise<void> {
    if (finished.file === undefined) return
    if (!finished.rows) {
      const rows = await this.#read(finished.file, board.definition.entities)
      finished.rows ??= rows
    }
    this.#use(board, finished, finished.rows)
  }

  /** Shows a period as empty until others need the room. Its file stays, and is read the next time. */
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
    if (this.#isStarted && !this.#closed) this.#working ??= this.#workUntilDone()
  }

  /**
   * A failure is only a warning, because what is in no file is in the checkpoints. It is tried again when the next
   * period has ended.
   */
  async #workUntilDone(): Promise<void> {
    const { journal, warn } = this.#options
    const slice = new TimeSlice()
    try {
      // A period ends within an entry, and the entry's answer goes first.
      await slice.next()
      // Nothing may come between the last look and the end: what does would wait for the next period.
      while (!this.#closed && this.#hasTask) {
        await this.#doNext()
        if (slice.over) await slice.next()
      }
    } catch (error) {
      if (!journal.failure) warn(error instanceof Error ? error.message : String(error))
    } finally {
      this.#working = undefined
    }
  }

  get #hasTask(): boolean {
    return this.#waiting.size > 0 || this.#isUntidy
  }

  /** Does the next task. */
  async #doNext(): Promise<void> {
    for (const ended of this.#waiting) {
      const { rows } = ended.period
      this.#waiting.delete(ended)
      try {
        if (rows && this.#isThere(ended.board)) await this.#write(ended, rows)
      } catch (error) {
        // Moves to the end, so that a period that cannot be written does not block the others.
        this.#waiting.add(ended)
        throw error
      }
      return
    }
    this.#isUntidy = false
    await this.#removeUnnamed()
  }

  async #write(ended: EndedPeriod, rows: Rankings): Promise<void> {
    const { state, archive, generation } = this.#options
    const { board, period } = ended
    const name = fileNameOf(state, generation, ended)
    await archive.write(name, rowsParts(holdRankings(rows, new ReadView())))
    period.file = name
    this.#use(board, period, rows)
  }

  async #removeUnnamed(): Promise<void> {
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
 * Returns a name that no other rows have, so that no state can mistake them for its own. Rows depend on the definition,
 * the history and what was dropped from it for good; generations distinguish histories. If a crash took the end of a
 * history and it continued differently, nothing names the file that came from the lost end, because a checkpoint only
 * contains what is on disk for good. Periods store the names of their files, so the files of earlier versions, whose
 * names lacked the generation, are still found.
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

/** Yields all finished periods of leaderboards. */
export function* finishedPeriods({ byId }: Boards): Generator<EndedPeriod, void, void> {
  for (const board of byId.values())
    for (const { cycle, finished } of board.cycles) for (const period of finished) yield { board, cycle, period }
}

/** Returns the files of the finished periods that are in one. */
export const periodFiles = (boards: Boards): string[] =>
  Array.from(finishedPeriods(boards)).flatMap(({ period }) => period.file ?? [])
