import { isUtf8 } from 'node:buffer'
import { TimeSlice } from '../../async/time-slice.ts'
import type { ApiClient } from '../../auth/clients.ts'
import { byteLines, hasByteOrderMark } from '../../emulator/transfer/byte-lines.ts'
import { faultBody, type Fault, fault } from '../../game/kernel/fault.ts'
import { messageAt } from '../../game/kernel/schema-problems.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { BrokenBody } from '../incoming-stream.ts'
import { byteOrderMarkFault, notJson } from '../json-body.ts'
import type { Row } from '../row.ts'
import type { ServedGame, ServedRuntime } from '../served-game.ts'
import { type Execution, executeLine } from './line-execution.ts'
import { stepRows } from './step-rows.ts'

/** The number of lines that were executed, and the first of those that failed. */
export type Report = ControlAnswer<'POST /_gamify/commands'>

/** A line that failed, and why. */
type FailedLine = Report['failed'][number]

/** The number of failed lines that are reported. */
const MAX_REPORTED = 1000

/** The number of commands that wait for the disk together. Meanwhile, the same number of others is decided. */
const WINDOW = 500

/** The number of problems of a line that its description names. */
const MAX_PROBLEMS = 3

/** Executes a line. */
export type ExecuteLine = (text: string) => Execution

/**
 * Executes lines in their order, as they arrive. Commands follow each other without waiting for the disk. Other lines
 * wait until everything before them is on disk. If the body breaks off, or the journal cannot be written, it throws
 * when nothing is running any more.
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

/** A line whose command is running. */
interface StartedLine {
  readonly line: number
  readonly outcome: Promise<Fault | undefined>
}

class CommandRun {
  #current: StartedLine[] = []
  /** The earlier commands, while they wait for the disk. */
  #previous: Promise<void> = Promise.resolve()
  #done = 0
  readonly #failed: FailedLine[] = []

  async take({ number, text }: Line, execute: ExecuteLine): Promise<void> {
    const execution: Execution = typeof text === 'string' ? execute(text) : { waits: text }
    if ('alone' in execution) {
      await this.settled()
      this.#record(number, await execution.alone())
      return
    }
    const { waits } = execution
    const outcome = waits instanceof Promise ? waits : Promise.resolve(waits)
    // A failure is handled when its turn comes.
    outcome.catch(() => {})
    this.#current.push({ line: number, outcome })
    if (this.#current.length < WINDOW) return
    await this.#previous
    this.#previous = this.settled()
    this.#previous.catch(() => {})
  }

  /** Resolves when no line that was taken so far is running any more. */
  async settled(): Promise<void> {
    const waiting = this.#current
    this.#current = []
    await this.#previous
    for (const { line, outcome } of waiting) this.#record(line, await outcome)
  }

  report(): Report {
    return { done: this.#done, failed: this.#failed }
  }

  #record(line: number, outcome: Fault | undefined): void {
    if (outcome === undefined) this.#done += 1
    else if (this.#failed.length < MAX_REPORTED) this.#failed.push({ line, ...described(outcome) })
  }
}

/** Describes a fault together with the problems of the input. */
function described(fault: Fault): Omit<FailedLine, 'line'> {
  const { error, error_description: description, data } = faultBody(fault)
  const problems = (data?.errors ?? []).slice(0, MAX_PROBLEMS)
  if (problems.length === 0) return { error, error_description: description }
  const listed = problems.map(({ path, message }) => messageAt({ path: path === '' ? [] : [path], message }))
  return { error, error_description: `${description}: ${listed.join('; ')}` }
}

/** The maximum size of a line. */
const MAX_LINE_BYTES = 1024 * 1024

/** A line of the body that is not blank. The text is a fault if it cannot be read. */
export interface Line {
  /** Counted from 1, including blank lines. */
  readonly number: number
  readonly text: string | Fault
}

const tooLong = fault('payload_too_large', { message: `The line is longer than ${MAX_LINE_BYTES} bytes` })
const notUtf8 = notJson('line', 'it is not UTF-8')

/**
 * Yields the lines of bytes that arrive in pieces, those of one piece together. The last line does not need an end.
 * Throws BrokenBody if the body starts with a byte order mark.
 */
export async function* commandLines(pieces: AsyncIterable<Buffer>): AsyncGenerator<readonly Line[], void> {
  for await (const lines of byteLines(pieces, MAX_LINE_BYTES)) {
    if (lines.some(hasByteOrderMark)) throw new BrokenBody(byteOrderMarkFault('body'))
    const read = lines.map(({ number, bytes }) => ({ number, text: textOf(bytes) }))
    yield read.filter(({ text }) => typeof text !== 'string' || text.trim() !== '')
  }
}

function textOf(bytes: Buffer | undefined): string | Fault {
  if (!bytes) return tooLong
  return isUtf8(bytes) ? bytes.toString() : notUtf8
}

/** Executes the lines of a body in a runtime and for a client, as `runCommands` does. */
export type Commands = (pieces: AsyncIterable<Buffer>, runtime: ServedRuntime, client: ApiClient) => Promise<Report>

/** Creates commands for these rows. It is loaded on the first use, because the schemas of steps are created then. */
export function openCommands(game: ServedGame, rows: readonly Row[]): Commands {
  const find = stepRows(rows)
  return (pieces, runtime, client) => {
    const context = { game, runtime, client, find }
    return runCommands(pieces, (text) => executeLine(context, text))
  }
}
