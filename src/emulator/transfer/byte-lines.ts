/** A line of bytes, without its newline. */
export interface ByteLine {
  /** From 1 on. */
  readonly number: number
  /** Undefined where it has more bytes than a line may. */
  readonly bytes: Buffer | undefined
  /** Whether its newline has come; the last may have none, and of one too long the rest is not waited for. */
  readonly hasNewline: boolean
}

const NEWLINE = 10

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf])

/** Whether a text begins with the mark that some editors put before UTF-8. JSON has none. */
export const hasByteOrderMark = ({ number, bytes }: ByteLine): boolean =>
  number === 1 && bytes?.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) === true

/**
 * The lines in bytes that come in pieces, those of a piece together. No more of a line is held than it may have: one that
 * has more is told as soon as that is known, and the rest of it is passed over.
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
