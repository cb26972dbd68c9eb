import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import { byteLines, hasByteOrderMark, type ByteLine } from './byte-lines.ts'
import { MAX_STATE_LINE_BYTES } from './state-file.ts'

/** What is wrong with a state that is read, and where; caught where reading it began. */
export class BadState extends Error {
  override readonly name = 'BadState'

  /** As the caller is told it. */
  get fault(): Fault {
    return fault('invalid_request', { message: this.message })
  }
}

/** A line of a state, without its newline. */
export interface StateLine {
  /** From 1 on. */
  readonly number: number
  readonly text: string
  /** The checksum of all lines before it, each ended by a newline alone. */
  readonly sumBefore: number
}

const RETURN = 13

/** The first bytes of what gzip has packed. */
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * The lines of a state as its bytes come, no more of them in memory than a piece of those has. An editor may have ended them
 * in another way: that changes nothing. Throws BadState.
 */
export async function* stateLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<StateLine, void, void> {
  let sum = 0
  for await (const lines of byteLines(unpacked(bytes), MAX_STATE_LINE_BYTES)) {
    for (const each of lines) {
      const line = lineOf(each)
      yield { number: each.number, text: textOf(line, each.number), sumBefore: sum }
      sum = crc32('\n', crc32(line, sum))
    }
  }
}

async function* unpacked(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const piece of bytes) {
    if (isFirst && piece.subarray(0, GZIP.length).equals(GZIP))
      throw new BadState('The file is compressed with gzip; unpack it first')
    isFirst &&= piece.length === 0
    yield piece
  }
}

/** The bytes of a whole line, however an editor has ended it. */
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
