import type { ControlAnswer } from '../../interface/control-answers.ts'
import { TimeSlice } from '../../async/time-slice.ts'
import { faultBody, type Fault, fault } from '../../game/kernel/fault.ts'
import { messageAt } from '../../game/kernel/schema-problems.ts'
import type { Execution } from './line-execution.ts'
import { isUtf8 } from 'node:buffer'
import { byteLines, isMarked } from '../../emulator/transfer/byte-lines.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { notJson } from '../json-body.ts'

/** How many lines were done, and the first of those that were not. */
export type Report = ControlAnswer<'POST /_gamify/commands'>

/** A line that came to nothing, and why. */
type FailedLine = Report['failed'][number]

/** So many lines that failed are told of. */
const MAX_TOLD = 1000

/** So many commands wait for the disk together; while they do, as many again are decided. */
const WINDOW = 500

/** Problems of one line that its description names. */
const MAX_PROBLEMS = 3

/** What executes a line. */
export type ExecuteLine = (text: string) => Execution

/**
 * Executes lines in their order, as they come in. Commands follow each other without waiting for the disk, what else there
 * is waits until all before it is kept. Where the body breaks off, or the journal cannot be written, it throws when nothing
 * is under way any more.
 */
export async function runCommands(pieces: AsyncIterable<Buffer>, execute: ExecuteLine): Promise<Report> {
  const run = new CommandRun()
  const slice = new TimeSlice()
  try {
    for await (const lines of commandLines(pieces)) {
      for (const line of lines) {
        await run.take(line, execute)
        if (slice.over) await slice.next()
      }
    }
  } finally {
    await run.settled()
  }
  return run.report()
}

/** A line whose command is under way. */
interface StartedLine {
  readonly line: number
  readonly outcome: Promise<Fault | undefined>
}

class CommandRun {
  #current: StartedLine[] = []
  /** The commands before those, while they wait for the disk. */
  #previous: Promise<void> = Promise.resolve()
  #done = 0
  readonly #failed: FailedLine[] = []

  async take({ number, text }: Line, execute: ExecuteLine): Promise<void> {
    const execution: Execution = typeof text === 'string' ? execute(text) : { waits: text }
    if ('alone' in execution) {
      await this.settled()
      this.#tell(number, await execution.alone())
      return
    }
    const { waits } = execution
    const outcome = waits instanceof Promise ? waits : Promise.resolve(waits)
    // A failure is heard of when its turn comes.
    outcome.catch(() => {})
    this.#current.push({ line: number, outcome })
    if (this.#current.length < WINDOW) return
    await this.#previous
    this.#previous = this.settled()
    this.#previous.catch(() => {})
  }

  /** Resolves when nothing that was taken so far is under way any more. */
  async settled(): Promise<void> {
    const waiting = this.#current
    this.#current = []
    await this.#previous
    for (const { line, outcome } of waiting) this.#tell(line, await outcome)
  }

  report(): Report {
    return { done: this.#done, failed: this.#failed }
  }

  #tell(line: number, outcome: Fault | undefined): void {
    if (outcome === undefined) this.#done += 1
    else if (this.#failed.length < MAX_TOLD) this.#failed.push({ line, ...inWords(outcome) })
  }
}

/** A fault with the problems of the input in its description. */
function inWords(fault: Fault): Omit<FailedLine, 'line'> {
  const { error, error_description: description, data } = faultBody(fault)
  const problems = (data?.errors ?? []).slice(0, MAX_PROBLEMS)
  if (problems.length === 0) return { error, error_description: description }
  const told = problems.map(({ path, message }) => messageAt({ path: path === '' ? [] : [path], message }))
  return { error, error_description: `${description}: ${told.join('; ')}` }
}

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
