import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { formatSum } from './checksum.ts'
import { openDirectory, putInPlace, temporaryPath } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { comparePlaces, historyName, isHistoryName, parseHistoryName, type HistoryPlace } from './history-name.ts'
import { lineWindows } from './line-windows.ts'
import { lineEnd } from './segment-format.ts'
import { storageFailure } from './storage-error.ts'

/** The format that this program writes, and the newest that it reads. */
const SNAPSHOT_FORMAT = 1

/** How many snapshots are kept: one to start from, and one in case that is damaged. */
const KEPT = 2

/** So much is gathered before it is written. */
const WRITE_BYTES = 1 << 18

/** So much is written before it is synced: one sync of it all would hold up those of the journal. */
const SYNC_BYTES = 1 << 22

/** Parts are made for so long, then the event loop has its turn. */
const SLICE_MS = 5

/** How much is read at a time to check a snapshot. */
const READ_BYTES = 1 << 22

/** Longest first line, in bytes, and longest last one. */
const EDGE_BYTES = 4096

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

/** A snapshot that was found whole. */
export interface Snapshot {
  readonly header: SnapshotHeader
  /** In the order in which they were written, streamed. */
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
   * resolves. Then removes all but the newest two. Throws StorageError, and leaves what was there.
   */
  write(about: Omit<SnapshotHeader, 'format' | 'program' | 'runtime'>, parts: Parts): Promise<void>
  /**
   * The newest that is whole and that `fits`: a state of that generation at that seq lies on the live history.
   * `warnings` names, for people, those that were passed over because they are damaged.
   */
  newest(fits: (place: HistoryPlace) => boolean): Promise<{ snapshot: Snapshot | undefined; warnings: string[] }>
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
  return {
    write: (about, parts) =>
      attempt('No snapshot can be written', async () => {
        await writeSnapshot(options, { format: SNAPSHOT_FORMAT, program, runtime, ...about }, parts)
        for (const { path } of (await filesOf(options)).slice(KEPT)) await fs.unlink(path)
      }),
    newest: (fits) => attempt('No snapshot can be read', () => newestSnapshot(options, fits)),
  }
}

async function writeSnapshot({ fs, directory }: SnapshotOptions, header: SnapshotHeader, parts: Parts): Promise<void> {
  const path = join(directory, historyName(header))
  const temporary = temporaryPath(path)
  const handle = await fs.open(temporary, 'replace')
  try {
    await writeLines(handle, header, parts)
    await handle.sync()
  } catch (cause) {
    await handle.close()
    await fs.unlink(temporary)
    throw cause
  }
  await handle.close()
  await putInPlace(fs, temporary, path)
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
  const footer: Footer = { bytes: end, sum: formatSum(sum) }
  await handle.write(Buffer.from(`${JSON.stringify(footer)}\n`), end)
}

/** Newest first. */
async function filesOf({ fs, directory }: SnapshotOptions): Promise<(HistoryPlace & { path: string })[]> {
  const names = await fs.list(directory)
  return names
    .flatMap((name) => {
      const place = parseHistoryName(name)
      return place ? [{ ...place, path: join(directory, name) }] : []
    })
    .toSorted((a, b) => comparePlaces(b, a))
}

async function newestSnapshot(
  options: SnapshotOptions,
  fits: (place: HistoryPlace) => boolean,
): Promise<{ snapshot: Snapshot | undefined; warnings: string[] }> {
  const warnings: string[] = []
  for (const file of await filesOf(options)) {
    if (!fits(file)) continue
    const found = await openSnapshot(options, file)
    if (typeof found === 'object') return { snapshot: found, warnings }
    warnings.push(`${file.path} is passed over: ${found}`)
  }
  return { snapshot: undefined, warnings }
}

/** The snapshot in a file, every byte of it checked; or what is wrong with it. */
async function openSnapshot(
  { fs, runtime }: SnapshotOptions,
  file: HistoryPlace & { readonly path: string },
): Promise<Snapshot | string> {
  const handle = await fs.open(file.path, 'read')
  try {
    const end = await checkedEnd(handle)
    if (end === undefined) return 'it is damaged'
    const first = await handle.read(0, Math.min(EDGE_BYTES, end))
    const headerEnd = lineEnd(first, 0) ?? 0
    const header = JSON.parse(first.toString('utf8', 0, headerEnd)) as SnapshotHeader
    if (header.format !== SNAPSHOT_FORMAT) return `it has format ${header.format}, written by gamify ${header.program}`
    if (header.runtime !== runtime) return `it is one of the ${header.runtime} runtime`
    if (comparePlaces(header, file) !== 0) return 'it has the name of another one'
    return { header, parts: () => readParts(fs, file.path, headerEnd, end) }
  } finally {
    await handle.close()
  }
}

/** Where the footer of a snapshot starts; undefined when it does not say what stands before it. */
async function checkedEnd(handle: FileHandle): Promise<number | undefined> {
  const size = await handle.size()
  const tail = await handle.read(Math.max(size - EDGE_BYTES, 0), Math.min(EDGE_BYTES, size))
  const lineStart = tail.lastIndexOf('\n', -2) + 1
  const match = /^\{"bytes":(\d+),"sum":"([0-9a-f]{8})"\}\n$/.exec(tail.toString('latin1', lineStart))
  const end = size - (tail.length - lineStart)
  if (!match || Number(match[1]) !== end) return undefined
  let sum = 0
  for (let position = 0; position < end;) {
    const bytes = await handle.read(position, Math.min(READ_BYTES, end - position))
    sum = crc32(bytes, sum)
    position += bytes.length
  }
  return formatSum(sum) === match[2] ? end : undefined
}

async function* readParts(fs: FileSystem, path: string, from: number, to: number): AsyncGenerator<SnapshotPart> {
  let handle: FileHandle | undefined
  try {
    handle = await fs.open(path, 'read')
    for await (const { bytes } of lineWindows(handle, from, to)) {
      for (let start = 0, end = lineEnd(bytes, 0); end !== undefined; start = end, end = lineEnd(bytes, start)) {
        yield parsePart(bytes.toString('utf8', start, end))
      }
    }
  } catch (cause) {
    throw storageFailure(`The snapshot ${path} cannot be read`, cause)
  } finally {
    await handle?.close()
  }
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
