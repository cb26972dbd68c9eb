import assert from 'node:assert/strict'
import type { Design } from '../../game/design/design.ts'
import { newGame, type GameState, type RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import { dropBoard, type EndedPeriod } from '../../game/leaderboards/boards.ts'
import { followBoards } from '../../game/leaderboards/follow.ts'
import { holdRankings, rowsParts } from '../../game/leaderboards/kept-rows.ts'
import { ReadView } from '../../game/ranking/read-view.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import type { Journal } from '../../storage/journal.ts'
import { buildBoards } from '../boards/boards-build.ts'
import { Replay } from '../checkpoints/recovery.ts'
import { History } from '../history/history.ts'

/** What is needed to replay a whole history. */
export interface ReplayContext {
  readonly runtime: RuntimeName
  readonly journal: Journal
  /** Returns the offset of the game's time zone from UTC. */
  readonly zoneOffset: (atMs: number) => number
  /** Returns the design with a hash, which must exist. */
  readonly designOf: (hash: string) => Design
  /** Writes the rows of a period to a file and returns its name. */
  readonly archiveRows: (rows: Iterable<CheckpointPart>) => Promise<string>
}

/** The state that results from the entries of a whole history. It is in memory, except the rows of finished periods. */
export class StateReplay {
  readonly #site: ReplayContext
  readonly #replay: Replay

  constructor(site: ReplayContext) {
    this.#site = site
    const follow = async (state: GameState): Promise<void> => followBoards(state, this.#design, site.zoneOffset)
    this.#replay = new Replay(newGame(site.runtime), follow)
  }

  get state(): GameState {
    return this.#replay.state
  }

  get #design(): Design {
    return this.#site.designOf(this.state.design)
  }

  /**
   * Applies the next entry with its checksum. Returns a promise if there is more to do. Throws if the entry cannot be
   * applied.
   */
  take(entry: Entry, sum: number): Promise<void> | undefined {
    const following = this.#replay.take(entry, sum)
    return following || this.state.boards.ended.length > 0 ? this.#tidy(following) : undefined
  }

  async #tidy(following?: Promise<void>): Promise<void> {
    await following
    for (const ended of this.state.boards.ended.splice(0)) await this.#archiveRows(ended)
  }

  /**
   * Returns the state after the last entry, with only these leaderboards of its design. Those that came with a later
   * design are built from the whole history.
   */
  async finish(boards: ReadonlySet<string>): Promise<GameState> {
    const { state } = this
    const { journal, zoneOffset } = this.#site
    for (const id of state.boards.byId.keys()) if (!boards.has(id)) dropBoard(state.boards, id)
    const design = this.#design
    const order = () => ({
      design,
      missing: new Map([...design.leaderboards].filter(([id]) => boards.has(id) && !state.boards.byId.has(id))),
      judging: { metrics: design.metrics, zoneOffset },
    })
    const designOf = async (hash: string): Promise<Design> => this.#site.designOf(hash)
    await buildBoards({ state, history: new History(journal), journal, checkpoints: async () => [], designOf, order })
    await this.#tidy()
    return state
  }

  async #archiveRows({ period }: EndedPeriod): Promise<void> {
    assert(period.rows, 'a period that has just ended is in memory')
    period.file = await this.#site.archiveRows(rowsParts(holdRankings(period.rows, new ReadView())))
    period.rows = undefined
  }
}
