import assert from 'node:assert/strict'
import type * as z from 'zod'
import { TimeSlice } from '../../async/time-slice.ts'
import { isRecord } from '../../game/kernel/json-value.ts'
import { messageAt, problemsOf } from '../../game/kernel/schema-problems.ts'
import { BadState, stateLines, type StateLine } from './state-lines.ts'

/** A line and its value. */
interface ReadLine extends StateLine {
  readonly value: Readonly<Record<string, unknown>>
}

/** The lines of a state one by one. Each can be inspected before it is taken. */
export class StateReader {
  readonly #lines: AsyncGenerator<StateLine, void, void>
  readonly #slice = new TimeSlice()
  #next: ReadLine | undefined
  #number = 0
  #failure: unknown

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#lines = stateLines(bytes)
  }

  /** The next line; undefined after the last one. */
  get next(): ReadLine | undefined {
    return this.#next
  }

  /** The number of the last line that was read. */
  get number(): number {
    return this.#number
  }

  /** The error that stopped the reading; undefined if there was none. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Returns the value of the next line, as it was written and in its order, if it matches the schema. Throws BadState.
   */
  take<T extends z.ZodType>(schema: T): z.output<T> {
    assert(this.#next)
    const read = schema.safeParse(this.#next.value, { reportInput: true })
    if (read.success) return this.#next.value as z.output<T>
    const [problem] = problemsOf(read.error)
    throw this.bad(problem ? messageAt(problem) : 'this line does not belong to a state')
  }

  /**
   * Moves on to the next line, and yields to other work now and then. Throws BadState, and whatever the bytes throw.
   */
  async advance(): Promise<void> {
    if (this.#slice.over) await this.#slice.next()
    try {
      const { done, value } = await this.#lines.next()
      this.#next = done ? undefined : { ...value, value: valueOf(value) }
      this.#number = this.#next?.number ?? this.#number
    } catch (error) {
      this.#failure = error
      throw error
    }
  }

  /** Creates an error for the last line that was read. */
  bad(problem: string): BadState {
    const error = new BadState(`Line ${this.#number}: ${problem}`)
    this.#failure ??= error
    return error
  }

  /** Calls `check` and returns its result. Adds the number of the last line to a BadState. */
  at<T>(check: () => T): T {
    try {
      return check()
    } catch (error) {
      throw error instanceof BadState ? this.bad(error.message) : error
    }
  }

  /** Stops reading the bytes. */
  async close(): Promise<void> {
    await this.#lines.return()
  }
}

function valueOf({ number, text }: StateLine): ReadLine['value'] {
  const value = parseJson(text)
  if (isRecord(value)) return value as ReadLine['value']
  throw new BadState(`Line ${number} is not a JSON object`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
