import type { JournalPosition } from './history-name.ts'
import { blockOf, type Segment } from './segment.ts'

/** The entries of a generation up to `until` that a history goes through. */
interface LineageStep {
  readonly generation: number
  readonly until: number
}

/** The generations that a history goes through, oldest first, as far as it is kept; each goes on from the one before it. */
export type Lineage = readonly LineageStep[]

/** The lineage of a history that lies in these segments, oldest first, up to a seq. */
export function lineageOf(segments: readonly Segment[], seq: number): Lineage {
  const steps = new Map<number, LineageStep>()
  for (const { header, first, last } of segments) {
    const until = Math.min(last, seq)
    if (first <= until) steps.set(header.generation, { generation: header.generation, until })
  }
  return [...steps.values()]
}

/**
 * What these segments, which stand in the order of their names, hold of a history: all from the first of them to its end,
 * or undefined. Its oldest part may have been let go.
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

/** A copy, which does not grow. */
function endingAt(segment: Segment, seq: number): Segment {
  const last = Math.min(segment.last, seq)
  const next = blockOf(segment, last) + 1
  return { ...segment, last, end: segment.blocks[next] ?? segment.end, blocks: segment.blocks.slice(0, next) }
}

/** Tells of a segment file whether one of these histories goes through it. */
export function neededBy(lineages: Iterable<Lineage>): (file: JournalPosition) => boolean {
  const needed = new Map<number, number>()
  for (const lineage of lineages)
    for (const { generation, until } of lineage) needed.set(generation, Math.max(needed.get(generation) ?? 0, until))
  return ({ generation, seq }) => seq <= (needed.get(generation) ?? 0)
}
