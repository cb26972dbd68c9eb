import type { Turns } from '../async/turns.ts'
import type { FileJournal } from './file-journal.ts'
import { lineageOf } from './lineage.ts'
import type { SnapshotFiles, UsableSnapshot } from './snapshot-files.ts'
import { compareSnapshots, type KeptSnapshot, type SnapshotStore } from './runtime-store.ts'

/** What snapshots are kept with. */
interface SnapshotKeeping {
  readonly files: SnapshotFiles
  /** That of a generation in use. */
  readonly journalOf: (generation: number) => FileJournal
  /** Where what changes which generations there are waits. */
  readonly inTurn: Turns
  /** Removes what nothing needs any more. */
  readonly removeUnneeded: () => Promise<void>
  readonly warn: (message: string) => void
}

/** The snapshots of a runtime in files, with the histories that they stand on. */
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
        snapshot && { ...factsOf(snapshot), parts: () => files.parts(name), noUse: (cause) => files.noUse(name, cause) }
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
    delete: (name) =>
      inTurn(async () => {
        const wasThere = await files.remove(name)
        if (wasThere) await removeUnneeded()
        return wasThere
      }),
  }
}

function factsOf({ header: { lineage: _lineage, ...about }, size }: UsableSnapshot): KeptSnapshot {
  return { ...about, size }
}
