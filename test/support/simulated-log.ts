import {
  LogMoved,
  LogSilent,
  type LogMessage,
  type ReplicatedLog,
  type StoredMessage,
  type Wait,
} from '../../src/storage/log/replicated-log.ts'

/** Time that passes when nothing else is left to do. */
export class SimulatedTime {
  #nowMs = 0
  readonly #due: { readonly atMs: number; readonly wake: () => void }[] = []

  get nowMs(): number {
    return this.#nowMs
  }

  /** Calls `wake` after so many ms. */
  after(ms: number, wake: () => void): void {
    const atMs = this.#nowMs + ms
    const index = this.#due.findLastIndex((each) => each.atMs <= atMs)
    this.#due.splice(index + 1, 0, { atMs, wake })
  }

  readonly wait: Wait = (ms) => new Promise((resolve) => this.after(ms, resolve))

  /** Lets time pass until a task is done. Fails if nothing is left that could end it, or if it is not done after so many ms. */
  async until<T>(task: Promise<T>, mostMs: number): Promise<T> {
    let isDone = false
    const ended = task.finally(() => (isDone = true))
    ended.catch(() => {})
    for (;;) {
      await new Promise(setImmediate)
      if (isDone) return ended
      const next = this.#due.shift()
      if (!next || next.atMs > mostMs) throw new Error(`the simulation is not over after ${this.#nowMs} ms`)
      this.#nowMs = next.atMs
      next.wake()
    }
  }
}

/** How often something goes wrong, from 0 to 1. */
export interface LogFaults {
  /** A request does not arrive. */
  readonly lost: number
  /** What was asked is done, and the answer does not arrive. */
  readonly unanswered: number
  /** A request arrives long after it was given up. */
  readonly late: number
  /** A server answers from what it knew a while ago. */
  readonly stale: number
  /** A server does not have a message that the log has. */
  readonly hole: number
  /** A consumer stands still. */
  readonly stalled: number
}

export const noFaults: LogFaults = { lost: 0, unanswered: 0, late: 0, stale: 0, hole: 0, stalled: 0 }

/** How long a node waits for an answer, in ms. */
const TIMEOUT_MS = 100

/** How long a late request can be under way, in ms. */
const LATE_MS = 2_000

/** How many messages an old answer can be behind. */
const STALE = 4

/**
 * A replicated log without servers. It keeps the one promise that a real one keeps: of two messages that expect the same
 * end, one is stored. Everything else goes wrong as often as it is told to, at moments that a seed decides.
 */
export class SimulatedLog {
  readonly #time: SimulatedTime
  readonly #chance: () => number
  readonly #messages: LogMessage[] = []
  /** The first position that was not trimmed. */
  start = 1
  /** Nothing is stored before this time, because the servers choose a leader. */
  #electionMs = 0
  faults: LogFaults

  constructor(time: SimulatedTime, chance: () => number = () => 0.5, faults: LogFaults = noFaults) {
    this.#time = time
    this.#chance = chance
    this.faults = faults
  }

  /** All that is stored. */
  get messages(): readonly LogMessage[] {
    return this.#messages
  }

  /** Stops the log from storing anything for so many ms. */
  elect(ms: number): void {
    this.#electionMs = this.#time.nowMs + ms
  }

  /** Connects a node. */
  connect(): SimulatedConnection {
    return new SimulatedConnection(this.#time, this.#chance, this)
  }

  /** Stores a message, or tells that the log does not end there. Undefined while there is no leader. */
  store(message: LogMessage, after: number): number | LogMoved | undefined {
    if (this.#time.nowMs < this.#electionMs) return undefined
    if (after !== this.#messages.length)
      return new LogMoved(`the log ends at ${this.#messages.length}, not at ${after}`)
    return this.#messages.push(message)
  }
}

/** The connection of one node to the log. */
export class SimulatedConnection implements ReplicatedLog {
  readonly #time: SimulatedTime
  readonly #chance: () => number
  readonly #log: SimulatedLog
  #isCut = false
  #isDead = false
  #frozenMs = 0

  constructor(time: SimulatedTime, chance: () => number, log: SimulatedLog) {
    this.#time = time
    this.#chance = chance
    this.#log = log
  }

  /** Cuts the node off from the log. What it has sent can still arrive. */
  cut(isCut: boolean): void {
    this.#isCut = isCut
  }

  /** The node hears and does nothing for so many ms. */
  freeze(ms: number): void {
    this.#frozenMs = this.#time.nowMs + ms
  }

  /** The process of the node ends. Nothing reaches it any more. */
  kill(): void {
    this.#isDead = true
  }

  /** How the node waits: in its own time. */
  readonly wait: Wait = (ms) => new Promise((resolve) => this.#time.after(ms, () => this.#hear(() => resolve())))

  publish(message: LogMessage, after: number): Promise<number> {
    return this.#ask(() => this.#log.store(message, after))
  }

  read(position: number): Promise<LogMessage | undefined> {
    return this.#ask(() => {
      const isHole = this.#happens(this.#log.faults.hole)
      return { found: isHole || position < this.#log.start ? undefined : this.#known()[position - 1] }
    }).then(({ found }) => found)
  }

  start(): Promise<number> {
    return this.#ask(() => this.#log.start)
  }

  trim(before: number): Promise<void> {
    return this.#ask(() => {
      this.#log.start = Math.max(this.#log.start, before)
      return { isDone: true }
    }).then(() => {})
  }

  end(): Promise<number> {
    return this.#ask(() => this.#known().length)
  }

  async *follow(after: number, signal: AbortSignal): AsyncGenerator<StoredMessage> {
    let last = after
    while (!signal.aborted) {
      await this.wait(1 + this.#chance() * 5)
      if (this.#happens(this.#log.faults.stalled)) await new Promise(() => {})
      if (this.#isCut) continue
      // Sent once more, as after a lost acknowledgement.
      if (last > after && this.#happens(this.#log.faults.unanswered)) last -= 1
      last = Math.max(last, this.#log.start - 1)
      const message = this.#known()[last]
      if (!message) continue
      last += 1
      if (!this.#happens(this.#log.faults.hole)) yield { position: last, message }
    }
  }

  #happens(share: number): boolean {
    return share > 0 && this.#chance() < share
  }

  /** The messages that the server that answers knows of. */
  #known(): readonly LogMessage[] {
    const { messages, faults } = this.#log
    if (!this.#happens(faults.stale)) return messages
    return messages.slice(0, Math.max(0, messages.length - Math.ceil(this.#chance() * STALE)))
  }

  /** Sends a request, and its answer back, within the time that the node waits for it. */
  #ask<T>(answer: () => T | Error | undefined): Promise<Exclude<T, Error | undefined>> {
    return new Promise((resolve, reject) => {
      const { lost, late, unanswered } = this.#log.faults
      const silent = (): void => this.#hear(() => reject(new LogSilent('no answer came')))
      this.#time.after(TIMEOUT_MS, silent)
      if (this.#isCut || this.#happens(lost)) return
      const underwayMs = this.#happens(late) ? this.#chance() * LATE_MS : this.#chance() * 5
      this.#time.after(underwayMs, () => {
        const result = answer()
        if (result === undefined || this.#isCut || this.#happens(unanswered)) return
        this.#time.after(this.#chance() * 5, () =>
          this.#hear(() =>
            result instanceof Error ? reject(result) : resolve(result as Exclude<T, Error | undefined>),
          ),
        )
      })
    })
  }

  /** Lets something reach the node, when it is awake. */
  #hear(news: () => void): void {
    if (this.#isDead) return
    if (this.#time.nowMs < this.#frozenMs) this.#time.after(this.#frozenMs - this.#time.nowMs, () => this.#hear(news))
    else news()
  }
}
