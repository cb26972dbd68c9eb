import { readBatch } from '../batch.ts'
import type { JournalLine } from '../journal.ts'
import { StorageError } from '../storage-error.ts'
import type { LogMessage, StoredMessage } from './replicated-log.ts'

/** The largest message, in bytes of data. What is longer is stored in parts. */
export const MESSAGE_BYTES = 512 * 1024

/** The format of the messages, which each claim names. A node does not read what a later version has written. */
const FORMAT = 1

/** Which history a batch of entries continues. */
export interface HistoryName {
  readonly runtime: string
  readonly generation: number
}

/** What a node says of itself when it becomes the writer, such as its address. */
export type ClaimFacts = Readonly<Record<string, string>>

/**
 * What the messages of a log mean: a node becomes the writer, the writer adds entries to a history, or it replaces a small
 * document, of which the last one counts.
 */
export type LogRecord =
  | { readonly kind: 'claim'; readonly writer: string; readonly facts: ClaimFacts }
  | { readonly kind: 'entries'; readonly history: HistoryName; readonly lines: readonly JournalLine[] }
  | { readonly kind: 'document'; readonly name: string; readonly value: unknown }

/** What the writer adds to a log. Its messages only count together. */
export interface LogContent {
  readonly headers: Readonly<Record<string, string>>
  readonly data: Uint8Array
}

/** Returns the content that adds a sealed batch to a history. */
export const batchContent = ({ runtime, generation }: HistoryName, batch: Uint8Array): LogContent => ({
  headers: { kind: 'entries', runtime, generation: `${generation}` },
  data: batch,
})

/** Returns the content that replaces a document. */
export const documentContent = (name: string, value: unknown): LogContent => ({
  headers: { kind: 'document', name },
  data: Buffer.from(JSON.stringify(value)),
})

/** Creates the message by which a node becomes the writer. `id` is of this message alone. */
export function claimMessage(writer: string, id: string, facts: ClaimFacts): LogMessage {
  return { headers: { kind: 'claim', writer, id, format: `${FORMAT}` }, data: Buffer.from(JSON.stringify(facts)) }
}

/** Creates the messages that store a content. Only all of them together count. */
export function contentMessages(
  writer: string,
  nextId: () => string,
  { headers, data }: LogContent,
): readonly LogMessage[] {
  const parts = Math.max(1, Math.ceil(data.length / MESSAGE_BYTES))
  return Array.from({ length: parts }, (_, i) => ({
    headers: { ...headers, writer, id: nextId(), part: `${i + 1}/${parts}` },
    data: data.subarray(i * MESSAGE_BYTES, (i + 1) * MESSAGE_BYTES),
  }))
}

/** Returns what a claim says of its node; undefined if it is damaged. */
function factsIn(data: Uint8Array): ClaimFacts | undefined {
  try {
    const facts: unknown = JSON.parse(Buffer.from(data).toString())
    return typeof facts === 'object' && facts !== null ? (facts as ClaimFacts) : undefined
  } catch {
    return undefined
  }
}

/** Whether two messages are the same one. Each has an id of its own. */
export const isSame = (one: LogMessage, other: LogMessage): boolean =>
  one.headers['writer'] === other.headers['writer'] && one.headers['id'] === other.headers['id']

/**
 * Finds out what the messages of a log mean, taken one after the other from its beginning. Parts whose writer was replaced
 * before the last of them count as nothing.
 */
export class LogRecords {
  #writer: string | undefined
  #parts: readonly Uint8Array[] = []

  /** `writer` is the one before the first message that is taken; undefined at the beginning of the log. */
  constructor(writer?: string) {
    this.#writer = writer
  }

  /** The writer, as of the last message. */
  get writer(): string | undefined {
    return this.#writer
  }

  /** Returns what a message means; undefined for a part of something that is not complete yet. Throws StorageError if it is damaged. */
  take({ position, message: { headers, data } }: StoredMessage): LogRecord | undefined {
    const { kind, writer = '' } = headers
    const bad = (what: string): StorageError =>
      new StorageError(`The message ${position} of the log cannot be used: ${what}`)
    if (kind === 'claim') {
      const { format } = headers
      if (Number(format) > FORMAT)
        throw bad(`it has format ${format}, and this version of gamify reads format ${FORMAT}. Use a newer version`)
      const facts = factsIn(data)
      if (!facts) throw bad('a claim has no facts of its node')
      this.#writer = writer
      this.#parts = []
      return { kind, writer, facts }
    }
    if (kind === undefined) throw bad('it is not one of gamify. Let nothing else write to the stream of a game')
    if (kind !== 'entries' && kind !== 'document')
      throw bad(`this version of gamify does not know its kind '${kind}'. Use a newer version`)
    if (writer !== this.#writer) throw bad(`it is not from the writer ${this.#writer}, but from ${writer}`)
    const [part = 0, parts = 0] = (headers['part'] ?? '').split('/').map(Number)
    if (part !== this.#parts.length + 1 || part > parts)
      throw bad(`it is part ${part} of ${parts}, after ${this.#parts.length}`)
    this.#parts = [...this.#parts, data]
    if (part < parts) return undefined
    const bytes = Buffer.concat(this.#parts)
    this.#parts = []
    try {
      if (kind === 'document') return { kind, name: headers['name'] ?? '', value: JSON.parse(bytes.toString()) }
      const { runtime = '', generation } = headers
      return { kind, history: { runtime, generation: Number(generation) }, lines: readBatch(bytes).lines }
    } catch (error) {
      throw bad(error instanceof Error ? error.message : String(error))
    }
  }
}
