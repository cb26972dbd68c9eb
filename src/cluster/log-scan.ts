import { readLog, readMessage } from '../storage/log/log-reader.ts'
import { LogSilent, type LogMessage, type ReplicatedLog, type Wait } from '../storage/log/replicated-log.ts'
import type { DocumentName } from './log-documents.ts'

/** A log, and how to wait for it. */
export interface LogAccess {
  readonly log: Pick<ReplicatedLog, 'read' | 'start' | 'end' | 'follow'>
  readonly wait: Wait
  readonly ending: AbortSignal
}

/** How long is waited before a log that did not answer is asked again, in ms. */
const RETRY_MS = 250

/** Asks a log something until it answers. Rejects with the reason of `ending` when that aborts. */
export async function answerOf<T>({ wait, ending }: LogAccess, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    ending.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof LogSilent)) throw error
    }
    await wait(RETRY_MS)
  }
}

/** The part of a log in which documents are looked for. */
interface Scan extends LogAccess {
  readonly after: number
  readonly until: number
  readonly names: readonly DocumentName[]
}

/** A document of a log, which is not checked yet. */
export interface FoundDocument {
  readonly name: DocumentName
  readonly value: unknown
  /** The position of its last message. */
  readonly position: number
}

/**
 * Yields the documents of some names that are whole within a part of a log, in their order. Only their messages are read with
 * their data. Throws LogTrimmed if the part was removed meanwhile.
 */
export async function* documentsIn({ after, until, names, ...access }: Scan): AsyncGenerator<FoundDocument, void> {
  if (until <= after) return
  let parts: number[] = []
  for await (const { position, message } of readLog({ ...access, after, only: 'headers' })) {
    const { kind, name } = message.headers
    const found = names.find((each) => kind === 'document' && each === name)
    const { part, all } = partOf(message)
    // A claim ends what is not whole, and so does the beginning of the part that is read.
    parts = found && part === parts.length + 1 ? [...parts, position] : found && part === 1 ? [position] : []
    if (found && parts.length === all) {
      yield { name: found, value: await valueOf(access, parts), position }
      parts = []
    }
    if (position >= until) return
  }
}

/** Returns the value of the document whose last message is at a position. Throws LogTrimmed if it was removed. */
export async function documentAt(access: LogAccess, position: number): Promise<unknown> {
  const last = await readMessage(access, position)
  const { all } = partOf(last)
  return valueOf(
    access,
    Array.from({ length: all }, (_, i) => position - all + 1 + i),
  )
}

async function valueOf(access: LogAccess, positions: readonly number[]): Promise<unknown> {
  const parts: Uint8Array[] = []
  for (const position of positions) parts.push((await readMessage(access, position)).data)
  return JSON.parse(Buffer.concat(parts).toString())
}

function partOf({ headers }: LogMessage): { readonly part: number; readonly all: number } {
  const [part = 0, all = 0] = (headers['part'] ?? '').split('/').map(Number)
  return { part, all }
}
