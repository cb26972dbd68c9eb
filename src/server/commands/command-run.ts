import type { ControlAnswer } from '../../interface/control-answers.ts'
import { TimeSlice } from '../../async/time-slice.ts'
import { faultBody, type Fault } from '../../game/kernel/fault.ts'
import { messageAt } from '../../game/kernel/schema.ts'
import { commandLines, type Line } from './command-lines.ts'
import type { Execution } from './line-execution.ts'

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
