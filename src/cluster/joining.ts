import { LogTrimmed } from '../storage/log/replicated-log.ts'
import { StorageError } from '../storage/storage-error.ts'
import { parseDocument, type DocumentValue } from './log-documents.ts'
import { answerOf, documentsIn, type LogAccess } from './log-scan.ts'
import type { NodeStore } from './node-store.ts'

/**
 * Lets a directory that has taken nothing of a log begin with a base, if the log does not have its beginning any more. Resolves
 * to whether it did. Throws LogTrimmed if the directory is of a time that the log does not have, and StorageError.
 */
export async function joinLog(store: NodeStore, access: LogAccess): Promise<boolean> {
  const { log, ending } = access
  let failed: { readonly start: number; readonly error: unknown } | undefined
  for (;;) {
    const start = await answerOf(access, () => log.start())
    const next = store.position + 1
    if (next >= start) return false
    if (store.position > 0) throw new LogTrimmed(next, start)
    // What a base names is only removed when the log is trimmed beyond that base.
    if (failed?.start === start) throw failed.error
    try {
      const { value, position } = await firstBase(access, start)
      await store.beginWith(value, position)
      return true
    } catch (error) {
      ending.throwIfAborted()
      failed = { start, error }
    }
  }
}

/** Returns the first base from which everything that comes after it is in the log. */
async function firstBase(
  access: LogAccess,
  start: number,
): Promise<{ readonly value: DocumentValue<'base'>; readonly position: number }> {
  const until = await answerOf(access, () => access.log.end())
  for await (const found of documentsIn({ ...access, after: start - 1, until, names: ['base'] })) {
    const value = parseDocument('base', found.value)
    if (value.from + 1 >= start) return { value, position: found.position }
  }
  throw new StorageError(
    `The log begins at its message ${start}, and has no base with which a node could begin. Start this node with a copy of the data directory of another node`,
  )
}
