import { crc32 } from 'node:zlib'
import { checksum, formatSum } from './checksum.ts'

/** The format that this version writes, and the newest that it reads. */
export const SEGMENT_FORMAT = 1

/** The longest first line of a segment, in bytes. */
export const HEADER_BYTES = 4096

const NEWLINE = 0x0a
const TAB = 0x09
const SEAL_MARK = '#'
const SEAL_BYTE = 0x23

/** The length of what follows the text of every line: a tab, the checksum in eight digits, a newline. */
const LINE_END_BYTES = 10

/**
 * The first line of a segment: which part of which history it contains. `first` is the seq of its first entry and
 * `chain` the checksum of the entry before that one. `parent` is where this generation branches off another one; it is
 * the same in all segments of a generation. `design` is the hash of the deployed design when the segment was begun, for
 * people who look at the file.
 */
export interface SegmentHeader {
  readonly format: number
  readonly program: string
  readonly runtime: string
  readonly generation: number
  readonly first: number
  readonly chain: number
  readonly parent: { readonly generation: number; readonly seq: number } | null
  readonly design: string | null
}

/**
 * The line that ends one write. It covers the entries `first` to `last` in the `bytes` before it, which follow an entry
 * whose checksum is `chain`. The checksum of the line covers those bytes and its own text.
 */
export interface Seal {
  readonly first: number
  readonly last: number
  readonly chain: number
  readonly bytes: number
}

/** Formats a line of the file. */
export function formatLine(text: string, sum: number): string {
  return `${text}\t${formatSum(sum)}\n`
}

/** Returns the length of a line in the file, in bytes. */
export function lineBytes(text: string): number {
  return Buffer.byteLength(text) + LINE_END_BYTES
}

/** Formats the first line of a segment. */
export function formatHeader(header: SegmentHeader): Buffer {
  const text = JSON.stringify(header)
  return Buffer.from(formatLine(text, checksum(text)))
}

/** Formats the seal of a batch, the line that follows its bytes. */
export function formatSeal(seal: Seal, batch: Uint8Array): Buffer {
  const text = SEAL_MARK + JSON.stringify(seal)
  return Buffer.from(formatLine(text, crc32(text, crc32(batch))))
}

/** Returns the end of the line that starts at `start`, including its newline; undefined if it has no newline. */
export function lineEnd(bytes: Buffer, start: number): number | undefined {
  const newline = bytes.indexOf(NEWLINE, start)
  return newline === -1 ? undefined : newline + 1
}

/** Whether a seal starts here. Entries are JSON and never start like one. */
export function isSeal(bytes: Buffer, start: number): boolean {
  return bytes[start] === SEAL_BYTE
}

/** Whether a text can be an entry. */
export function isEntryText(text: string): boolean {
  return !text.startsWith(SEAL_MARK) && !text.includes('\n')
}

/** Returns the text of the line from `start` to `end`, as bytes. */
export function lineText(bytes: Buffer, start: number, end: number): Buffer {
  return bytes.subarray(start, end - LINE_END_BYTES)
}

/** Returns the checksum of a line; undefined if the line does not end like one. */
export function lineSum(bytes: Buffer, start: number, end: number): number | undefined {
  const tab = end - LINE_END_BYTES
  if (tab <= start || bytes[tab] !== TAB) return undefined
  const digits = bytes.toString('latin1', tab + 1, end - 1)
  return /^[0-9a-f]{8}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

/**
 * Parses the header of a segment, and returns it with its length in bytes; undefined if its line is incomplete or
 * damaged.
 */
export function parseHeader(bytes: Buffer): { header: SegmentHeader; bytes: number } | undefined {
  const end = lineEnd(bytes, 0)
  if (end === undefined) return undefined
  const sum = lineSum(bytes, 0, end)
  if (sum === undefined || crc32(lineText(bytes, 0, end)) !== sum) return undefined
  return { header: JSON.parse(lineText(bytes, 0, end).toString()) as SegmentHeader, bytes: end }
}

/** Parses a seal; undefined if the text is not one. The caller has to verify its values. */
export function parseSeal(text: Buffer): Seal | undefined {
  const match = /^#\{"first":(\d+),"last":(\d+),"chain":(\d+),"bytes":(\d+)\}$/.exec(text.toString('latin1'))
  if (!match) return undefined
  return { first: Number(match[1]), last: Number(match[2]), chain: Number(match[3]), bytes: Number(match[4]) }
}
