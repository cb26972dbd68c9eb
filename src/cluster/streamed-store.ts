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
 * The history of a runtime that a node writes. The entries of the live generation go into the log before they are in the
 * files of this node. A generation that is only begun is in the files alone, and reaches the log as files when it is made
 * live.
 */
export class StreamedStore implements RuntimeStore {
  readonly snapshots: SnapshotStore
  readonly #local: RuntimeStore
  readonly #runtime: RuntimeName
  readonly #writer: LogWriter
  readonly #begun = new Set<StreamedGeneration>()
  #live: StreamedGeneration

  constructor(local: RuntimeStore, runtime: RuntimeName, writer: LogWriter, sharing: SnapshotSharing) {
    this.#local = local
    this.#runtime = runtime
    this.#writer = writer
    this.#live = this.#streamed(local.live, writer)
    this.snapshots = this.#sharedSnapshots(sharing)
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
    const begun = this.#streamed(await this.#local.begin(origin), undefined)
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
    made?.journal.continueIn(this.#writer)
  }

  async close(): Promise<void> {
    try {
      await this.#live.journal.close()
    } finally {
      await this.#local.close()
    }
  }

  #streamed(local: GenerationStorage, writer: LogWriter | undefined): StreamedGeneration {
    const { generation } = local
    const journal = new StreamJournal(writer, { runtime: this.#runtime, generation }, local.journal)
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
