import {
  LogMoved,
  type LogMessage,
  type ReplicatedLog,
  type StoredMessage,
} from '../../src/storage/log/replicated-log.ts'

/** A log in memory in which nothing goes wrong. */
export class MemoryLog implements ReplicatedLog {
  readonly messages: LogMessage[]
  readonly #listeners = new Set<() => void>()

  /** `messages` are those that it has already; others are added to them. */
  constructor(messages: LogMessage[] = []) {
    this.messages = messages
  }

  async publish(message: LogMessage, after: number): Promise<number> {
    if (after !== this.messages.length) throw new LogMoved(`the log ends at ${this.messages.length}, not at ${after}`)
    this.messages.push({ ...message, data: Buffer.from(message.data) })
    for (const listener of this.#listeners) listener()
    return this.messages.length
  }

  async read(position: number): Promise<LogMessage | undefined> {
    return this.messages[position - 1]
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
      for (let position = after + 1; !signal.aborted;) {
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
