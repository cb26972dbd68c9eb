import { crc32 } from 'node:zlib'
import type { RuntimeName } from '../../game/game-state.ts'
import { formatSum } from '../../storage/checksum.ts'
import type { Designs } from '../../storage/designs.ts'
import { inSlices } from '../../async/time-slice.ts'
import type { JournalLine } from '../../storage/journal.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { emptyHash } from '../designs/kept-designs.ts'
import { partLine, stateHeader } from './state-file.ts'
import type { HeldGame } from '../time-travel/held-game.ts'
import { entries } from '../history/entry-codec.ts'

/** So many characters go out together. */
const CHUNK_LENGTH = 1 << 16

/** So many entries are looked through before whoever asked may end the export. */
const ENTRIES_AT_ONCE = 256

/** What of a game all that is exported of it has in common. */
export interface ExportedGame {
  /** Its id. */
  readonly game: string
  /** The program's. */
  readonly version: string
  readonly runtime: RuntimeName
  readonly designs: Pick<Designs, 'read'>
}

/**
 * The whole of a runtime as NDJSON, in chunks, as it was when it was held, however slowly they are taken; its entries are
 * left out without `history`. Throws StorageError where something of it cannot be read any more. Spec 6.6 `GET /state`.
 */
export async function* exportState(
  about: ExportedGame,
  held: HeldGame,
  { history }: { readonly history: boolean },
): AsyncGenerator<string, void, void> {
  const { seq, journal } = held
  const first = history ? Math.min(journal.firstSeq, seq + 1) : seq + 1
  const facts = yield* historyFacts(held, first)
  yield* inChunks(withFooter(linesOf(about, held, first, facts)))
}

async function* linesOf(
  about: ExportedGame,
  held: HeldGame,
  first: number,
  { chain, designs }: HistoryFacts,
): AsyncGenerator<string, void, void> {
  const { design, waiting, parts } = held
  yield JSON.stringify(stateHeader({ ...about, ...held, first, chain }))
  for (const hash of [design, waiting]) if (hash !== undefined && hash !== '') designs.add(hash)
  for (const hash of designs)
    if (hash !== emptyHash) yield `{"design":"${hash}","source":${await about.designs.read(hash)}}`
  for await (const part of inSlices(parts)) yield partLine(part)
  for await (const { text } of entryLines(held, first)) yield text
}

/** The checksum before the first entry that is told, and the designs that the entries name, in their order. */
interface HistoryFacts {
  readonly chain: number
  readonly designs: Set<string>
}

/**
 * The facts of a history that is told from an entry on. It takes long to look through, so empty texts come meanwhile:
 * whoever has given up the export can end it at each of them.
 */
async function* historyFacts(held: HeldGame, first: number): AsyncGenerator<string, HistoryFacts, void> {
  let chain = held.sum
  const designs = new Set<string>()
  for await (const { seq, text } of entryLines(held, first)) {
    if (seq % ENTRIES_AT_ONCE === 0) yield ''
    if (seq !== first && !entries.canHold(text, 'design:')) continue
    const entry = entries.read(text)
    if (seq === first) ({ chain } = entry)
    for (const { event, ...facts } of entry.events)
      if ((event === 'design:deployed' || event === 'design:held') && 'hash' in facts) designs.add(String(facts.hash))
  }
  return { chain, designs }
}

/** The entries up to the state's last, without a gap. */
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
