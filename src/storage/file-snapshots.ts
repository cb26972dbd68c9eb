import type { Turns } from '../async/turns.ts'
import type { FileJournal } from './file-journal.ts'
import { lineageOf } from './lineage.ts'
import { compareSnapshots, type KeptSnapshot, type SnapshotStore } from './runtime-store.ts'
import type { SnapshotFiles, UsableSnapshot } from './snapshot-files.ts'

/** What the snapshots depend on. */
interface SnapshotKeeping {
  readonly files: SnapshotFiles
  /** Returns the journal of a generation that is in use. */
  readonly journalOf: (generation: number) => FileJournal
  /** The queue of operations that change which generations exist. */
  readonly inTurn: Turns
  /** Removes what nothing needs any longer. */
  readonly removeUnneeded: () => Promise<void>
  readonly warn: (message: string) => void
}

/** Creates the store of a runtime's snapshots in files, each with the history that it needs. */
export function fileSnapshots({ files, journalOf, inTurn, removeUnneeded, warn }: SnapshotKeeping): SnapshotStore {
  return {
    async list() {
      const { usable, unusable } = await files.all()
      for (const { message } of unusable.values()) warn(message)
      return Array.from(usable.values(), factsOf).toSorted(compareSnapshots)
    },
    async find(name) {
      const { usable, unusable } = await files.all()
      const why = unusable.get(name)
      if (why) throw why
      const snapshot = usable.get(name)
      return (
        snapshot && {
          ...factsOf(snapshot),
          parts: () => files.parts(name),
          unusableError: (cause) => files.unusableError(name, cause),
        }
      )
    },
    async has(name) {
      const { usable, unusable } = await files.all()
      return usable.has(name) || unusable.has(name)
    },
    async save(about, parts) {
      const journal = journalOf(about.generation)
      await journal.sync()
      const size = await files.write({ ...about, lineage: lineageOf(journal.segments, about.seq) }, parts)
      return { ...about, size }
    },
    changed: () => files.forget(),
    delete: (name) =>
      inTurn(async () => {
        const existed = await files.remove(name)
        if (existed) await removeUnneeded()
        return existed
      }),
  }
}

function factsOf({ header: { lineage: _lineage, ...about }, size }: UsableSnapshot): KeptSnapshot {
  return { ...about, size }
}
