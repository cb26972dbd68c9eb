/** A line of bytes, without its newline. */
export interface ByteLine {
  /** Counts from 1. */
  readonly number: number
  /** Undefined if the line is too long. */
  readonly bytes: Buffer | undefined
  /**
   * Whether its newline was read. The last line may have none, and a line that is too long is reported before its end.
   */
  readonly hasNewline: boolean
}

const NEWLINE = 10

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether a line begins with the byte order mark that some editors put before UTF-8. JSON has none. */
export const hasByteOrderMark = ({ number, bytes }: ByteLine): boolean =>
  number === 1 && bytes?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) === true

/**
 * Splits pieces of bytes into lines, and yields the lines of each piece together. Never holds more of a line than
 * `maxBytes`: a longer line is reported as soon as that is known, and the rest of it is skipped.
 */
export async function* byteLines(
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<readonly ByteLine[], void, void> {
  let number = 1
  let begun: Buffer[] = []
  let length = 0
  const line = (isEnded: boolean): ByteLine[] =>
    length > maxBytes ? [] : [{ number, bytes: whole(begun), hasNewline: isEnded }]
  const take = (part: Buffer): ByteLine[] => {
    const wasTooLong = length > maxBytes
    length += part.length
    if (length <= maxBytes) begun.push(part)
    else begun = []
    return length > maxBytes && !wasTooLong ? [{ number, bytes: undefined, hasNewline: false }] : []
  }
  for await (const piece of pieces) {
    const lines: ByteLine[] = []
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, from)) {
      lines.push(...take(piece.subarray(from, end)), ...line(true))
      begun = []
      length = 0
      number += 1
      from = end + 1
    }
    if (from < piece.length) lines.push(...take(piece.subarray(from)))
    yield lines
  }
  if (length > 0) yield line(false)
}

function whole(parts: readonly Buffer[]): Buffer {
  const [only = Buffer.alloc(0)] = parts
  return parts.length > 1 ? Buffer.concat(parts) : only
}
