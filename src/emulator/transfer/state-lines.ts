import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import { byteLines, hasByteOrderMark, type ByteLine } from './byte-lines.ts'
import { MAX_STATE_LINE_BYTES } from './state-file.ts'

/** A problem in a state file, with its location. Caught where the import began. */
export class BadState extends Error {
  override readonly name = 'BadState'

  /** The fault that the caller receives. */
  get fault(): Fault {
    return fault('invalid_request', { message: this.message })
  }
}

/** A line of a state, without its newline. */
export interface StateLine {
  /** Counts from 1. */
  readonly number: number
  readonly text: string
  /** The checksum of all lines before it, each ended by only a newline. */
  readonly sumBefore: number
}

const RETURN = 13

/** The first bytes of a gzip file. */
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Reads the lines of a state as its bytes arrive. Only holds the lines of one piece in memory. Accepts other line
 * endings, as an editor may have written. Throws BadState.
 */
export async function* stateLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<StateLine, void, void> {
  let sum = 0
  for await (const lines of byteLines(requireUncompressed(bytes), MAX_STATE_LINE_BYTES)) {
    for (const each of lines) {
      const line = lineOf(each)
      yield { number: each.number, text: textOf(line, each.number), sumBefore: sum }
      sum = crc32('\n', crc32(line, sum))
    }
  }
}

async function* requireUncompressed(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const piece of bytes) {
    if (isFirst && piece.subarray(0, GZIP.length).equals(GZIP))
      throw new BadState('The file is compressed with gzip; unpack it first')
    isFirst &&= piece.length === 0
    yield piece
  }
}

/** Returns the bytes of a whole line, whatever its line ending. */
function lineOf(line: ByteLine): Buffer {
  const { number, bytes, hasNewline: isEnded } = line
  if (hasByteOrderMark(line)) throw new BadState('The file starts with a byte order mark; save it as UTF-8 without one')
  if (!bytes) throw new BadState(`Line ${number} is longer than a line of a state can be`)
  if (!isEnded) throw new BadState(`The file ends in the middle of line ${number}: it was cut off`)
  return bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes
}

function textOf(line: Buffer, number: number): string {
  if (!isUtf8(line)) throw new BadState(`Line ${number} is not UTF-8`)
  return line.toString()
}
