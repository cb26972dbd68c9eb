import { LogTrimmed, type ReplicatedLog } from '../storage/log/replicated-log.ts'
import type { EarlierBase, Progress, StoredBase } from './base.ts'
import { parseDocument, type DocumentName, type DocumentValue, type SharedFile } from './log-documents.ts'
import { answerOf, documentAt, documentsIn, type LogAccess } from './log-scan.ts'
import type { NodeStore } from './node-store.ts'
import { FILE_BLOBS } from './shared-files.ts'

/** How old the last base can be before the writer makes another one by itself, in ms. */
const BASE_MS = 24 * 60 * 60 * 1000

/** How many messages a log must have since its last base for that: fewer are read in no time. */
const FEW_MESSAGES = 1_000

/**
 * After so many messages the writer makes a base in any case. One message is under way at a time, each takes about 1 ms, so
 * this is every ten minutes at most, and a new node reads so many in less than a minute.
 */
const MANY_MESSAGES = 500_000

/** How long the other nodes, which record how far they are every few seconds, are waited for, in ms. */
const SETTLE_MS = 12_000

/** How often nodes and the log are looked at while something is waited for, in ms. */
const LOOK_MS = 250

/** What a trim has done. */
export interface Trimmed {
  /** The first position that the log still has. */
  readonly start: number
  /** How many messages were removed. */
  readonly messages: number
  /** How many files that no node needs any more were removed. */
  readonly files: number
}

/** What a trim needs of the node that writes the game. */
export interface TrimParts extends LogAccess {
  readonly log: ReplicatedLog
  readonly store: Pick<NodeStore, 'makeBase' | 'bases' | 'blobs'>
  /** The positions up to which the nodes that were heard lately have the log on disk, this one included. */
  readonly settled: () => readonly number[]
  readonly onProgress?: Progress
}

/** Whether the writer of a log that ends at a position is to make a base, and trim the log, by itself. */
export function isTrimDue(
  { bases, createdMs }: Pick<NodeStore, 'bases' | 'createdMs'>,
  position: number,
  nowMs: number,
): boolean {
  const { from, made } = bases.at(-1) ?? { from: 0, made: createdMs }
  const grown = position - from
  return grown > MANY_MESSAGES || (grown > FEW_MESSAGES && nowMs - made > BASE_MS)
}

/**
 * Makes a base, and removes what comes before it from the log, as far as every node that was heard lately has that on disk.
 * With `isSparing`, what comes after the base before is kept, for a node that is away for a while. Then removes the files that
 * nothing in the log names any more. Throws StorageError.
 */
export async function trimLog(parts: TrimParts, isSparing: boolean): Promise<Trimmed> {
  const { log, store, onProgress = () => {} } = parts
  const before = store.bases.at(-1)
  // Listed first: what is stored later may be named later. That the log takes the base proves that no other node wrote then.
  const stored = (await store.blobs.names()).filter((name) => name.startsWith(FILE_BLOBS))
  const base = await store.makeBase(await earlierBase(parts, before), onProgress)
  const target = isSparing ? before?.from : base.from
  const start = await answerOf(parts, () => log.start())
  if (target === undefined) return { start, messages: 0, files: 0 }
  const from = Math.min(target, await settledPosition(parts, target))
  const next = Math.max(start, from + 1)
  if (next > start) await answerOf(parts, () => log.trim(next))
  const unnamed = await unnamedFiles(parts, stored, { after: next - 1, until: base.position })
  for (const name of unnamed) await store.blobs.remove(name)
  return { start: next, messages: next - start, files: unnamed.size }
}

/** Reads the base before, if the log still has it. */
async function earlierBase(parts: TrimParts, base: StoredBase | undefined): Promise<EarlierBase | undefined> {
  if (!base) return undefined
  try {
    return parseDocument('base', await documentAt(parts, base.position))
  } catch (error) {
    if (error instanceof LogTrimmed) return undefined
    throw error
  }
}

/** Waits until all nodes have a position on disk, or for a while. Returns the first one that not all have. */
async function settledPosition({ settled, wait, ending }: TrimParts, target: number): Promise<number> {
  const positions = (): number => Math.min(...settled())
  for (let waited = 0; positions() < target && waited < SETTLE_MS; waited += LOOK_MS) {
    ending.throwIfAborted()
    await wait(LOOK_MS)
  }
  return positions()
}

/** The documents that name files. */
const NAMING = ['game', 'base', 'live', 'file'] as const satisfies readonly DocumentName[]

/**
 * Returns the files among `stored` that nothing in a part of the log names. What was stored before a base was begun is named
 * before the end of that base, or never.
 */
async function unnamedFiles(
  parts: TrimParts,
  stored: readonly string[],
  range: { readonly after: number; readonly until: number },
): Promise<ReadonlySet<string>> {
  const unnamed = new Set(stored)
  for await (const { name, value } of documentsIn({ ...parts, ...range, names: NAMING }))
    for (const { blob } of filesNamedBy(name as (typeof NAMING)[number], value)) unnamed.delete(blob ?? '')
  return unnamed
}

function filesNamedBy(name: (typeof NAMING)[number], value: unknown): readonly SharedFile[] {
  switch (name) {
    case 'file':
      return [parseDocument(name, value)]
    case 'live':
      return parseDocument(name, value).files
    default: {
      const { runtimes, files } = parseDocument(name, value) as DocumentValue<'game' | 'base'>
      return [...runtimes.staging.files, ...runtimes.production.files, ...files]
    }
  }
}
