import { StorageError } from '../storage-error.ts'

/** A message of a log. */
export interface LogMessage {
  /** What the message is, in words of ASCII. */
  readonly headers: Readonly<Record<string, string>>
  readonly data: Uint8Array
}

/** A message with its position in the log, counted from 1. */
export interface StoredMessage {
  readonly position: number
  readonly message: LogMessage
}

/**
 * A log that several servers keep, as a node of a game sees it. A message that is stored stays, at its position, until the
 * log is trimmed. Everything else can go wrong: requests and answers get lost or come late, and what a server answers about
 * the log can be old. So an old start or end, or no message where there is one, is no proof of anything. All methods reject
 * with LogSilent if no answer comes.
 */
export interface ReplicatedLog {
  /**
   * Stores a message right after the position `after`. Resolves to its position when most servers have it on disk. Rejects
   * with LogMoved if another message is there, which can be this one, sent before. After LogSilent it is unknown whether the
   * message is stored, or will be.
   */
  publish(message: LogMessage, after: number): Promise<number>
  /** Returns the message at a position, or undefined if the server that answers has none. */
  read(position: number): Promise<LogMessage | undefined>
  /** Returns the position of the last message that the server that answers knows of; 0 for an empty log. */
  end(): Promise<number>
  /** Returns the first position that the log still has, as far as the server that answers knows. It can only be too low. */
  start(): Promise<number>
  /** Removes the messages before a position. */
  trim(before: number): Promise<void>
  /**
   * Yields the messages after a position as they are stored, until the signal aborts. It can stand still for ever, leave out
   * messages and repeat them. With `only`, messages can come without their data.
   */
  follow(after: number, signal: AbortSignal, only?: 'headers'): AsyncIterable<StoredMessage>
}

/** Nothing is stored, because the log does not end where the message expects it to. */
export class LogMoved extends Error {
  override readonly name = 'LogMoved'
}

/** No answer came from the log. */
export class LogSilent extends Error {
  override readonly name = 'LogSilent'
}

/** The log has been trimmed beyond a message that a node still needs. */
export class LogTrimmed extends StorageError {
  override readonly name = 'LogTrimmed'

  /** `start` is the first position that the log still has. */
  constructor(position: number, start: number) {
    super(
      `The log begins at its message ${start} now, and this node needs the message ${position}, which was trimmed. Delete its data directory and start it again; it then begins with the newest game that the log has as a whole`,
    )
  }
}

/** Another node has become the writer of the log. What this one has decided meanwhile does not count. */
export class Fenced extends StorageError {
  override readonly name = 'Fenced'

  constructor(position: number) {
    super(`Another node writes the log of the game since its message ${position}`)
  }
}

/** How a node waits: resolves after a time in ms. */
export type Wait = (ms: number) => Promise<void>
