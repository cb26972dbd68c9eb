import { crc32 } from 'node:zlib'
import { inSlices } from '../async/time-slice.ts'
import { formatSum } from './checksum.ts'
import { writeWhole } from './durable-file.ts'
import type { FileHandle, FileSystem } from './fs.ts'
import { lineWindows } from './line-windows.ts'
import { lineEnd } from './segment-format.ts'
import { StorageError, storageFailure } from './storage-error.ts'

/** How much is collected before it is written. */
const WRITE_BYTES = 1 << 18

/** How much is written before it is synced. A single sync of everything would delay those of the journal. */
const SYNC_BYTES = 1 << 22

/**
 * A piece of the content of a file, under the name of the part it belongs to: JSON (such as a hundred records) or bytes
 * (some hundred kilobytes). A piece is created, written and read at once. `bytes` that were read have their own
 * ArrayBuffer.
 */
export type FilePart =
  | { readonly name: string; readonly data: unknown }
  | { readonly name: string; readonly bytes: Uint8Array }

/** How much of a file is first read if only its first line is needed. */
const HEADER_READ_BYTES = 1 << 12

/** The first line of a file. Each kind of file adds other fields. */
export interface PartsHeader {
  readonly format: number
  readonly program: string
  readonly runtime: string
}

/**
 * What the first line must contain for the file to be the expected one, including what distinguishes it from others of
 * its kind.
 */
export interface PartsIdentity extends Omit<PartsHeader, 'program'> {
  readonly [fact: string]: string | number
}

/** The last line: the number of bytes before it, and their checksum. */
interface Footer {
  readonly bytes: number
  readonly sum: string
}

type Parts = Iterable<FilePart> | AsyncIterable<FilePart>

/**
 * Writes a file of parts in small steps. The parts can be created as they are requested. The file counts when this
 * resolves with its size in bytes. Whatever happens, its name has either the old or the whole new content. Throws what
 * the file system throws.
 */
export async function writeParts(fs: FileSystem, path: string, header: PartsHeader, parts: Parts): Promise<number> {
  let size = 0
  const write = async (handle: FileHandle): Promise<void> => {
    size = await writeLines(handle, header, parts)
  }
  await writeWhole(fs, path, write, { ownerOnly: true })
  return size
}

/**
 * Reads the first line of a file, and the file's size in bytes. Whether the rest is undamaged only shows when it is
 * read. Throws StorageError with a description of what is wrong with "it".
 */
export async function readPartsHeader(
  fs: FileSystem,
  path: string,
  expected: PartsIdentity,
): Promise<{ readonly header: PartsHeader & PartsIdentity; readonly size: number }> {
  let handle: FileHandle | undefined
  try {
    handle = await fs.open(path, 'read')
    const size = await handle.size()
    for await (const { bytes } of lineWindows(handle, 0, size, HEADER_READ_BYTES))
      return { header: headerOf(bytes, expected).header, size }
    throw damaged()
  } catch (cause) {
    throw readError(cause)
  } finally {
    await handle?.close()
  }
}

/**
 * Streams the parts of a file in the order in which they were written, and checks them on the way. They count only
 * after the last one. Throws StorageError with a description of what is wrong with "it".
 */
export async function* readParts(
  fs: FileSystem,
  path: string,
  expected: PartsIdentity,
): AsyncGenerator<FilePart, void, void> {
  let handle: FileHandle | undefined
  try {
    handle = await fs.open(path, 'read')
    const size = await handle.size()
    let sum = 0
    let read = 0
    for await (const { bytes, offset } of lineWindows(handle, 0, size)) {
      read = offset + bytes.length
      const linesEnd = read === size ? lastLineStart(bytes) : bytes.length
      sum = crc32(bytes.subarray(0, linesEnd), sum)
      if (read === size)
        checkFooter(bytes.toString('latin1', linesEnd), { bytes: offset + linesEnd, sum: formatSum(sum) })
      let start = offset === 0 ? headerOf(bytes, expected).end : 0
      for (let end = lineEnd(bytes, start); start < linesEnd && end; start = end, end = lineEnd(bytes, start)) {
        yield parsePart(bytes.subarray(start, end))
      }
    }
    if (read === 0 || read < size) throw damaged()
  } catch (cause) {
    throw readError(cause)
  } finally {
    await handle?.close()
  }
}

/** Returns the size of what was written, in bytes. */
async function writeLines(handle: FileHandle, header: PartsHeader, parts: Parts): Promise<number> {
  let lines = `${JSON.stringify(header)}\n`
  let end = 0
  let synced = 0
  let sum = 0
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
  for await (const part of inSlices(parts)) {
    lines += formatPart(part)
    if (lines.length >= WRITE_BYTES) await flush()
  }
  await flush()
  const footer = Buffer.from(formatFooter({ bytes: end, sum: formatSum(sum) }))
  await handle.write(footer, end)
  return end + footer.length
}

/** Converts the error that stopped the reading of a file into a description of what is wrong with it. */
function readError(cause: unknown): StorageError {
  return cause instanceof SyntaxError ? damaged(cause) : storageFailure('it cannot be read', cause)
}

const damaged = (cause?: unknown): StorageError => new StorageError('it is damaged', { cause })

const lastLineStart = (bytes: Buffer): number => bytes.lastIndexOf('\n', -2) + 1

/** Compares the last line with what was found before it. */
function checkFooter(line: string, found: Footer): void {
  if (line !== formatFooter(found)) throw damaged()
}

const formatFooter = ({ bytes, sum }: Footer): string => `${JSON.stringify({ bytes, sum })}\n`

/** Returns the first line, and where it ends. */
function headerOf(bytes: Buffer, expected: PartsIdentity): { header: PartsHeader & PartsIdentity; end: number } {
  const end = lineEnd(bytes, 0) ?? 0
  const header = JSON.parse(bytes.toString('utf8', 0, end)) as PartsHeader & PartsIdentity
  if (header.format !== expected.format)
    throw new StorageError(`it has format ${header.format}, written by gamify ${header.program}`)
  if (header.runtime !== expected.runtime) throw new StorageError(`it belongs to the ${header.runtime} runtime`)
  if (Object.entries(expected).some(([fact, value]) => header[fact] !== value))
    throw new StorageError('its name belongs to another file')
  return { header, end }
}

function formatPart(part: FilePart): string {
  if ('data' in part) return `${JSON.stringify(part)}\n`
  const { buffer, byteOffset, byteLength } = part.bytes
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  return `${JSON.stringify({ name: part.name, bytes })}\n`
}

/**
 * How a line of bytes with a plain name begins and ends. Such lines are most of a large file, so they are not parsed as
 * JSON.
 */
const BYTES_BEGIN = /^\{"name":"([\w-]*)","bytes":"/
const BYTES_END = '"}\n'
/** A line with a longer name is parsed as JSON. */
const BEGIN_BYTES = 64

function parsePart(line: Buffer): FilePart {
  const [begin = '', name] = BYTES_BEGIN.exec(line.toString('latin1', 0, BEGIN_BYTES)) ?? []
  if (name !== undefined)
    return { name, bytes: decoded(line.toString('latin1', begin.length, line.length - BYTES_END.length)) }
  const part = JSON.parse(line.toString()) as { name: string; data: unknown } | { name: string; bytes: string }
  return 'data' in part ? part : { name: part.name, bytes: decoded(part.bytes) }
}

function decoded(base64: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(base64, 'base64'))
  bytes.write(base64, 'base64')
  return bytes
}
