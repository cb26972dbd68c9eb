import { TimeSlice, inSlices } from '../../async/time-slice.ts'
import type { Design } from '../../game/design/design.ts'
import { newGame, type GameState } from '../../game/game-state.ts'
import { followDesign, noBoards, sameDefinition, takeOver, type Judging } from '../../game/leaderboards/boards.ts'
import type { Leaderboard } from '../../game/leaderboards/design.ts'
import { beginBoard, seedWithScores } from '../../game/leaderboards/follow.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import { evolve } from '../../game/registry.ts'
import type { Checkpoint, CheckpointPart } from '../../storage/checkpoint.ts'
import type { Journal } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { stateOf, stateParts } from '../checkpoints/state-parts.ts'
import { entryCodec } from '../history/entry-codec.ts'
import type { History } from '../history/history.ts'

/**
 * How long a build holds the event loop at a stretch. It is short because a play takes several turns of the loop, and
 * waits for the build in each.
 */
const BUILD_SLICE_MS = 3

/** Where leaderboards are built, and what from. */
export interface BuildContext {
  /** The live state, which receives the leaderboards. */
  readonly state: GameState
  readonly history: History
  readonly journal: Pick<Journal, 'firstSeq'>
  /** Returns the current checkpoints, newest first. */
  readonly checkpoints: () => Promise<readonly Checkpoint[]>
  /** Returns the design that is stored under a hash. */
  readonly designOf: (hash: string) => Promise<Design>
  /** Returns the leaderboards that the active design still lacks. Throws once the game has stopped. */
  readonly order: () => BuildOrder
}

/** The leaderboards to build. */
export interface BuildOrder {
  /** The deployed design, which can change meanwhile. */
  readonly design: Design
  /** The leaderboards of the design that the live state lacks. */
  readonly missing: ReadonlyMap<string, Leaderboard>
  readonly judging: Judging
}

/**
 * Builds the leaderboards that the live state lacks, all in one pass, until it lacks none. Counts the history in a
 * state of its own, up to where the game has come meanwhile. Yields to other work on the way. Throws StorageError.
 */
export async function buildBoards(site: BuildContext): Promise<void> {
  for (let order = site.order(); order.missing.size > 0; order = site.order()) {
    const build = new BoardsBuild(site, order)
    await build.begin()
    await build.finish()
  }
}

type Parts = Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>

/** One pass over the history. */
class BoardsBuild {
  readonly #site: BuildContext
  readonly #slice = new TimeSlice(BUILD_SLICE_MS)
  /** The state on whose leaderboards the history is counted. */
  #shadow: GameState
  #order: BuildOrder
  /** The hash of the design that decides on changes: the one that was deployed when they happened. */
  #usedDesign = ''
  /**
   * The last entry that dropped something for good when the build began. If it changes, this build no longer counts the
   * right thing.
   */
  readonly #lastDrop: number

  constructor(site: BuildContext, order: BuildOrder) {
    this.#site = site
    this.#order = order
    this.#shadow = newGame(site.state.runtime)
    this.#lastDrop = site.state.drops.last
  }

  /** Moves to the beginning of the stored history. */
  async begin(): Promise<void> {
    const { state, journal } = this.#site
    const base = journal.firstSeq === 1 ? this.#shadow : await this.#oldestState()
    const { departures } = base.boards
    this.#shadow = { ...base, boards: { ...noBoards(state.drops, base), departures } }
    this.#shadow.boards.judging = this.#order.judging
    for (const board of this.#order.missing.values()) beginBoard(this.#shadow, board, base.seq)
    for (const _ of base.seq > 0 ? seedWithScores(this.#shadow) : []) {
      if (!this.#slice.over) continue
      await this.#slice.next()
      this.#site.order()
    }
  }

  /**
   * Counts what has happened since, and hands the leaderboards over in the turn in which nothing is left to count.
   * Gives up if they are no longer wanted, or if the history that they are built from was dropped.
   */
  async finish(): Promise<void> {
    const { state } = this.#site
    while (this.#isWanted()) {
      if (this.#hasOtherDesign()) {
        await this.#useDesign()
        continue
      }
      this.#countRecent()
      if (this.#shadow.seq === state.seq && !this.#hasOtherDesign()) return this.#handOver()
      if (this.#slice.over) await this.#slice.next()
      else if (!(await this.#countStored())) return
    }
  }

  #handOver(): void {
    const { boards } = this.#site.state
    takeOver(boards, this.#shadow.boards)
    for (const ended of this.#shadow.boards.ended) boards.ended.push(ended)
  }

  /**
   * Returns the state of the oldest checkpoint that the journal continues; without one, a copy of the present state.
   */
  async #oldestState(): Promise<GameState> {
    const { state, journal, checkpoints } = this.#site
    for (const checkpoint of (await checkpoints()).toReversed()) {
      if (checkpoint.seq + 1 < journal.firstSeq) continue
      try {
        return await this.#stateOf(checkpoint.parts())
      } catch (error) {
        // A later start reports it.
        if (!(error instanceof StorageError)) throw error
      }
    }
    const view = new ReadView()
    try {
      return await this.#stateOf(stateParts(state, view))
    } finally {
      view.end()
    }
  }

  #stateOf(parts: Parts): Promise<GameState> {
    return stateOf(this.#site.state.runtime, this.#whileWanted(inSlices(parts)))
  }

  /** Passes parts on while the leaderboards are still wanted. */
  async *#whileWanted(parts: AsyncIterable<CheckpointPart>): AsyncGenerator<CheckpointPart> {
    for await (const part of parts) {
      this.#site.order()
      yield part
    }
  }

  /** Counts the entries in memory, for one time slice. */
  #countRecent(): void {
    const { history } = this.#site
    const next = (): string | undefined => history.recent(this.#shadow.seq + 1)
    for (let text = next(); text !== undefined && !this.#slice.over; text = next()) {
      this.#count(text)
      if (this.#hasOtherDesign()) return
    }
  }

  /** Counts the entries in the journal. Returns false if it does not continue from here. */
  async #countStored(): Promise<boolean> {
    const before = this.#shadow.seq
    for await (const { seq, text } of this.#site.history.read(before + 1)) {
      if (seq !== this.#shadow.seq + 1) return false
      this.#count(text)
      if (this.#hasOtherDesign()) await this.#useDesign()
      if (!this.#slice.over) continue
      await this.#slice.next()
      if (!this.#isWanted()) return false
    }
    return this.#shadow.seq > before
  }

  #count(text: string): void {
    evolve(this.#shadow, entryCodec.read(text))
  }

  /** Whether another design was deployed since, if that matters. */
  #hasOtherDesign(): boolean {
    const { boards, design } = this.#shadow
    return boards.requiring && design !== this.#usedDesign
  }

  /**
   * Decides on further changes with the design that was deployed then. If that is no longer stored, uses the present
   * one.
   */
  async #useDesign(): Promise<void> {
    const { boards, design: hash } = this.#shadow
    const then = await this.#site.designOf(hash).catch((error: unknown) => {
      if (error instanceof StorageError) return undefined
      throw error
    })
    const { design, missing, judging } = this.#order
    boards.judging = { ...judging, metrics: (then ?? design).metrics }
    for (const board of boards.byId.values()) {
      const { id } = board.definition
      const known = [then?.leaderboards.get(id), missing.get(id)].find(
        (each) => each && sameDefinition(each.definition, board.definition),
      )
      if (known) board.requires = known.requires
    }
    this.#usedDesign = hash
  }

  /** Whether everything that is wanted is being built. */
  #isWanted(): boolean {
    const order = this.#site.order()
    const { boards } = this.#shadow
    if (order.design !== this.#order.design) {
      this.#order = order
      if (followDesign(boards, order.missing, boards.judging ?? order.judging).length > 0) return false
      this.#usedDesign = ''
    }
    return boards.byId.size > 0 && this.#site.state.drops.last === this.#lastDrop
  }
}
