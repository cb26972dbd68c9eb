import { crc32 } from 'node:zlib'
import type { SnapshotPart } from '../../storage/snapshot.ts'

/** The records of a part, by their sums, and the line on which it stood. */
interface SummedPart {
  readonly name: string
  readonly line: number
  readonly sums: Uint32Array
}

/** A record among all of a state. */
interface SummedRecord extends Pick<SummedPart, 'name' | 'line'> {
  readonly sum: number
}

/** What the parts of a state say, as sums: 4 bytes a record. */
export class StateSums {
  readonly #parts: SummedPart[] = []

  /** Notes a part that stood on a line. */
  add(part: SnapshotPart, line: number): void {
    this.#parts.push({ name: part.name, line, sums: Uint32Array.from(recordsOf(part), sumOf) })
  }

  /** Where these parts first say something else, however they are cut: line and record, the beginning of a sentence. */
  async differenceFrom(parts: AsyncIterable<SnapshotPart> | Iterable<SnapshotPart>): Promise<string | undefined> {
    const told = this.#records()
    const indices = new Map<string, number>()
    for await (const part of parts) {
      for (const record of recordsOf(part)) {
        const index = indices.get(part.name) ?? 0
        indices.set(part.name, index + 1)
        const next = told.next()
        if (!next.done && next.value.name === part.name && next.value.sum === sumOf(record)) continue
        const what = `${recordName(part.name, index)}${idOf(record)}`
        return next.done ? `The end of the state lacks ${what}, so it` : `Line ${next.value.line}: ${what}`
      }
    }
    const more = told.next()
    if (more.done) return undefined
    const { name, line } = more.value
    return `Line ${line}: ${recordName(name, indices.get(name) ?? 0)}`
  }

  /** The line of a record, by its place among those of a name; of the last one where there are not so many. */
  lineOf(name: string, index: number): number {
    let left = index
    let last = 0
    for (const part of this.#parts) {
      if (part.name !== name) continue
      if (left < part.sums.length) return part.line
      left -= part.sums.length
      last = part.line
    }
    return last
  }

  *#records(): Generator<SummedRecord, void, void> {
    for (const { name, line, sums } of this.#parts) for (const sum of sums) yield { name, line, sum }
  }
}

/** Bytes, and what is no list, are a record each. */
function recordsOf(part: SnapshotPart): readonly unknown[] {
  if ('bytes' in part) return [part.bytes]
  return Array.isArray(part.data) ? (part.data as readonly unknown[]) : [part.data]
}

function sumOf(record: unknown): number {
  return record instanceof Uint8Array ? crc32(record) : crc32(JSON.stringify(record))
}

const recordName = (name: string, index: number): string => `${name}.${index}`

/** By what people know a record. */
function idOf(record: unknown): string {
  if (typeof record !== 'object' || record === null) return ''
  const id: unknown = Array.isArray(record) ? record[0] : 'id' in record ? record.id : undefined
  return typeof id === 'string' ? ` ('${id}')` : ''
}
