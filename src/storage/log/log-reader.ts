import { Outcome } from '../../async/outcome.ts'
import {
  LogSilent,
  LogTrimmed,
  type LogMessage,
  type ReplicatedLog,
  type StoredMessage,
  type Wait,
} from './replicated-log.ts'

/** How often a reader that gets no message asks whether there is one, in ms. */
const WATCH_MS = 1_000

/** How long a reader waits before it asks again for a message that it did not get, in ms. */
const RETRY_MS = 50

/** How often a log answers that it does not have a message that it knows of, until that is reported. */
const MISSING_ANSWERS = 100

/** How a message of a log is asked for. */
interface MessageReading {
  readonly log: Pick<ReplicatedLog, 'read' | 'start'>
  readonly wait: Wait
  readonly ending: AbortSignal
  /** Receives the position of a message that the log knows of, and has not given for some seconds. It is asked for on. */
  readonly onMissing?: (position: number) => void
}

/** Where and how a log is read. */
export interface LogReading extends MessageReading {
  readonly log: Pick<ReplicatedLog, 'read' | 'start' | 'end' | 'follow'>
  /** The position after which it is read. */
  readonly after: number
  /** Whether the data of messages is not needed. Some may come with it. */
  readonly only?: 'headers'
}

/**
 * Yields every message of a log after a position, each once and in order, until `ending` aborts. A message that the log
 * leaves out is asked for until it is there, and a watchdog begins anew where the log stands still. Throws LogTrimmed if the
 * log no longer has it.
 */
export async function* readLog(reading: LogReading): AsyncGenerator<StoredMessage, void> {
  const { log, after, only, wait, ending } = reading
  let last = after
  while (!ending.aborted) {
    const consumer = new AbortController()
    const messages = log.follow(last, AbortSignal.any([consumer.signal, ending]), only)[Symbol.asyncIterator]()
    try {
      let coming = new Outcome(next(messages))
      let alarm = wait(WATCH_MS)
      let isQuiet = true
      while (!ending.aborted) {
        if (!(await coming.isSettledBefore(alarm))) {
          if (isQuiet && (await newest(log)) > last) break
          isQuiet = true
          alarm = wait(WATCH_MS)
          continue
        }
        const came = coming.value
        if (came.done === true) break
        isQuiet = false
        coming = new Outcome(next(messages))
        const { position, message } = came.value
        if (position <= last) continue
        while (last + 1 < position) {
          const missing = await insist(reading, last + 1)
          if (!missing) return
          last += 1
          yield { position: last, message: missing }
        }
        last = position
        yield { position, message }
      }
    } finally {
      consumer.abort()
    }
    // A log that ends at once, or that knows more than it sends, is asked for its messages one by one.
    const known = await newest(log)
    while (last < known && !ending.aborted) {
      const message = await insist(reading, last + 1)
      if (!message) return
      last += 1
      yield { position: last, message }
    }
    if (!ending.aborted) await wait(RETRY_MS)
  }
}

const ENDED = { done: true, value: undefined } as const

/** Returns the next message of a consumer. One that breaks off has ended. */
const next = (messages: AsyncIterator<StoredMessage>): Promise<IteratorResult<StoredMessage>> =>
  messages.next().catch(ifSilent(ENDED))

/** Returns the end of a log as far as it answers; 0 if it does not. */
const newest = (log: Pick<ReplicatedLog, 'end'>): Promise<number> => log.end().catch(ifSilent(0))

/** Reads a message that exists. Rejects with the reason of `ending` when that aborts, and with LogTrimmed if it was removed. */
export async function readMessage(reading: MessageReading, position: number): Promise<LogMessage> {
  const message = await insist(reading, position)
  if (!message) throw reading.ending.reason
  return message
}

/** Asks for a message that exists until it comes. Returns undefined when `ending` aborts. Throws LogTrimmed if it was removed. */
async function insist(
  { log, wait, ending, onMissing }: MessageReading,
  position: number,
): Promise<LogMessage | undefined> {
  let answers = 0
  let isReported = false
  while (!ending.aborted) {
    const message = await log.read(position).then((found) => {
      answers += 1
      return found
    }, ifSilent(undefined))
    if (message) return message
    const start = await log.start().catch(ifSilent(0))
    if (start > position) throw new LogTrimmed(position, start)
    if (answers >= MISSING_ANSWERS && !isReported) {
      isReported = true
      onMissing?.(position)
    }
    await wait(RETRY_MS)
  }
  return undefined
}

/** Returns what stands for the answer that did not come. Throws every other error. */
const ifSilent =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof LogSilent) return instead
    throw error
  }
