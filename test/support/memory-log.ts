import {
  LogMoved,
  type LogMessage,
  type ReplicatedLog,
  type StoredMessage,
} from '../../src/storage/log/replicated-log.ts'

/** A log in memory in which nothing goes wrong. */
export class MemoryLog implements ReplicatedLog {
  readonly messages: LogMessage[]
  #start: number
  readonly #listeners = new Set<() => void>()

  /**
   * `messages` are those that it has already; others are added to them. Those before `start` were trimmed: they stay in the
   * list, and nobody can read them.
   */
  constructor(messages: LogMessage[] = [], start = 1) {
    this.messages = messages
    this.#start = start
  }

  async publish(message: LogMessage, after: number): Promise<number> {
    if (after !== this.messages.length) throw new LogMoved(`the log ends at ${this.messages.length}, not at ${after}`)
    this.messages.push({ ...message, data: Buffer.from(message.data) })
    for (const listener of this.#listeners) listener()
    return this.messages.length
  }

  async read(position: number): Promise<LogMessage | undefined> {
    return position < this.#start ? undefined : this.messages[position - 1]
  }

  async start(): Promise<number> {
    return this.#start
  }

  async trim(before: number): Promise<void> {
    this.#start = Math.max(this.#start, before)
  }

  async end(): Promise<number> {
    return this.messages.length
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<StoredMessage> {
    let wake = Promise.withResolvers<void>()
    const listener = (): void => {
      wake.resolve()
      wake = Promise.withResolvers()
    }
    this.#listeners.add(listener)
    signal.addEventListener('abort', listener)
    try {
      for (let position = Math.max(after + 1, this.#start); !signal.aborted;) {
        const waking = wake.promise
        const message = this.messages[position - 1]
        if (message) yield { position: position++, message }
        else await waking
      }
    } finally {
      this.#listeners.delete(listener)
    }
  }
}
