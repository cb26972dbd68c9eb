import fs from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { usageError } from '../terminal/cli-error.ts'
import type { Io } from '../terminal/io.ts'
import { systemErrorText } from './write-file.ts'

/** The number of bytes that are read at a time. */
const READ_BYTES = 1 << 18

/** The input of a command, which can be read once, from beginning to end. */
export interface InputFile {
  /** In bytes; undefined if it is unknown until the end, as for a pipe. */
  readonly size: number | undefined
  /** Yields the content. Rejects with a usage error if it cannot be read. */
  readonly bytes: () => AsyncIterable<Uint8Array>
  /** Closes the input, whether it was read or not. */
  readonly close: () => void
}

const [open, factsOf] = [promisify(fs.open), promisify(fs.fstat)]
const { O_NONBLOCK, O_RDONLY } = fs.constants

/**
 * Opens a file, a pipe or a device for reading, or stdin if the name is `-`. Throws a usage error with `advice` if it
 * cannot be opened or read.
 */
export async function openInput(
  file: string,
  { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>,
  advice: string,
): Promise<InputFile> {
  const toUsageError = (name: string, error: unknown): unknown => {
    const reason = systemErrorText(error)
    return reason === undefined ? error : usageError(`cannot read ${name}: ${reason}`, advice)
  }
  if (file === '-')
    return {
      size: undefined,
      bytes: () => withErrors(stdin(), (error) => toUsageError('stdin', error)),
      close: () => {},
    }
  const path = resolve(cwd, file)
  try {
    const { size, stream } = await openStream(path, advice)
    return {
      size,
      bytes: () => withErrors(stream, (error) => toUsageError(path, error)),
      close: () => void stream.destroy(),
    }
  } catch (error) {
    throw toUsageError(path, error)
  }
}

async function* withErrors(
  bytes: AsyncIterable<Uint8Array>,
  toUsageError: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* bytes
  } catch (error) {
    throw toUsageError(error)
  }
}

/**
 * Opens a file as a stream. A pipe is opened without blocking and read as a socket: opening or reading it as a file
 * would block a thread of the pool until another process writes.
 */
async function openStream(
  path: string,
  advice: string,
): Promise<{ readonly size: number | undefined; readonly stream: Readable }> {
  const fd = await open(path, O_RDONLY | (O_NONBLOCK ?? 0))
  const facts = await factsOf(fd)
  if (facts.isFIFO()) {
    const { Socket } = await import('node:net')
    return { size: undefined, stream: new Socket({ fd, readable: true, writable: false }) }
  }
  if (facts.isDirectory()) {
    fs.closeSync(fd)
    throw usageError(`${path} is a directory`, advice)
  }
  const stream = fs.createReadStream(path, { fd, highWaterMark: READ_BYTES })
  return { size: facts.isFile() ? facts.size : undefined, stream }
}
