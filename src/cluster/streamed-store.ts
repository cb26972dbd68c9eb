import assert from 'node:assert/strict'
import type { RuntimeName } from '../game/game-state.ts'
import type { Checkpoint } from '../storage/checkpoint.ts'
import type { LogWriter } from '../storage/log/log-writer.ts'
import { StreamJournal } from '../storage/log/stream-journal.ts'
import type { GenerationOrigin, GenerationStorage, RuntimeStore, SnapshotStore } from '../storage/runtime-store.ts'
import { snapshotFileName } from '../storage/snapshot-files.ts'

/** A generation whose entries go into the log, over that in the files of this node. */
interface StreamedGeneration extends GenerationStorage {
  readonly journal: StreamJournal
  readonly local: GenerationStorage
}

/** What the other nodes get of the snapshots. Paths are relative to the data directory. */
interface SnapshotSharing {
  readonly shareSnapshot: (path: string) => Promise<void>
  /** `here` removes it from this node, once the others know. */
  readonly removeSnapshot: <T>(path: string, here: () => Promise<T>) => Promise<T>
}

/**
 * The history of a runtime of a node. Once the node writes it, the entries of the live generation go into the log before
 * they are in the files of this node. A generation that is only begun is in the files alone, and reaches the log as files
 * when it is made live.
 */
export class StreamedStore implements RuntimeStore {
  readonly snapshots: SnapshotStore
  readonly #local: RuntimeStore
  readonly #runtime: RuntimeName
  readonly #begun = new Set<StreamedGeneration>()
  #live: StreamedGeneration
  #writer: LogWriter | undefined

  constructor(local: RuntimeStore, runtime: RuntimeName, sharing: SnapshotSharing) {
    this.#local = local
    this.#runtime = runtime
    const { generation, journal } = local.live
    this.#live = this.#streamed(local.live, new StreamJournal({ runtime, generation }, journal))
    this.snapshots = this.#sharedSnapshots(sharing)
  }

  /** Lets this node write the history from now on. */
  write(writer: LogWriter): void {
    this.#writer = writer
    this.#live.journal.continueIn(writer)
  }

  get live(): GenerationStorage {
    return this.#live
  }

  get checkpoints(): readonly Checkpoint[] {
    return this.#local.checkpoints
  }

  async begin(origin: GenerationOrigin): Promise<GenerationStorage> {
    // What it continues is in the files of this node once the log has it.
    await this.#live.journal.settled()
    const local = await this.#local.begin(origin)
    const { generation, journal } = local
    const begun = this.#streamed(local, StreamJournal.begun({ runtime: this.#runtime, generation }, journal))
    this.#begun.add(begun)
    return begun
  }

  async discard(storage: GenerationStorage): Promise<void> {
    const { journal, local } = this.#take(storage)
    await journal.settled()?.catch(() => {})
    await this.#local.discard(local)
  }

  async madeLive(storage: GenerationStorage): Promise<void> {
    const next = this.#take(storage)
    this.#live = next
    await this.#local.madeLive(next.local)
  }

  /** Writes the entries of a generation into the log from now on. All nodes have what came before as files. */
  continueIn(generation: number): void {
    const made = this.#begun.values().find((begun) => begun.generation === generation)
    if (this.#writer) made?.journal.continueIn(this.#writer)
  }

  /**
   * Resolves when this node has on disk what was appended so far. A generation that was just made live may still be among
   * those that were begun.
   */
  async sync(): Promise<void> {
    for (const generation of [this.#live, ...this.#begun]) await generation.sync()
  }

  async close(): Promise<void> {
    try {
      await this.#live.journal.close()
    } finally {
      await this.#local.close()
    }
  }

  #streamed(local: GenerationStorage, journal: StreamJournal): StreamedGeneration {
    const { write } = local
    return {
      ...local,
      local,
      journal,
      write:
        write &&
        (async (about, parts) => {
          await journal.settled()
          await write(about, parts)
        }),
      sync: async () => {
        await journal.settled()
        await local.sync()
      },
    }
  }

  #take(storage: GenerationStorage): StreamedGeneration {
    const begun = this.#begun.values().find((candidate) => candidate === storage)
    assert(begun, 'a generation was started here and is neither live nor discarded')
    this.#begun.delete(begun)
    return begun
  }

  #sharedSnapshots({ shareSnapshot, removeSnapshot }: SnapshotSharing): SnapshotStore {
    const local = this.#local.snapshots
    const pathOf = (name: string): string => `${this.#runtime}/points/${snapshotFileName(name)}`
    return {
      ...local,
      save: async (about, parts) => {
        const generations = [this.#live, ...this.#begun]
        await generations.find(({ generation }) => generation === about.generation)?.journal.settled()
        const saved = await local.save(about, parts)
        try {
          await shareSnapshot(pathOf(about.name))
        } catch (error) {
          await local.delete(about.name)
          throw error
        }
        return saved
      },
      delete: async (name) => {
        if (!(await local.has(name))) return false
        return removeSnapshot(pathOf(name), () => local.delete(name))
      },
    }
  }
}
