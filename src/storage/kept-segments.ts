import { checksum } from './checksum.ts'
import type { HistoryFile } from './history-name.ts'
import { neededBy, segmentsAlong, type Lineage } from './lineage.ts'
import { readLineage, segmentFiles, type SegmentLocation } from './recovery.ts'
import { readTexts } from './segment-reader.ts'
import type { Segment } from './segment.ts'

/**
 * The segments of a runtime in files, of any generation. Everything here throws StorageError or an error of the file
 * system.
 */
export class KeptSegments {
  readonly #location: SegmentLocation
  /** The known segments by path. A segment that was in use once does not need to be read again. */
  readonly #known = new Map<string, Segment>()

  constructor(location: SegmentLocation) {
    this.#location = location
  }

  /** Remembers segments that are in use and therefore checked. */
  remember(segments: readonly Segment[]): void {
    for (const segment of segments) {
      const known = this.#known.get(segment.path)
      // Another history may use fewer entries of it.
      if (!known || known.last < segment.last) this.#known.set(segment.path, segment)
    }
  }

  /**
   * Returns the stored segments of the history that ends with an entry of this checksum, to be read and not to be
   * written. Returns none if the stored history is another one.
   */
  async segmentsOf(lineage: Lineage, sum: number): Promise<readonly Segment[]> {
    const segments =
      (await this.#knownSegments(lineage)) ?? segmentsAlong(lineage, await readLineage(this.#location, lineage))
    const last = segments?.at(-1)
    if (!segments || !last) return []
    const [text] = await readTexts(this.#location.fs, last, [last.last])
    return text !== undefined && checksum(text) === sum ? segments : []
  }

  /** Lists the segments that none of these histories uses. */
  async unneededBy(lineages: readonly Lineage[]): Promise<readonly HistoryFile[]> {
    const isNeeded = neededBy(lineages)
    return (await segmentFiles(this.#location)).filter((file) => !isNeeded(file))
  }

  async remove(files: readonly HistoryFile[]): Promise<void> {
    for (const { path } of files) {
      this.#known.delete(path)
      await this.#location.fs.unlink(path)
    }
  }

  /** Returns undefined if some of the segments have to be read first. */
  async #knownSegments(lineage: Lineage): Promise<Segment[] | undefined> {
    const isNeeded = neededBy([lineage])
    const known: Segment[] = []
    for (const file of await segmentFiles(this.#location)) {
      if (!isNeeded(file)) continue
      const segment = this.#known.get(file.path)
      if (!segment) return undefined
      known.push(segment)
    }
    return segmentsAlong(lineage, known)
  }
}
