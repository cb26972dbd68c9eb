import assert from 'node:assert/strict'
import type * as z from 'zod'
import { isRecord } from '../../game/kernel/json-value.ts'
import { messageAt, problemsOf } from '../../game/kernel/schema-problems.ts'
import { BadState, stateLines, type StateLine } from './state-lines.ts'
import { TimeSlice } from '../../async/time-slice.ts'

/** A line, and what it holds. */
interface ReadLine extends StateLine {
  readonly value: Readonly<Record<string, unknown>>
}

/** The lines of a state one by one, each looked at before it is taken. */
export class StateReader {
  readonly #lines: AsyncGenerator<StateLine, void, void>
  readonly #slice = new TimeSlice()
  #next: ReadLine | undefined
  #number = 0
  #failure: unknown

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#lines = stateLines(bytes)
  }

  /** The line that comes next; undefined behind the last one. */
  get next(): ReadLine | undefined {
    return this.#next
  }

  /** The number of the line that was looked at last. */
  get number(): number {
    return this.#number
  }

  /** What was thrown where lines are read; undefined while they can be. */
  get failure(): unknown {
    return this.#failure
  }

  /** What the next line holds, by its schema: as it was written, in the order in which it was. Throws BadState. */
  take<T extends z.ZodType>(schema: T): z.output<T> {
    assert(this.#next)
    const read = schema.safeParse(this.#next.value, { reportInput: true })
    if (read.success) return this.#next.value as z.output<T>
    const [problem] = problemsOf(read.error)
    throw this.bad(problem ? messageAt(problem) : 'this line does not belong to a state')
  }

  /** Goes on to the next line; others have their turn now and then. Throws BadState, and what the bytes throw. */
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

  /** What is wrong with the line that was looked at last. */
  bad(problem: string): BadState {
    const error = new BadState(`Line ${this.#number}: ${problem}`)
    this.#failure ??= error
    return error
  }

  /** What `look` gives; what it finds bad is so on the line that was looked at last. */
  at<T>(look: () => T): T {
    try {
      return look()
    } catch (error) {
      throw error instanceof BadState ? this.bad(error.message) : error
    }
  }

  /** Lets go of the bytes. */
  async close(): Promise<void> {
    await this.#lines.return()
  }
}

function valueOf({ number, text }: StateLine): ReadLine['value'] {
  const value = parsed(text)
  if (isRecord(value)) return value as ReadLine['value']
  throw new BadState(`Line ${number} is not a JSON object`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
