import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { formatSum } from './checksum.ts'
import { openDirectory, writeWhole } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import {
  comparePlaces,
  historyName,
  isHistoryName,
  parseHistoryName,
  type HistoryFile,
  type HistoryPlace,
} from './history-name.ts'
import { lineWindows } from './line-windows.ts'
import { lineEnd } from './segment-format.ts'
import { StorageError, storageFailure } from './storage-error.ts'

/** The only format that this program writes and reads: a snapshot of another one is made anew from the journal. */
const SNAPSHOT_FORMAT = 4

/** How many snapshots are kept: one to start from, and one in case that is damaged. */
const KEPT = 2

/** So much is gathered before it is written. */
const WRITE_BYTES = 1 << 18

/** So much is written before it is synced: one sync of it all would hold up those of the journal. */
const SYNC_BYTES = 1 << 22

/** Parts are made for so long, then the event loop has its turn. */
const SLICE_MS = 5

/**
 * A piece of a state, under the name of what it is a piece of: some JSON (a hundred records, say) or bytes (some hundred
 * kilobytes). A piece is made, written and read at one go; `bytes` that were read have an ArrayBuffer of their own.
 */
export type SnapshotPart =
  | { readonly name: string; readonly data: unknown }
  | { readonly name: string; readonly bytes: Uint8Array }

/** Which state a snapshot holds: that after entry `seq`, whose checksum is `sum`. */
export interface SnapshotHeader extends HistoryPlace {
  readonly format: number
  readonly program: string
  readonly runtime: string
  readonly sum: number
  /** Game time, in ms since 1970. */
  readonly at: number
  /** The hash of the design in force; null before the first one. */
  readonly design: string | null
}

/** A snapshot that is there; whether it is good shows when it is read. */
export interface Snapshot extends HistoryFile {
  /**
   * Its parts in the order in which they were written, streamed, and checked as they come: they count when the last one
   * was given. Throws StorageError that says what is wrong with it.
   */
  readonly parts: () => AsyncIterable<SnapshotPart>
}

/** Where the snapshots of a runtime are. The directory holds nothing else, and is made if it is not there. */
export interface SnapshotOptions {
  readonly fs: FileSystem
  readonly directory: string
  readonly program: string
  readonly runtime: string
}

/** The last line: how many bytes stand before it, and their checksum. */
interface Footer {
  readonly bytes: number
  readonly sum: string
}

/** The snapshots of a runtime. One is written at a time. */
export interface Snapshots {
  /**
   * Writes one, a little at a time, from parts that may be made as they are asked for; it counts from when this
   * resolves. Then removes all but the newest two, and those that were passed over. Throws StorageError, and leaves what
   * was there.
   */
  write(about: Omit<SnapshotHeader, 'format' | 'program' | 'runtime'>, parts: Parts): Promise<void>
  /** Those that are there, newest first. */
  list(): Promise<readonly Snapshot[]>
  /** Counts a snapshot as none: it goes with the next that is written. */
  passOver(snapshot: Snapshot): void
}

type Parts = Iterable<SnapshotPart> | AsyncIterable<SnapshotPart>

/** Opens the directory of a runtime's snapshots, and removes what was not finished there. Throws StorageError. */
export async function openSnapshots(options: SnapshotOptions): Promise<Snapshots> {
  const { fs, directory, program, runtime } = options
  const attempt = async <T>(step: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (cause) {
      throw storageFailure(`${step} in ${directory}`, cause)
    }
  }
  await attempt('The snapshots cannot be opened', () => openDirectory(fs, directory, isHistoryName))
  const passedOver = new Set<string>()
  return {
    write: (about, parts) =>
      attempt('No snapshot can be written', async () => {
        const header = { format: SNAPSHOT_FORMAT, program, runtime, ...about }
        const path = join(directory, historyName(header))
        await writeWhole(fs, path, (handle) => writeLines(handle, header, parts))
        passedOver.delete(path)
        const good = (await filesOf(options)).filter((file) => !passedOver.has(file.path))
        for (const old of [...good.slice(KEPT).map((file) => file.path), ...passedOver]) await fs.unlink(old)
      }),
    list: () =>
      attempt('The snapshots cannot be listed', async () =>
        (await filesOf(options)).map((file) => ({ ...file, parts: () => readParts(options, file) })),
      ),
    passOver: ({ path }) => void passedOver.add(path),
  }
}

async function writeLines(handle: FileHandle, header: SnapshotHeader, parts: Parts): Promise<void> {
  let lines = `${JSON.stringify(header)}\n`
  let end = 0
  let synced = 0
  let sum = 0
  let sliceStart = performance.now()
  const flush = async (): Promise<void> => {
    const bytes = Buffer.from(lines)
    lines = ''
    sum = crc32(bytes, sum)
    await handle.write(bytes, end)
    end += bytes.length
    if (end - synced >= SYNC_BYTES) {
      await handle.sync()
      synced = end
    }
  }
  for await (const part of parts) {
    lines += formatPart(part)
    if (lines.length < WRITE_BYTES && performance.now() - sliceStart < SLICE_MS) continue
    await flush()
    await nextTurn()
    sliceStart = performance.now()
  }
  await flush()
  await handle.write(Buffer.from(formatFooter({ bytes: end, sum: formatSum(sum) })), end)
}

/** Newest first. */
async function filesOf({ fs, directory }: SnapshotOptions): Promise<HistoryFile[]> {
  const names = await fs.list(directory)
  return names
    .flatMap((name) => {
      const place = parseHistoryName(name)
      return place ? [{ ...place, path: join(directory, name) }] : []
    })
    .toSorted((a, b) => comparePlaces(b, a))
}

async function* readParts(options: SnapshotOptions, file: HistoryFile): AsyncGenerator<SnapshotPart> {
  let handle: FileHandle | undefined
  try {
    handle = await options.fs.open(file.path, 'read')
    const size = await handle.size()
    let sum = 0
    let read = 0
    for await (const { bytes, offset } of lineWindows(handle, 0, size)) {
      read = offset + bytes.length
      const linesEnd = read === size ? lastLineStart(bytes) : bytes.length
      sum = crc32(bytes.subarray(0, linesEnd), sum)
      if (read === size)
        checkFooter(bytes.toString('latin1', linesEnd), { bytes: offset + linesEnd, sum: formatSum(sum) })
      let start = offset === 0 ? checkHeader(options, file, bytes) : 0
      for (let end = lineEnd(bytes, start); start < linesEnd && end; start = end, end = lineEnd(bytes, start)) {
        yield parsePart(bytes.toString('utf8', start, end))
      }
    }
    if (read === 0 || read < size) throw damaged()
  } catch (cause) {
    throw cause instanceof SyntaxError ? damaged(cause) : storageFailure('it cannot be read', cause)
  } finally {
    await handle?.close()
  }
}

const damaged = (cause?: unknown): StorageError => new StorageError('it is damaged', { cause })

const lastLineStart = (bytes: Buffer): number => bytes.lastIndexOf('\n', -2) + 1

/** Compares the last line with what was found before it. */
function checkFooter(line: string, found: Footer): void {
  if (line !== formatFooter(found)) throw damaged()
}

const formatFooter = ({ bytes, sum }: Footer): string => `${JSON.stringify({ bytes, sum })}\n`

/** Reads the first line, and gives where it ends. */
function checkHeader({ runtime }: SnapshotOptions, file: HistoryPlace, bytes: Buffer): number {
  const end = lineEnd(bytes, 0) ?? 0
  const header = JSON.parse(bytes.toString('utf8', 0, end)) as SnapshotHeader
  if (header.format !== SNAPSHOT_FORMAT)
    throw new StorageError(`it has format ${header.format}, written by gamify ${header.program}`)
  if (header.runtime !== runtime) throw new StorageError(`it is one of the ${header.runtime} runtime`)
  if (comparePlaces(header, file) !== 0) throw new StorageError('it has the name of another one')
  return end
}

function formatPart(part: SnapshotPart): string {
  if ('data' in part) return `${JSON.stringify(part)}\n`
  const { buffer, byteOffset, byteLength } = part.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  return `${JSON.stringify({ name: part.name, bytes })}\n`
}

function parsePart(line: string): SnapshotPart {
  const part = JSON.parse(line) as { name: string; data: unknown } | { name: string; bytes: string }
  if ('data' in part) return part
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(part.bytes, 'base64'))
  bytes.write(part.bytes, 'base64')
  return { name: part.name, bytes }
}
