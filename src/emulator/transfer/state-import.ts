import type { Design } from '../../game/design/design.ts'
import type { GameState, RuntimeName } from '../../game/game-state.ts'
import type { Entry } from '../../game/kernel/entry.ts'
import type { Fault } from '../../game/kernel/fault.ts'
import type { AnyEvent } from '../../game/registry.ts'
import { parseInstant } from '../../game/kernel/instant.ts'
import type { BoardDefinition } from '../../game/leaderboards/shapes.ts'
import { checksum, formatSum } from '../../storage/checksum.ts'
import type { Designs } from '../../storage/designs.ts'
import type { Journal } from '../../storage/journal.ts'
import type { GenerationOrigin, GenerationStorage } from '../../storage/runtime-store.ts'
import type { CheckpointPart } from '../../storage/checkpoint.ts'
import { StorageError } from '../../storage/storage-error.ts'
import type { ClockReading } from '../session/clock.ts'
import { StateDesigns } from './state-designs.ts'
import { entries } from '../history/entry-codec.ts'
import { entryProblem } from './entry-schema.ts'
import { StateReader } from './state-reader.ts'
import { StateReplay, type ReplaySite } from './state-replay.ts'
import {
  designLineSchema,
  footerSchema,
  partLineSchema,
  partOf,
  STATE_FORMAT,
  stateHeaderSchema,
  type StateHeader,
} from './state-file.ts'
import { BadState } from './state-lines.ts'
import { stateOf } from '../checkpoints/state-parts.ts'
import { partProblem } from '../checkpoints/state-shapes.ts'

/** So much of a history is handed to a journal before it is waited for, in characters. */
const APPENDED_AT_ONCE = 1 << 20

/** Where a state comes to. */
export interface ImportSite {
  /** The id of the game. */
  readonly game: string
  /** What the game's time zone adds to UTC. */
  readonly zoneOffset: (atMs: number) => number
  readonly runtime: RuntimeName
  readonly designs: Pick<Designs, 'write'>
  /** Begins the generation that takes its entries. */
  readonly begin: (origin: GenerationOrigin) => Promise<GenerationStorage>
}

/** A state as it was read, whole, with the generation that holds its entries. */
export interface ImportedState {
  readonly state: GameState
  readonly clock: ClockReading
  readonly storage: GenerationStorage
  /** Lets go of the files that nothing but this state names: once it is in force, or will not be. */
  readonly release: () => void
}

/**
 * Reads an exported state line by line as its bytes arrive. A file with its whole history is replayed; a file without it is
 * taken as it is. The checksums prove that gamify wrote the file, so its lines are not compared with each other. A damaged
 * or edited file gives a fault that names the line. The caller discards the generation that `site.begin` began if this fails;
 * designs are kept only once everything is good. Spec 6.6 `PUT /state`.
 */
export async function importState(bytes: AsyncIterable<Buffer>, site: ImportSite): Promise<Fault | ImportedState> {
  const reader = new StateReader(bytes)
  const state = new StateImport(reader, site)
  try {
    return await state.read()
  } catch (error) {
    state.letGo()
    if (error instanceof BadState) return error.fault
    throw error
  } finally {
    await reader.close()
  }
}

class StateImport {
  readonly #reader: StateReader
  readonly #site: ImportSite
  readonly #designs = new StateDesigns()
  /** The ids of the leaderboards among the parts. */
  readonly #boards = new Set<string>()
  /** The files that only the state names which is read. */
  readonly #files: string[] = []
  #letGo = (): void => {}

  constructor(reader: StateReader, site: ImportSite) {
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
    const state = first === 1 ? await this.#replayed(header, storage) : await this.#told(header, storage)
    await this.#readFooter()
    this.#expectEnd(state, storage.journal)
    await this.#designs.keep(this.#site.designs)
    return { state, clock, storage, release: () => this.letGo() }
  }

  /** Lets go of the files that nothing else names. */
  letGo(): void {
    this.#letGo()
  }

  #header(): StateHeader {
    const { game } = this.#site
    const { format } = this.#reader.next?.value ?? {}
    if (this.#reader.next === undefined) throw new BadState('The file is empty; expected the state of a game')
    if (typeof format === 'number' && format > STATE_FORMAT)
      throw new BadState(
        `This state has format ${format}, but this version of gamify reads format ${STATE_FORMAT}: use a newer version`,
      )
    const header = this.#reader.take(stateHeaderSchema)
    if (header.game !== game)
      throw new BadState(`This is a state of the game '${header.game}', but this emulator runs '${game}'`)
    if (header.first > header.seq + 1) throw new BadState('Line 1: first: the history starts after its end')
    if (header.first === 1 && header.chain !== 0)
      throw new BadState('Line 1: chain: expected 0, because entry 1 has no entry before it')
    return header
  }

  async #readDesigns(): Promise<void> {
    const reader = this.#reader
    for (; reader.next && 'source' in reader.next.value; await reader.advance()) {
      const { design, source } = reader.take(designLineSchema)
      reader.at(() => this.#designs.add(design, source))
    }
  }

  /** The state that the entries make, whatever stands before them. */
  async #replayed(header: StateHeader, storage: GenerationStorage): Promise<GameState> {
    // The entries make the state again; the parts only have to be well formed, and say which leaderboards are built.
    for await (const _ of this.#parts());
    const { runtime, zoneOffset } = this.#site
    const { journal } = storage
    const designOf = (hash: string): Design => this.#designs.designOf(hash)
    const putAway: ReplaySite['putAway'] = (rows) => this.#putAway(rows, storage)
    const replay = new StateReplay({ runtime, journal, zoneOffset, designOf, putAway })
    await this.#readEntries(header, journal, (entry, sum) => this.#takeIn(replay, entry, sum))
    return replay.finish(this.#boards)
  }

  #takeIn(replay: StateReplay, entry: Entry, sum: number): Promise<void> | undefined {
    try {
      return replay.take(entry, sum)
    } catch (error) {
      throw this.#notOf(error, `Line ${this.#reader.number}: the entry cannot be applied`)
    }
  }

  /** The state as it stands there. */
  async #told(header: StateHeader, storage: GenerationStorage): Promise<GameState> {
    const parts = archivedParts(this.#parts(), (rows) => this.#putAway(rows, storage))
    const state = await stateOf(this.#site.runtime, parts).catch((error: unknown) => {
      throw this.#notOf(error, `Line ${this.#reader.number}: the parts up to this line are not a valid state`)
    })
    await this.#readEntries(header, storage.journal)
    return state
  }

  /** What came to us broken was told of where it came; all else is what is made of it. */
  #notOf(error: unknown, what: string): unknown {
    if (this.#reader.failure !== undefined) return this.#reader.failure
    if (error instanceof StorageError || error instanceof BadState || !(error instanceof Error)) return error
    return new BadState(`${what}: ${error.message}`)
  }

  /** Expects the history to end where the state does, and the designs that the state runs to be in the file. */
  #expectEnd({ seq, chain, design, deployment }: GameState, { lastSeq, lastSum }: Journal): void {
    if (seq !== lastSeq || chain !== lastSum)
      throw this.#reader.bad('the entries before it do not end at the entry of the state')
    for (const hash of [design, deployment.pending?.hash ?? '']) this.#reader.at(() => this.#designs.name(hash))
  }

  /** Into a file of this generation, whose name no other state has. */
  async #putAway(
    rows: Iterable<CheckpointPart> | AsyncIterable<CheckpointPart>,
    { generation, boards: { archive } }: GenerationStorage,
  ): Promise<string> {
    if (this.#files.length === 0) this.#letGo = archive.hold(() => this.#files)
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

  async #readEntries(
    { first, chain, seq }: StateHeader,
    journal: Journal,
    takeIn?: (entry: Entry, sum: number) => Promise<void> | undefined,
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
      const taking = takeIn?.(entry, sum)
      if (taking) await taking
      // How it fails is told by `settled`.
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

  /** The entry of the next line: what it says can be, and the designs that it names are there. Throws BadState. */
  #takeEntry(): Entry {
    const entry = this.#lifted()
    const problem = entryProblem(entry)
    if (problem !== undefined) throw this.#reader.bad(problem)
    for (const event of entry.events as readonly AnyEvent[])
      if (event.event === 'design:deployed' || event.event === 'design:held')
        this.#reader.at(() => this.#designs.name(event.hash))
    return entry
  }

  /** Lifts before anything is checked: the schemas know the present format alone. */
  #lifted(): Entry {
    try {
      return entries.lift(this.#reader.next?.value)
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

/** The parts that are the rows of a period; those of others follow another name. */
const isRows = ({ name }: CheckpointPart): boolean => name === 'board-rankings' || name === 'board-rows'

/**
 * The parts of a whole state, with the rows of each finished period put away as they come, under the name that `putAway`
 * gives: there may be far more of them than of all else.
 */
async function* archivedParts(parts: Parts, putAway: (rows: Parts) => Promise<string>): Parts {
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
    const file = await putAway(rows())
    yield { name: part.name, data: { ...(part.data as object), file } }
    yield* late
  }
}
