import { Moment } from '../game/leaderboards/moment.ts'
import type { Runtime } from './runtime.ts'
import type { RuntimeStorage } from './runtime-storage.ts'
import { stateParts } from './state-parts.ts'

/** Fewer entries than this are replayed faster than a snapshot is written. */
const MIN_ENTRIES = 10_000

/** So many records of feeds are written as fast as one entry is replayed, and as one player is written. */
const FEED_RECORDS_AN_ENTRY = 8

interface Mark {
  readonly seq: number
  readonly at: number
}

/** What is kept of a runtime. */
type KeptRuntime = Pick<Runtime, 'state' | 'failed'>

interface KeeperOptions {
  /** The state that the newest snapshot holds; undefined where there is none. */
  readonly from: Mark | undefined
  /** How long history is kept; undefined for ever. */
  readonly keepMs: number | undefined
  readonly warn: (message: string) => void
  /** Entries between two snapshots, where not the usual. */
  readonly entries: number | undefined
}

/** Writes snapshots of a runtime in the background, often enough that a start replays little; lets go of history that is no longer kept. */
export class SnapshotKeeper {
  readonly #runtime: KeptRuntime
  readonly #storage: RuntimeStorage
  readonly #options: KeeperOptions
  /** The states that snapshots hold, oldest first. */
  readonly #marks: Mark[] = []
  #writing: Promise<void> | undefined
  /** The state that was last tried: a failure is not tried again with every entry. */
  #triedSeq = 0

  constructor(runtime: KeptRuntime, storage: RuntimeStorage, options: KeeperOptions) {
    this.#runtime = runtime
    this.#storage = storage
    this.#options = options
    if (options.from) this.#marks.push(options.from)
  }

  /** Looks, after an entry, whether it is time for one; the more a snapshot has to write, the more entries are between two. */
  entryWritten(): void {
    const { seq, players, feeds } = this.#runtime.state
    const due = this.#options.entries ?? Math.max(MIN_ENTRIES, players.places.size, feeds.size / FEED_RECORDS_AN_ENTRY)
    const wanted = this.#storage.write !== undefined || this.#options.keepMs !== undefined
    if (wanted && !this.#writing && seq - Math.max(this.#lastSeq(), this.#triedSeq) >= due) void this.#start()
  }

  /** Writes one if anything has happened since the last. Failing is no more than a warning: the journal has it all. */
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
    const { seq, at } = this.#runtime.state
    this.#triedSeq = seq
    await this.#writeSnapshot()
    this.#marks.push({ seq, at })
    await this.#forget()
  }

  /** In memory there is none to write, and none that history would have to reach back to. */
  async #writeSnapshot(): Promise<void> {
    if (!this.#storage.write) return
    const { seq, at, chain, design } = this.#runtime.state
    const moment = new Moment()
    try {
      const parts = stateParts(this.#runtime.state, moment)
      await this.#storage.write({ seq, at, sum: chain, design: design || null }, parts)
    } finally {
      moment.end()
    }
  }

  /** Lets go of entries older than they are kept, as far as two snapshots cover them. */
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
