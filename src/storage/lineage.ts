import type { JournalPosition } from './history-name.ts'
import { blockOf, type Segment } from './segment.ts'

/** The entries of a generation up to `until` that a history includes. */
interface LineageStep {
  readonly generation: number
  readonly until: number
}

/** The generations of a history, oldest first, as far as it is stored. Each continues the one before it. */
export type Lineage = readonly LineageStep[]

/** Returns the lineage of the history in these segments, oldest first, up to a seq. */
export function lineageOf(segments: readonly Segment[], seq: number): Lineage {
  const steps = new Map<number, LineageStep>()
  for (const { header, first, last } of segments) {
    const until = Math.min(last, seq)
    if (first <= until) steps.set(header.generation, { generation: header.generation, until })
  }
  return [...steps.values()]
}

/**
 * Selects from these segments, which are in the order of their names, those of a history. Returns undefined if they
 * have a gap or do not reach its end. Its oldest part may have been dropped.
 */
export function segmentsAlong(lineage: Lineage, segments: readonly Segment[]): Segment[] | undefined {
  const along = lineage.flatMap(({ generation, until }) =>
    segments
      .filter(({ header, first, last }) => header.generation === generation && first <= Math.min(last, until))
      .map((segment) => endingAt(segment, until)),
  )
  const end = lineage.at(-1)?.until ?? 0
  const isWhole = along.every(({ last }, index) => last + 1 === (along[index + 1]?.first ?? end + 1))
  return isWhole ? along : undefined
}

/** Returns a copy that ends at `seq` and does not grow. */
function endingAt(segment: Segment, seq: number): Segment {
  const last = Math.min(segment.last, seq)
  const next = blockOf(segment, last) + 1
  return { ...segment, last, end: segment.blocks[next] ?? segment.end, blocks: segment.blocks.slice(0, next) }
}

/** Returns a predicate: whether one of these histories uses a segment file. */
export function neededBy(lineages: Iterable<Lineage>): (file: JournalPosition) => boolean {
  const needed = new Map<number, number>()
  for (const lineage of lineages)
    for (const { generation, until } of lineage) needed.set(generation, Math.max(needed.get(generation) ?? 0, until))
  return ({ generation, seq }) => seq <= (needed.get(generation) ?? 0)
}
