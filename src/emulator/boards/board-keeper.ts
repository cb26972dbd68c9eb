import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { dropBoard, type FinishedPeriod, type Judging } from '../../game/leaderboards/boards.ts'
import type { Leaderboard } from '../../game/leaderboards/design.ts'
import { followBoards } from '../../game/leaderboards/follow.ts'
import type { BoardRequest, FinishedRequest } from '../../game/leaderboards/reading/reading.ts'
import type { Journal } from '../../storage/journal.ts'
import type { BoardStorage } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { History } from '../history/history.ts'
import type { EntryFollower } from '../session/entry-follower.ts'
import { buildBoards, type BuildOrder } from './boards-build.ts'
import { PeriodArchiver } from './period-archiver.ts'

/** What a board keeper needs. */
interface BoardKeeping {
  readonly state: GameState
  readonly history: History
  readonly journal: Pick<Journal, 'firstSeq' | 'failure' | 'settled'>
  readonly storage: BoardStorage
  readonly zoneOffset: Judging['zoneOffset']
  /** Returns the design that is stored under a hash. */
  readonly designOf: (hash: string) => Promise<Design>
  readonly warn: (message: string) => void
}

/**
 * Keeps the leaderboards of a runtime: those of the deployed design. If there is a history, builds missing ones in the
 * background.
 */
export class BoardKeeper {
  readonly #keeping: BoardKeeping
  readonly #archiver: PeriodArchiver
  /** Periods whose loss was reported. */
  readonly #lost = new WeakSet<FinishedPeriod>()
  #design: Design
  #building: Promise<void> | undefined
  #isStarted = false
  #closed = false

  /** Starts with a design. Does nothing in the background until it is started. */
  constructor(keeping: BoardKeeping, design: Design) {
    this.#keeping = keeping
    this.#design = design
    const { state, storage, journal, warn } = keeping
    const { archive, generation } = storage
    this.#archiver = new PeriodArchiver({ state, archive, generation, journal, warn })
    this.follow(design)
  }

  /** Uses a design from now on, and builds its missing leaderboards. A running build notices the change itself. */
  follow(design: Design): void {
    const { state, zoneOffset } = this.#keeping
    const before = [...state.boards.byId.values()]
    this.#design = design
    followBoards(state, design, zoneOffset)
    if (before.some((board) => state.boards.byId.get(board.definition.id) !== board)) this.#archiver.tidy()
    this.#buildMissing()
  }

  /**
   * Starts to work in the background. Call this only once the game certainly continues from here, because files that
   * another timeline needs would otherwise be removed.
   */
  started(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#archiver.start()
    this.#archiver.tidy()
    this.#buildMissing()
  }

  /** Follows the entries, for the periods that end. */
  get follower(): EntryFollower {
    return this.#archiver
  }

  /**
   * Resolves when a walk can continue and look again; it may then find another leaderboard, or none. Rejects if that
   * failed; the next request tries again.
   */
  async provide(request: BoardRequest): Promise<void> {
    if ('finished' in request) await this.#load(request)
    else while (this.#isMissing(request.board)) await this.#build()
  }

  /** Stops a running build. Periods that are in no file yet are left to the last checkpoint. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#building?.catch(() => {})
    await this.#archiver.close()
  }

  /**
   * If a file is unusable, builds its leaderboard again as far as the history goes back. Otherwise the period counts as
   * empty.
   */
  async #load(request: FinishedRequest): Promise<void> {
    try {
      await this.#archiver.load(request)
    } catch (error) {
      if (!(error instanceof StorageError)) throw error
      const { state, journal, warn } = this.#keeping
      const { id } = request.of.definition
      if (state.boards.byId.get(id) !== request.of) return
      if (journal.firstSeq > 1) return this.#useEmpty(request, error)
      warn(`${error.message}. The leaderboard '${id}' is built again from the history`)
      dropBoard(state.boards, id)
    }
  }

  #useEmpty(request: FinishedRequest, { message }: StorageError): void {
    const { finished, of: board } = request
    this.#archiver.loadEmpty(request)
    if (this.#lost.has(finished)) return
    this.#lost.add(finished)
    this.#keeping.warn(
      `${message}. The history behind it is no longer kept, so the leaderboard '${board.definition.id}' is empty in the period that starts at ${toIso(finished.start)}. Restore the file from a backup and restart`,
    )
  }

  #isMissing(id: string): boolean {
    return this.#design.leaderboards.has(id) && !this.#keeping.state.boards.byId.has(id)
  }

  #missing(): ReadonlyMap<string, Leaderboard> {
    return new Map([...this.#design.leaderboards].filter(([id]) => this.#isMissing(id)))
  }

  #order(): BuildOrder {
    if (this.#closed) throw new StorageError('The game has stopped')
    const { metrics } = this.#design
    const { zoneOffset } = this.#keeping
    return { design: this.#design, missing: this.#missing(), judging: { metrics, zoneOffset } }
  }

  /** Reports a failure and hides it from the caller. */
  #buildMissing(): void {
    if (this.#isStarted && this.#missing().size > 0) this.#build().catch(() => {})
  }

  #build(): Promise<void> {
    this.#building ??= this.#run()
    return this.#building
  }

  async #run(): Promise<void> {
    const { state, history, journal, storage, designOf, warn } = this.#keeping
    try {
      // A start can set several designs in a row.
      await new Promise(setImmediate)
      const { checkpoints } = storage
      await buildBoards({ state, history, journal, checkpoints, designOf, order: () => this.#order() })
      this.#archiver.archiveEnded()
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      if (!this.#closed && !journal.failure) warn(`The leaderboards could not be built: ${why}`)
      throw error
    } finally {
      this.#building = undefined
    }
  }
}
