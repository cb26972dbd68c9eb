import type { FileHandle } from './fs.ts'

/** How much of a file is read at a time by default. A longer line is read at once nevertheless. */
const WINDOW_BYTES = 1 << 20

/**
 * A run of whole lines: `bytes` starts at `offset` in the file and ends with a newline. They are valid until the next
 * window is requested, which reuses their memory. New memory for each window would make the garbage collector run more
 * often.
 */
export interface LineWindow {
  readonly bytes: Buffer
  readonly offset: number
}

/**
 * Reads the lines of a file between two offsets, about `windowBytes` at a time. Omits what follows the last newline
 * before `to`.
 */
export async function* lineWindows(
  handle: FileHandle,
  from: number,
  to: number,
  windowBytes = WINDOW_BYTES,
): AsyncGenerator<LineWindow> {
  let offset = from
  let length = windowBytes
  let memory = Buffer.alloc(0)
  while (offset < to) {
    const readLength = Math.min(length, to - offset)
    if (memory.length < readLength) memory = Buffer.allocUnsafeSlow(readLength)
    const bytes = await handle.read(offset, readLength, memory)
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
