import { claimMessage, contentMessages, isSame, type ClaimFacts, type LogContent } from './log-message.ts'
import { Fenced, LogMoved, LogSilent, type LogMessage, type ReplicatedLog, type Wait } from './replicated-log.ts'

/** How long a writer waits before it sends a message again that was not answered, in ms. */
const RETRY_MS = 50

/**
 * The writer of a log, as long as no other node claims it. It sends one message after the other: with two under way, one
 * that another node has overtaken could still be stored after it.
 */
export class LogWriter {
  readonly #log: Pick<ReplicatedLog, 'publish' | 'read'>
  readonly #writer: string
  readonly #wait: Wait
  /** The last message that the node has taken in, or has stored. */
  #position: number
  #wholePosition: number
  #sent = 0
  #fenced: Fenced | undefined
  #givenUp: { readonly reason: unknown } | undefined
  readonly #ended = Promise.withResolvers<void>()
  #confirmedMs = performance.now()
  #last: Promise<unknown> = Promise.resolve()

  private constructor(log: Pick<ReplicatedLog, 'publish' | 'read'>, writer: string, position: number, wait: Wait) {
    this.#log = log
    this.#writer = writer
    this.#position = position
    this.#wholePosition = position
    this.#wait = wait
  }

  /**
   * Makes a node the writer, if nothing is in the log after the position that it has taken in. Otherwise it returns
   * undefined, and the node has to take that in first. `writer` is used for one claim only.
   */
  static async claim(
    log: Pick<ReplicatedLog, 'publish' | 'read'>,
    { writer, after, facts, wait }: ClaimOptions,
  ): Promise<LogWriter | undefined> {
    const made = new LogWriter(log, writer, after, wait)
    const message = claimMessage(writer, made.#nextId(), facts)
    return made.#store(message).then(
      () => {
        made.#wholePosition = made.#position
        return made
      },
      (error: unknown) => {
        if (error instanceof Fenced) return undefined
        throw error
      },
    )
  }

  /** Resolves when it sends nothing any more: another node has become the writer, or the log is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  /** Whether another node has become the writer. */
  get isFenced(): boolean {
    return this.#fenced !== undefined
  }

  /** Sends nothing any more, because the log is gone. What waits for it rejects with the reason. */
  giveUp(reason: unknown): void {
    this.#givenUp = { reason }
    this.#ended.resolve()
  }

  /** Throws the reason if it was given up. */
  throwIfGivenUp(): void {
    if (this.#givenUp) throw this.#givenUp.reason
  }

  /** When the log has last confirmed that no other node is the writer, as `performance.now()` tells it. */
  get confirmedMs(): number {
    return this.#confirmedMs
  }

  /** Finds out whether another node has become the writer, for one that has nothing to write. */
  async look(): Promise<void> {
    const askedMs = performance.now()
    const next = this.#position + 1
    try {
      const there = await this.#log.read(next)
      if (there && there.headers['writer'] !== this.#writer) this.#fence(next)
      else this.#confirmedMs = askedMs
    } catch (error) {
      if (!(error instanceof LogSilent)) throw error
    }
  }

  /** The position of the last message that is stored. */
  get position(): number {
    return this.#position
  }

  /** The position of the last message that is stored and not within something that has more parts. */
  get wholePosition(): number {
    return this.#wholePosition
  }

  /**
   * Stores a content. Resolves to the position of its last message when it counts. Rejects with Fenced if another node has
   * become the writer; nothing of it counts then.
   */
  append(content: LogContent): Promise<number> {
    const stored = this.#last.then(async () => {
      for (const message of contentMessages(this.#writer, () => this.#nextId(), content)) await this.#store(message)
      this.#wholePosition = this.#position
      return this.#position
    })
    this.#last = stored.catch(() => {})
    return stored
  }

  #nextId(): string {
    this.#sent += 1
    return String(this.#sent)
  }

  /** Sends a message until it is known whether it is stored. */
  async #store(message: LogMessage): Promise<void> {
    for (;;) {
      if (this.#fenced) throw this.#fenced
      this.throwIfGivenUp()
      const sentMs = performance.now()
      const isStored = await this.#log.publish(message, this.#position).then(
        () => true,
        (error: unknown) => this.#judge(message, error),
      )
      if (isStored) {
        this.#position += 1
        this.#confirmedMs = sentMs
        return
      }
      await this.#wait(RETRY_MS)
    }
  }

  /** Finds out what has become of a message. Returns false as long as that is not known. */
  async #judge(message: LogMessage, error: unknown): Promise<boolean> {
    if (error instanceof LogSilent) return false
    if (!(error instanceof LogMoved)) throw error
    const next = this.#position + 1
    const there = await this.#log.read(next).catch((unread: unknown) => {
      if (unread instanceof LogSilent) return undefined
      throw unread
    })
    // The log has a message there, so the server that answered does not know it yet.
    if (!there) return false
    if (isSame(there, message)) return true
    throw this.#fence(next)
  }

  #fence(position: number): Fenced {
    this.#fenced ??= new Fenced(position)
    this.#ended.resolve()
    return this.#fenced
  }
}

/** What a claim needs. */
export interface ClaimOptions {
  /** Names this claim among all others. */
  readonly writer: string
  /** The position up to which the node has taken in the log. */
  readonly after: number
  readonly facts: ClaimFacts
  readonly wait: Wait
}
