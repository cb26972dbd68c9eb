import type { ControlAnswer } from '../../../interface/control-answers.ts'

export type Density = ControlAnswer<'GET /_gamify/history/density'>

/** The scale between the entries of a history and the places on its timeline, from 0 to 1. Both follow the buckets. */
export interface TimelineScale {
  readonly first: number
  readonly last: number
  /** Returns the entry at a place: the last one that had happened then. */
  readonly entryAt: (place: number) => number
  readonly placeOf: (entry: number) => number
  /** Returns the last entry at a time. */
  readonly entryAtTime: (ms: number) => number
  /** Returns the first entry of the next or the previous bucket that has any. */
  readonly nextBucket: (entry: number, direction: 1 | -1) => number
}

/** Creates the scale of a history; undefined for one without entries. */
export function timelineScale({ first, last, width_ms, buckets }: Density): TimelineScale | undefined {
  if (!first || !last) return undefined
  const count = buckets.length
  const clamped = (entry: number): number => Math.max(first.seq, Math.min(last.seq, entry))
  const entryAt = (place: number): number => {
    const index = Math.max(0, Math.min(count - 1, Math.floor(place * count)))
    const bucket = buckets[index]
    if (!bucket) return first.seq
    const within = Math.max(0, Math.min(1, place * count - index))
    return clamped(
      bucket.entries === 0
        ? bucket.seq - 1
        : bucket.seq + Math.min(bucket.entries - 1, Math.floor(within * bucket.entries)),
    )
  }
  const bucketOf = (entry: number): number => buckets.findLastIndex(({ seq, entries }) => entries > 0 && seq <= entry)
  return {
    first: first.seq,
    last: last.seq,
    entryAt,
    placeOf: (entry) => {
      const index = Math.max(0, bucketOf(entry))
      const bucket = buckets[index]
      if (!bucket) return 0
      return (index + Math.min(1, (entry - bucket.seq + 0.5) / Math.max(1, bucket.entries))) / count
    },
    entryAtTime: (ms) => entryAt((ms - Date.parse(first.at)) / (count * width_ms)),
    nextBucket: (entry, direction) => {
      const filled = buckets.filter(({ entries }) => entries > 0)
      const next = direction > 0 ? filled.find(({ seq }) => seq > entry) : filled.findLast(({ seq }) => seq < entry)
      return clamped(next?.seq ?? (direction > 0 ? last.seq : first.seq))
    },
  }
}
