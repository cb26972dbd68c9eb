import { checksum } from './checksum.ts'
import type { HistoryFile } from './history-name.ts'
import { neededBy, segmentsAlong, type Lineage } from './lineage.ts'
import { readLineage, segmentFiles, type SegmentLocation } from './recovery.ts'
import { readTexts } from './segment-reader.ts'
import type { Segment } from './segment.ts'

/** The segments that a runtime has in files, of whichever generation. Everything here throws StorageError or what the file system throws. */
export class KeptSegments {
  readonly #place: SegmentLocation
  /** By path: what was in use once needs no reading. */
  readonly #known = new Map<string, Segment>()

  constructor(place: SegmentLocation) {
    this.#place = place
  }

  /** Told of segments that are in use, and checked so far. */
  remember(segments: readonly Segment[]): void {
    for (const segment of segments) {
      const known = this.#known.get(segment.path)
      // Another history may go through less of it.
      if (!known || known.last < segment.last) this.#known.set(segment.path, segment)
    }
  }

  /**
   * What a history that ends with an entry of this sum lies in, as far as it is kept, to be read and not to be written;
   * nothing where that is not the history that is there.
   */
  async along(lineage: Lineage, sum: number): Promise<readonly Segment[]> {
    const segments =
      (await this.#knownAlong(lineage)) ?? segmentsAlong(lineage, await readLineage(this.#place, lineage))
    const last = segments?.at(-1)
    if (!segments || !last) return []
    const [text] = await readTexts(this.#place.fs, last, [last.last])
    return text !== undefined && checksum(text) === sum ? segments : []
  }

  /** Those that none of these histories goes through. */
  async besides(lineages: readonly Lineage[]): Promise<readonly HistoryFile[]> {
    const isNeeded = neededBy(lineages)
    return (await segmentFiles(this.#place)).filter((file) => !isNeeded(file))
  }

  async remove(files: readonly HistoryFile[]): Promise<void> {
    for (const { path } of files) {
      this.#known.delete(path)
      await this.#place.fs.unlink(path)
    }
  }

  /** Undefined where some of it has to be read. */
  async #knownAlong(lineage: Lineage): Promise<Segment[] | undefined> {
    const isNeeded = neededBy([lineage])
    const known: Segment[] = []
    for (const file of await segmentFiles(this.#place)) {
      if (!isNeeded(file)) continue
      const segment = this.#known.get(file.path)
      if (!segment) return undefined
      known.push(segment)
    }
    return segmentsAlong(lineage, known)
  }
}
