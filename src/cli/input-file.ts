import fs from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { usageError } from '../terminal/cli-error.ts'
import type { Io } from '../terminal/io.ts'
import { whyRefused } from './state-file.ts'

/** So much of a file is read at a time. */
const READ_BYTES = 1 << 18

/** What a command is given to read, once, from its beginning to its end. */
export interface InputFile {
  /** In bytes; undefined where only its end tells, as that of a pipe does. */
  readonly size: number | undefined
  /** Rejects with a usage error where it cannot be read. */
  readonly bytes: () => AsyncIterable<Uint8Array>
  /** Lets go of it, read or not. */
  readonly close: () => void
}

const [open, factsOf] = [promisify(fs.open), promisify(fs.fstat)]
const { O_NONBLOCK, O_RDONLY } = fs.constants

/** Opens a file, a pipe or a device for reading, or what comes in where it is called `-`; `advice` says what it should be. */
export async function openInput(
  file: string,
  { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>,
  advice: string,
): Promise<InputFile> {
  const inWords = (name: string, error: unknown): unknown => {
    const reason = whyRefused(error)
    return reason === undefined ? error : usageError(`cannot read ${name}: ${reason}`, advice)
  }
  if (file === '-')
    return { size: undefined, bytes: () => told(stdin(), (error) => inWords('stdin', error)), close: () => {} }
  const path = resolve(cwd, file)
  try {
    const { size, stream } = await opened(path, advice)
    return { size, bytes: () => told(stream, (error) => inWords(path, error)), close: () => void stream.destroy() }
  } catch (error) {
    throw inWords(path, error)
  }
}

async function* told(
  bytes: AsyncIterable<Uint8Array>,
  inWords: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* bytes
  } catch (error) {
    throw inWords(error)
  }
}

/** A pipe is waited for as a socket is: to open it as a file, or to read it so, would hold a thread until somebody writes. */
async function opened(
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
