import { TimeSlice } from '../../async/time-slice.ts'
import { recordCount } from '../../game/feeds/feed-index.ts'
import { forgetBefore } from '../../game/forgetting.ts'
import type { GenerationStorage } from '../../storage/runtime-store.ts'
import type { EntryFollower } from '../session/entry-follower.ts'
import type { Timeline } from '../session/timeline.ts'
import { writeCheckpoint } from './state-parts.ts'

/** Replaying fewer entries than this is faster than writing a checkpoint. */
const MIN_ENTRIES = 10_000

/** Writing this many records of feeds takes as long as replaying one entry, and as writing one player. */
const FEED_RECORDS_AN_ENTRY = 8

interface Mark {
  readonly seq: number
  readonly at: number
}

/** The part of a runtime that checkpoints need. */
type KeptRuntime = Pick<Timeline, 'state' | 'failed'>

interface KeeperOptions {
  /** The position of the newest checkpoint; undefined if there is none. */
  readonly from: Mark | undefined
  /** How long history is kept; undefined for forever. */
  readonly keepMs: number | undefined
  readonly warn: (message: string) => void
  /** The number of entries between two checkpoints; undefined for the default. */
  readonly entries: number | undefined
}

/**
 * Writes checkpoints of a runtime in the background, often enough that a start replays little. Drops history that is no
 * longer kept.
 */
export class CheckpointKeeper implements EntryFollower {
  readonly #runtime: KeptRuntime
  readonly #storage: GenerationStorage
  readonly #options: KeeperOptions
  /** The positions of the checkpoints, oldest first. */
  readonly #marks: Mark[] = []
  #writing: Promise<void> | undefined
  #isStarted = false
  /** The entry of the last attempt, so that a failure is not tried again with every entry. */
  #triedSeq = 0
  /** What the state knew of events before this entry is forgotten. */
  #forgottenTo = 1

  constructor(runtime: KeptRuntime, storage: GenerationStorage, options: KeeperOptions) {
    this.#runtime = runtime
    this.#storage = storage
    this.#options = options
    if (options.from) this.#marks.push(options.from)
  }

  /** Starts to work in the background. */
  start(): void {
    this.#isStarted = true
  }

  /** Stops the background work. Resolves when it has ended. */
  async rest(): Promise<void> {
    this.#isStarted = false
    await this.#writing
  }

  /**
   * Checks after an entry whether a checkpoint is due. The larger a checkpoint is, the more entries are between two.
   */
  onEntry(): void {
    const { seq, players, feeds } = this.#runtime.state
    const due =
      this.#options.entries ?? Math.max(MIN_ENTRIES, players.index.size, recordCount(feeds) / FEED_RECORDS_AN_ENTRY)
    const isNeeded = this.#storage.write !== undefined || this.#options.keepMs !== undefined
    if (this.#isStarted && isNeeded && !this.#writing && seq - Math.max(this.#lastSeq(), this.#triedSeq) >= due)
      void this.#start()
  }

  /**
   * Writes a checkpoint if anything has happened since the last one. A failure is only a warning, because the journal
   * has everything.
   */
  async finish(): Promise<void> {
    await this.#writing
    if (this.#storage.write && !this.#runtime.failed && this.#runtime.state.seq > this.#lastSeq()) await this.#start()
  }

  #lastSeq(): number {
    return this.#marks.at(-1)?.seq ?? 0
  }

  #start(): Promise<void> {
    this.#writing = this.#write()
      .catch((error: unknown) => {
        if (!this.#runtime.failed) this.#options.warn(error instanceof Error ? error.message : String(error))
      })
      .finally(() => (this.#writing = undefined))
    return this.#writing
  }

  async #write(): Promise<void> {
    this.#triedSeq = this.#runtime.state.seq
    const { firstSeq } = this.#storage.journal
    // Forgets before the write, so that a start from the checkpoint has forgotten the same.
    if (firstSeq > this.#forgottenTo) await this.#forgetBefore(firstSeq)
    const { seq, at } = this.#runtime.state
    // In memory there is no checkpoint to write, and none that the history has to reach back to.
    if (this.#storage.write) await writeCheckpoint(this.#storage.write, this.#runtime.state)
    this.#marks.push({ seq, at })
    await this.#forget()
  }

  async #forgetBefore(seq: number): Promise<void> {
    const slice = new TimeSlice()
    for (const _ of forgetBefore(this.#runtime.state, seq)) if (slice.over) await slice.next()
    this.#forgottenTo = seq
  }

  /** Drops entries that are older than they are kept, as far as two checkpoints cover them. */
  async #forget(): Promise<void> {
    const { keepMs } = this.#options
    if (keepMs === undefined) return
    const oldest = this.#runtime.state.at - keepMs
    const covered = this.#marks.slice(0, -1).findLastIndex(({ at }) => at < oldest)
    if (covered < 0) return
    await this.#storage.journal.dropBefore(this.#marks[covered]?.seq ?? 0)
    this.#marks.splice(0, covered)
  }
}
