import { isUtf8 } from 'node:buffer'
import { byteLines, isMarked } from '../../emulator/transfer/byte-lines.ts'
import { fault, type Fault } from '../../game/kernel/fault.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { notJson } from '../json-body.ts'

/** A line may have so many bytes. */
const MAX_LINE_BYTES = 1024 * 1024

/** A line of what comes in, which is not blank; a fault where it is none that could be read. */
export interface Line {
  /** Counted from 1, blank ones too. */
  readonly number: number
  readonly text: string | Fault
}

const tooLong = fault('payload_too_large', { message: `The line is longer than ${MAX_LINE_BYTES} bytes` })
const marked = notJson('body', 'it starts with a byte order mark; send UTF-8 without one')
const notUtf8 = notJson('line', 'it is not UTF-8')

/**
 * The lines in bytes that come in pieces, those of a piece together. The last one can be without an end. Throws BrokenBody
 * if the body starts with a byte order mark.
 */
export async function* commandLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly Line[], void> {
  for await (const lines of byteLines(pieces, MAX_LINE_BYTES)) {
    if (lines.some(isMarked)) throw new BrokenBody(marked)
    const read = lines.map(({ number, bytes }) => ({ number, text: textOf(bytes) }))
    yield read.filter(({ text }) => typeof text !== 'string' || text.trim() !== '')
  }
}

function textOf(bytes: Buffer | undefined): string | Fault {
  if (!bytes) return tooLong
  return isUtf8(bytes) ? bytes.toString() : notUtf8
}
