import type { FileHandle } from './fs.ts'

/** How much of a file is read at a time unless told; a line that is longer is read at one go nevertheless. */
const WINDOW_BYTES = 1 << 20

/** A run of whole lines: `bytes` starts at `offset` in the file and ends with a newline. */
export interface LineWindow {
  readonly bytes: Buffer
  readonly offset: number
}

/**
 * Reads the lines of a file between two offsets, about `windowBytes` at a time; what follows the last newline before `to`
 * is left out.
 */
export async function* lineWindows(
  handle: FileHandle,
  from: number,
  to: number,
  windowBytes = WINDOW_BYTES,
): AsyncGenerator<LineWindow> {
  let offset = from
  let length = windowBytes
  while (offset < to) {
    const bytes = await handle.read(offset, Math.min(length, to - offset))
    const end = bytes.lastIndexOf('\n') + 1
    if (end === 0) {
      if (bytes.length < length) return
      length *= 2
      continue
    }
    yield { bytes: bytes.subarray(0, end), offset }
    offset += end
    length = windowBytes
  }
}
