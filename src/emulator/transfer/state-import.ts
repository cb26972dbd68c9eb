import type { Design } from '../../game/design/design.ts'
import type { GameState, RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import { parseInstant } from '../../game/kernel/instant.ts'
import type { BoardDefinition } from '../../game/leaderboards/shapes.ts'
import type { AnyEvent } from '../../game/registry.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { checksum, formatSum } from '../../storage/checksum.ts'
import type { Designs } from '../../storage/designs.ts'
import type { Journal } from '../../storage/journal.ts'
import type { GenerationOrigin, GenerationStorage } from '../../storage/runtime-store.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { stateOf } from '../checkpoints/state-parts.ts'
import { partProblem } from '../checkpoints/state-shapes.ts'
import { entryCodec } from '../history/entry-codec.ts'
import type { ClockReading } from '../session/clock.ts'
import { entryProblem } from './entry-schema.ts'
import { StateDesigns } from './state-designs.ts'
import {
  baseLineSchema,
  designLineSchema,
  footerSchema,
  partLineSchema,
  partOf,
  type StateHeader,
} from './state-file.ts'
import { stateHeaderOf } from './state-header.ts'
import { BadState } from './state-lines.ts'
import { StateReader } from './state-reader.ts'
import { StateReplay, type ReplayContext } from './state-replay.ts'

/** How much of a history is appended to a journal before waiting for it, in characters. */
const APPENDED_AT_ONCE = 1 << 20

/** Where a state is imported. */
export interface ImportContext {
  /** The id of the game. */
  readonly game: string
  /** Returns the offset of the game's time zone from UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly runtime: RuntimeName
  readonly designs: Pick<Designs, 'write'>
  /** Begins the generation that receives the entries. */
  readonly begin: (origin: GenerationOrigin) => Promise<GenerationStorage>
}

/** A whole imported state, with the generation that contains its entries. */
export interface ImportedState {
  readonly state: GameState
  readonly clock: ClockReading
  readonly storage: GenerationStorage
  /** Releases the files that only this state names. Call it once the state is live, or will not be. */
  readonly release: () => void
}

/**
 * Reads an exported state line by line as its bytes arrive. A file with its whole history is replayed; a file without it is
 * taken as it is. The checksums prove that gamify wrote the file, so its lines are not compared with each other. A damaged
 * or edited file gives a fault that names the line. The caller discards the generation that `site.begin` began if this fails;
 * designs are kept only once everything is good. Spec 6.6 `PUT /state`.
 */
export async function importState(bytes: AsyncIterable<Buffer>, site: ImportContext): Promise<Fault | ImportedState> {
  const reader = new StateReader(bytes)
  const state = new StateImport(reader, site)
  try {
    return await state.read()
  } catch (error) {
    state.release()
    if (error instanceof BadState) return error.fault
    throw error
  } finally {
    await reader.close()
  }
}

class StateImport {
  readonly #reader: StateReader
  readonly #site: ImportContext
  readonly #designs = new StateDesigns()
  /** The ids of the leaderboards among the parts. */
  readonly #boards = new Set<string>()
  /** The files that only the imported state names. */
  readonly #files: string[] = []
  #release = (): void => {}

  constructor(reader: StateReader, site: ImportContext) {
    this.#reader = reader
    this.#site = site
  }

  async read(): Promise<ImportedState> {
    await this.#reader.advance()
    const header = this.#header()
    const clock = clockOf(header)
    await this.#reader.advance()
    const { first, chain } = header
    await this.#readDesigns()
    const storage = await this.#site.begin({ parent: null, first, chain })
    const state = first === 1 ? await this.#replayState(header, storage) : await this.#readState(header, storage)
    await this.#readFooter()
    this.#expectEnd(state, storage.journal)
    await this.#designs.keep(this.#site.designs)
    return { state, clock, storage, release: () => this.release() }
  }

  /** Releases the files that nothing else names. */
  release(): void {
    this.#release()
  }

  #header(): StateHeader {
    if (this.#reader.next === undefined) throw new BadState('The file is empty; expected the state of a game')
    const header = stateHeaderOf(this.#reader.next.value)
    const { game } = this.#site
    if (header.game !== game)
      throw new BadState(`This is a state of the game '${header.game}', but this emulator runs '${game}'`)
    return header
  }

  async #readDesigns(): Promise<void> {
    const reader = this.#reader
    for (; reader.next && 'source' in reader.next.value; await reader.advance()) {
      const { design, source } = reader.take(designLineSchema)
      reader.at(() => this.#designs.add(design, source))
    }
  }

  /** Replays the entries and returns their state. */
  async #replayState(header: StateHeader, storage: GenerationStorage): Promise<GameState> {
    // The entries rebuild the state. The parts only have to be well formed, and name the leaderboards to build.
    for await (const _ of this.#parts());
    const { runtime, zoneOffset } = this.#site
    const { journal } = storage
    const designOf = (hash: string): Design => this.#designs.designOf(hash)
    const archiveRows: ReplayContext['archiveRows'] = (rows) => this.#archiveRows(rows, storage)
    const replay = new StateReplay({ runtime, journal, zoneOffset, designOf, archiveRows })
    await this.#readEntries(header, journal, (entry, sum) => this.#applyEntry(replay, entry, sum))
    return replay.finish(this.#boards)
  }

  #applyEntry(replay: StateReplay, entry: Entry, sum: number): Promise<void> | undefined {
    try {
      return replay.take(entry, sum)
    } catch (error) {
      throw this.#reportable(error, `Line ${this.#reader.number}: the entry cannot be applied`)
    }
  }

  /** Reads the state from its parts. */
  async #readState(header: StateHeader, storage: GenerationStorage): Promise<GameState> {
    const parts = archivedParts(this.#parts(), (rows) => this.#archiveRows(rows, storage))
    const state = await stateOf(this.#site.runtime, parts).catch((error: unknown) => {
      throw this.#reportable(error, `Line ${this.#reader.number}: the parts up to this line are not a valid state`)
    })
    await this.#skipBase()
    await this.#readEntries(header, storage.journal)
    return state
  }

  /**
   * Returns the error to report. A line that could not be read was already reported with its number; any other error
   * concerns what the lines contain.
   */
  #reportable(error: unknown, what: string): unknown {
    if (this.#reader.failure !== undefined) return this.#reader.failure
    if (error instanceof StorageError || error instanceof BadState || !(error instanceof Error)) return error
    return new BadState(`${what}: ${error.message}`)
  }

  /** Expects the history to end where the state does, and the file to contain the designs of the state. */
  #expectEnd({ seq, chain, design, deployment }: GameState, { lastSeq, lastSum }: Journal): void {
    if (seq !== lastSeq || chain !== lastSum)
      throw this.#reader.bad('the entries before it do not end at the entry of the state')
    for (const hash of [design, deployment.pending?.hash ?? '']) this.#reader.at(() => this.#designs.name(hash))
  }

  /** Writes rows into a file of this generation, under a name that no other state uses. */
  async #archiveRows(
    rows: Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>,
    { generation, boards: { archive } }: GenerationStorage,
  ): Promise<string> {
    if (this.#files.length === 0) this.#release = archive.hold(() => this.#files)
    const name = `import.${generation}.${this.#files.length}`
    this.#files.push(name)
    await archive.write(name, rows)
    return name
  }

  async *#parts(): AsyncGenerator<CheckpointPart, void, void> {
    while (this.#reader.next && 'part' in this.#reader.next.value) {
      const part = partOf(this.#reader.take(partLineSchema))
      const problem = partProblem(part)
      if (problem !== undefined) throw this.#reader.bad(problem)
      if (part.name === 'board' && 'data' in part) this.#boards.add((part.data as BoardDefinition).id)
      yield part
      await this.#reader.advance()
    }
  }

  /** Skips the earlier state: it is for those who decide the history again. */
  async #skipBase(): Promise<void> {
    const reader = this.#reader
    for (; reader.next && 'base' in reader.next.value; await reader.advance()) reader.take(baseLineSchema)
  }

  async #readEntries(
    { first, chain, seq }: StateHeader,
    journal: Journal,
    apply?: (entry: Entry, sum: number) => Promise<void> | undefined,
  ): Promise<void> {
    const reader = this.#reader
    let [next, sum, at, waiting] = [first, chain, 0, 0]
    for (; reader.next && 'seq' in reader.next.value; next += 1) {
      const { text } = reader.next
      const entry = this.#takeEntry()
      if (entry.seq !== next || next > seq || entry.chain !== sum || entry.at < at)
        throw reader.bad('this entry does not follow the one before it')
      sum = checksum(text)
      at = entry.at
      const applying = apply?.(entry, sum)
      if (applying) await applying
      // `settled` rejects with its failure.
      journal.append(next, text, sum).catch(() => {})
      waiting += text.length
      if (waiting > APPENDED_AT_ONCE) {
        await journal.settled()
        waiting = 0
      }
      await reader.advance()
    }
    await journal.settled()
    if (next !== seq + 1) throw reader.bad('the entries before it do not end at the entry of the state')
  }

  /**
   * Reads the entry of the next line. Its content must be possible, and the designs that it names must be in the file.
   * Throws BadState.
   */
  #takeEntry(): Entry {
    const entry = this.#liftEntry()
    const problem = entryProblem(entry)
    if (problem !== undefined) throw this.#reader.bad(problem)
    for (const event of entry.events as readonly AnyEvent[])
      if (event.event === 'design:deployed' || event.event === 'design:held')
        this.#reader.at(() => this.#designs.name(event.hash))
    return entry
  }

  /** Lifts the entry before it is checked, because the schemas only know the present format. */
  #liftEntry(): Entry {
    try {
      return entryCodec.lift(this.#reader.next?.value)
    } catch (error) {
      throw this.#reader.bad(error instanceof Error ? error.message : String(error))
    }
  }

  async #readFooter(): Promise<void> {
    if (!this.#reader.next) throw new BadState(`The file ends after line ${this.#reader.number}: it was cut off`)
    const { number, sumBefore } = this.#reader.next
    const { lines, sum } = this.#reader.take(footerSchema)
    if (lines !== number - 1 || sum !== formatSum(sumBefore))
      throw this.#reader.bad('a line before it was changed or is missing')
    await this.#reader.advance()
    if (this.#reader.next) throw this.#reader.bad('expected no more lines after the last line of a state')
  }
}

function clockOf({ time, frozen }: StateHeader): ClockReading {
  const now = parseInstant(time)
  if (now === undefined) throw new BadState('Line 1: time: expected a time stamp')
  return { now, frozen }
}

type Parts = AsyncGenerator<CheckpointPart, void, void>

/** Whether a part has rows of a period. The rows of others have another name. */
const isRows = ({ name }: CheckpointPart): boolean => name === 'board-rankings' || name === 'board-rows'

/**
 * Yields the parts of a whole state, with the rows of each finished period moved to a file as they are read. There may
 * be far more of them than of everything else.
 */
async function* archivedParts(parts: Parts, archiveRows: (rows: Parts) => Promise<string>): Parts {
  let next = await parts.next()
  const take = async (): Promise<void> => {
    next = await parts.next()
  }
  async function* rows(): Parts {
    for (; !next.done && isRows(next.value); await take()) yield next.value
  }
  while (!next.done) {
    const part = next.value
    await take()
    if (part.name !== 'board-period' || !('data' in part)) {
      yield part
      continue
    }
    const late: CheckpointPart[] = []
    for (; !next.done && next.value.name === 'board-late'; await take()) late.push(next.value)
    const file = await archiveRows(rows())
    yield { name: part.name, data: { ...(part.data as object), file } }
    yield* late
  }
}
