import { crc32 } from 'node:zlib'
import { inSlices } from '../../async/time-slice.ts'
import type { RuntimeName } from '../../game/game-state.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { formatSum } from '../../storage/checksum.ts'
import type { Designs } from '../../storage/designs.ts'
import type { JournalLine } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { emptyHash } from '../designs/kept-designs.ts'
import { entryCodec } from '../history/entry-codec.ts'
import type { HeldGame } from '../time-travel/held-game.ts'
import { partLine, stateHeader } from './state-file.ts'

/** The length of a chunk, in characters. */
const CHUNK_LENGTH = 1 << 16

/** How many entries are searched before the caller can end the export. */
const ENTRIES_AT_ONCE = 256

/** What every export of a game needs. */
export interface ExportedGame {
  /** The id of the game. */
  readonly game: string
  /** The version of gamify. */
  readonly version: string
  readonly runtime: RuntimeName
  readonly designs: Pick<Designs, 'read'>
}

/**
 * Exports the whole runtime as NDJSON, in chunks, as it was when it was held, however slowly the chunks are read.
 * Without `history`, the entries are left out. If older entries are no longer kept, the file also has the oldest stored state
 * that the entries continue, so that they can be replayed. Throws StorageError if some of it can no longer be read. Spec 6.6 `GET
 * /state`.
 */
export async function* exportState(
  about: ExportedGame,
  held: HeldGame,
  { history }: { readonly history: boolean },
): AsyncGenerator<string, void, void> {
  const { seq, journal } = held
  const first = history ? Math.min(journal.firstSeq, seq + 1) : seq + 1
  const facts = yield* historyFacts(held, first)
  const base = first > 1 && first <= seq ? await openBase(held, first) : undefined
  try {
    yield* inChunks(withFooter(linesOf(about, held, first, { ...facts, base })))
  } finally {
    await base?.close()
  }
}

/** The parts of an earlier state, whose file is open. They stay readable if it is deleted meanwhile. */
interface OpenBase {
  readonly parts: AsyncIterable<CheckpointPart>
  /** The hash of its design; '' if it has none. */
  readonly design: string
  readonly close: () => Promise<unknown>
}

/** Opens the oldest undamaged checkpoint that the entries from `first` on continue; undefined if there is none. */
async function openBase({ seq, checkpoints }: HeldGame, first: number): Promise<OpenBase | undefined> {
  for (const checkpoint of (await checkpoints()).toReversed()) {
    if (checkpoint.seq + 1 < first || checkpoint.seq > seq) continue
    try {
      for await (const _ of inSlices(checkpoint.parts()));
      return await opened(checkpoint.parts()[Symbol.asyncIterator]())
    } catch (error) {
      // A later start reports it.
      if (!(error instanceof StorageError)) throw error
    }
  }
  return undefined
}

async function opened(rest: AsyncIterator<CheckpointPart>): Promise<OpenBase> {
  const first = await rest.next()
  async function* parts(): AsyncGenerator<CheckpointPart, void, void> {
    for (let next = first; next.done !== true; next = await rest.next()) yield withoutFile(next.value)
  }
  // The first part is the frame of the state.
  const { design = '' } = (first.value as { readonly data?: { readonly design?: string } } | undefined)?.data ?? {}
  return { parts: parts(), design, close: async () => rest.return?.() }
}

/** Leaves out the name of the file that has the rows of a finished period. Nothing later in the history needs the rows. */
const withoutFile = (part: CheckpointPart): CheckpointPart =>
  part.name === 'board-period' && 'data' in part
    ? { name: part.name, data: { ...(part.data as object), file: null } }
    : part

async function* linesOf(
  about: ExportedGame,
  held: HeldGame,
  first: number,
  { chain, designs, base }: HistoryFacts & { readonly base: OpenBase | undefined },
): AsyncGenerator<string, void, void> {
  const { design, waiting, parts } = held
  yield JSON.stringify(stateHeader({ ...about, ...held, first, chain, hasBase: base !== undefined }))
  for (const hash of [base?.design, design, waiting]) if (hash !== undefined && hash !== '') designs.add(hash)
  for (const hash of designs)
    if (hash !== emptyHash()) yield `{"design":"${hash}","source":${await about.designs.read(hash)}}`
  for await (const part of inSlices(parts)) yield partLine(part)
  for await (const part of inSlices(base?.parts ?? [])) yield partLine(part, 'base')
  for await (const { text } of entryLines(held, first)) yield text
}

/** The checksum before the first exported entry, and the designs that the entries name, in their order. */
interface HistoryFacts {
  readonly chain: number
  readonly designs: Set<string>
}

/**
 * Collects the facts of the history from an entry on. As this takes long, it yields empty texts on the way, at which a
 * caller can end the export.
 */
async function* historyFacts(held: HeldGame, first: number): AsyncGenerator<string, HistoryFacts, void> {
  let chain = held.sum
  const designs = new Set<string>()
  for await (const { seq, text } of entryLines(held, first)) {
    if (seq % ENTRIES_AT_ONCE === 0) yield ''
    if (seq !== first && !entryCodec.canHold(text, 'design:')) continue
    const entry = entryCodec.read(text)
    if (seq === first) ({ chain } = entry)
    for (const { event, ...facts } of entry.events)
      if ((event === 'design:deployed' || event === 'design:held') && 'hash' in facts) designs.add(String(facts.hash))
  }
  return { chain, designs }
}

/** Yields the entries up to the last one of the state, without a gap. */
async function* entryLines({ journal, seq }: HeldGame, first: number): AsyncGenerator<JournalLine, void, void> {
  if (first > seq) return
  let next = first
  for await (const line of inSlices(journal.read(first))) {
    if (line.seq !== next) break
    yield line
    if (next === seq) return
    next += 1
  }
  throw new StorageError(`Entry ${next} is no longer kept: the history changed during the export`)
}

async function* withFooter(lines: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let count = 0
  let sum = 0
  for await (const line of lines) {
    const text = `${line}\n`
    sum = crc32(text, sum)
    count += 1
    yield text
  }
  yield `${JSON.stringify({ lines: count, sum: formatSum(sum) })}\n`
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  let chunk: string[] = []
  let length = 0
  for await (const text of texts) {
    chunk.push(text)
    length += text.length
    if (length < CHUNK_LENGTH) continue
    yield chunk.join('')
    chunk = []
    length = 0
  }
  if (length > 0) yield chunk.join('')
}
