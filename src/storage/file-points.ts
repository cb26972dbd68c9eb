import type { Turns } from '../async/turns.ts'
import type { FileJournal } from './file-journal.ts'
import { lineageOf } from './lineage.ts'
import type { PointFiles, UsablePoint } from './point-files.ts'
import { comparePoints } from './point-order.ts'
import type { KeptPoint, Points } from './runtime-store.ts'

/** What points are kept with. */
interface PointKeeping {
  readonly files: PointFiles
  /** That of a generation in use. */
  readonly journalOf: (generation: number) => FileJournal
  /** Where what changes which generations there are waits. */
  readonly inTurn: Turns
  /** Removes what nothing needs any more. */
  readonly removeUnneeded: () => Promise<void>
  readonly warn: (message: string) => void
}

/** The points of a runtime in files, with the histories that they stand on. */
export function filePoints({ files, journalOf, inTurn, removeUnneeded, warn }: PointKeeping): Points {
  return {
    async list() {
      const { usable, unusable } = await files.all()
      for (const { message } of unusable.values()) warn(message)
      return Array.from(usable.values(), factsOf).toSorted(comparePoints)
    },
    async find(name) {
      const { usable, unusable } = await files.all()
      const why = unusable.get(name)
      if (why) throw why
      const point = usable.get(name)
      return point && { ...factsOf(point), parts: () => files.parts(name), noUse: (cause) => files.noUse(name, cause) }
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

function factsOf({ header: { lineage: _lineage, ...about }, size }: UsablePoint): KeptPoint {
  return { ...about, size }
}
