import type { Design } from '../../game/design/design.ts'
import { newGame, type GameState } from '../../game/game-state.ts'
import { followDesign, noBoards, sameDefinition, takeOver, type Judging } from '../../game/leaderboards/boards.ts'
import type { Leaderboard } from '../../game/leaderboards/design.ts'
import { beginBoard, seedWithScores } from '../../game/leaderboards/follow.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import { evolve } from '../../game/registry.ts'
import { inSlices } from '../../async/in-slices.ts'
import type { Journal } from '../../storage/journal.ts'
import type { Checkpoint, CheckpointPart } from '../../storage/checkpoint.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { History } from '../history/history.ts'
import { stateOf, stateParts } from '../checkpoints/state-parts.ts'
import { TimeSlice } from '../../async/time-slice.ts'
import { entries } from '../history/entry-codec.ts'

/** A build takes long, and a play several turns of the event loop: each waits no longer for it than this. */
const BUILD_SLICE_MS = 3

/** Where boards are built, and what of. */
export interface BuildSite {
  /** The live state, which takes the boards over. */
  readonly state: GameState
  readonly history: History
  readonly journal: Pick<Journal, 'firstSeq'>
  /** Those that are there now, newest first. */
  readonly snapshots: () => Promise<readonly Checkpoint[]>
  /** The design that is kept under a hash. */
  readonly designOf: (hash: string) => Promise<Design>
  /** The leaderboards that the active design still lacks. Throws once the game has stopped. */
  readonly order: () => BuildOrder
}

/** Which boards are to be built; asking for it throws where none is any more. */
export interface BuildOrder {
  /** The design in force, which may change meanwhile. */
  readonly design: Design
  /** Those of it that the live state lacks. */
  readonly missing: ReadonlyMap<string, Leaderboard>
  readonly judging: Judging
}

/**
 * Builds the boards that the live state lacks, all in one pass, until it lacks none: counts the history on them in a
 * state of their own, up to where the game has come meanwhile. Others have their turn all along. Throws StorageError.
 */
export async function buildBoards(site: BuildSite): Promise<void> {
  for (let order = site.order(); order.missing.size > 0; order = site.order()) {
    const build = new BoardsBuild(site, order)
    await build.begin()
    await build.finish()
  }
}

type Parts = Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>

/** One pass over the history. */
class BoardsBuild {
  readonly #site: BuildSite
  readonly #slice = new TimeSlice(BUILD_SLICE_MS)
  /** The state on whose boards the history is counted. */
  #shadow: GameState
  #order: BuildOrder
  /** The hash of the design by which changes are judged: the one that was in force when they came about. */
  #judgedBy = ''
  /**
   * The last entry that dropped something for good when this began: what it counts since is not what it is to count.
   */
  readonly #lastDrop: number

  constructor(site: BuildSite, order: BuildOrder) {
    this.#site = site
    this.#order = order
    this.#shadow = newGame(site.state.runtime)
    this.#lastDrop = site.state.drops.last
  }

  /** Goes to where the history that is kept begins. */
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
   * Counts what has happened since, and gives the boards over in the turn in which there is nothing left to count.
   * Gives up where they are not what is wanted any more, or the history has gone that they were being made of.
   */
  async finish(): Promise<void> {
    const { state } = this.#site
    while (this.#isWanted()) {
      if (this.#isJudgedByAnother()) {
        await this.#judgeByDesign()
        continue
      }
      this.#countRecent()
      if (this.#shadow.seq === state.seq && !this.#isJudgedByAnother()) return this.#giveOver()
      if (this.#slice.over) await this.#slice.next()
      else if (!(await this.#countKept())) return
    }
  }

  #giveOver(): void {
    const { boards } = this.#site.state
    takeOver(boards, this.#shadow.boards)
    for (const ended of this.#shadow.boards.ended) boards.ended.push(ended)
  }

  /** The oldest checkpoint that the journal goes on from; where there is none, the game as it is now. */
  async #oldestState(): Promise<GameState> {
    const { state, journal, snapshots: checkpoints } = this.#site
    for (const checkpoint of (await checkpoints()).toReversed()) {
      if (checkpoint.seq + 1 < journal.firstSeq) continue
      try {
        return await this.#stateOf(checkpoint.parts())
      } catch (error) {
        // A later start tells of it.
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

  /** Parts as long as anybody wants what is made of them. */
  async *#whileWanted(parts: AsyncIterable<CheckpointPart>): AsyncGenerator<CheckpointPart> {
    for await (const part of parts) {
      this.#site.order()
      yield part
    }
  }

  /** Counts what is at hand, as far as a slice of time reaches. */
  #countRecent(): void {
    const { history } = this.#site
    const next = (): string | undefined => history.recent(this.#shadow.seq + 1)
    for (let text = next(); text !== undefined && !this.#slice.over; text = next()) {
      this.#count(text)
      if (this.#isJudgedByAnother()) return
    }
  }

  /** Counts what the journal holds now; false where it does not go on from here. */
  async #countKept(): Promise<boolean> {
    const before = this.#shadow.seq
    for await (const { seq, text } of this.#site.history.read(before + 1)) {
      if (seq !== this.#shadow.seq + 1) return false
      this.#count(text)
      if (this.#isJudgedByAnother()) await this.#judgeByDesign()
      if (!this.#slice.over) continue
      await this.#slice.next()
      if (!this.#isWanted()) return false
    }
    return this.#shadow.seq > before
  }

  #count(text: string): void {
    evolve(this.#shadow, entries.read(text))
  }

  /** Whether another design has come into force since, where that matters. */
  #isJudgedByAnother(): boolean {
    const { boards, design } = this.#shadow
    return boards.requiring && design !== this.#judgedBy
  }

  /** Judges what comes now by the design in force there; one that is kept no more counts as the present one. */
  async #judgeByDesign(): Promise<void> {
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
    this.#judgedBy = hash
  }

  /** Whether all that is wanted is being built. */
  #isWanted(): boolean {
    const order = this.#site.order()
    const { boards } = this.#shadow
    if (order.design !== this.#order.design) {
      this.#order = order
      if (followDesign(boards, order.missing, boards.judging ?? order.judging).length > 0) return false
      this.#judgedBy = ''
    }
    return boards.byId.size > 0 && this.#site.state.drops.last === this.#lastDrop
  }
}
