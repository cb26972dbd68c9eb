import type { GameState } from '../game-state.ts'
import { unpackPosition } from '../kernel/ids.ts'
import { ReadView } from '../ranking/read-view.ts'
import { adoptBoard, idsOf, type Board, type BoardCycle, type FinishedPeriod, type LateChange } from './boards.ts'
import { CountedEvents } from './counted-events.ts'
import { periodAt, type Cycle } from './cycle.ts'
import { holdRankings, RowsReader, rowsParts, type HeldRankings, type KeptPart } from './kept-rows.ts'
import { addRemoval, type Removals } from './removals.ts'
import type { BoardDefinition, RemovalRows } from './shapes.ts'

/** The number of late changes in a part. */
const LATE_A_PART = 1024

/** The number of event positions in a part, 8 bytes each. */
const POSITIONS_A_PART = 1 << 15

/** The number of removals in a part. */
const REMOVALS_A_PART = 4096

/** The fields of a finished period that never grow. */
type KeptPeriod = Pick<FinishedPeriod, 'start' | 'seq' | 'departures'> & { readonly file: string | null }

/** The rankings of a board for one cycle, as they were at one time. */
interface HeldCycle {
  readonly cycle: Cycle
  readonly start: number
  readonly present: HeldRankings
  /** Periods are only appended, so the first `finishedCount` are those of that time. */
  readonly finished: readonly FinishedPeriod[]
  readonly finishedCount: number
}

interface HeldBoard extends Pick<Board, 'definition' | 'from'> {
  readonly removals: RemovalRows
  readonly counted: Float64Array | undefined
  readonly cycles: readonly HeldCycle[]
}

/**
 * Returns the boards of a state as parts of a saved state. The call fixes the content; the parts are created while the
 * result is iterated. The same history gives the same parts, whether a board existed all along or was built later.
 */
export function boardParts(
  { seq, at, boards: { byId, departures } }: GameState,
  view = new ReadView(),
): Iterable<KeptPart> {
  const boards = [...byId].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const held = boards.map(([, board]) => holdBoard(board, at, view))
  return partsOf(seq, departures, held)
}

const holdBoard = (
  { definition, from, removals, counted, cycles }: Board,
  atMs: number,
  view: ReadView,
): HeldBoard => ({
  definition,
  from,
  removals: removalRowsOf(removals),
  counted: counted?.positions(),
  cycles: cycles.map((cycle) => holdCycle(cycle, atMs, view)),
})

/**
 * An empty board has the period of the last entry, because the start of its stored period would only show when the board
 * was created.
 */
function holdCycle({ cycle, period, present, finished }: BoardCycle, atMs: number, view: ReadView): HeldCycle {
  const isEmpty = present.all.size + present.groups.size === 0
  return {
    cycle,
    start: isEmpty ? periodAt(cycle, atMs).start : period.start,
    present: holdRankings(present, view),
    finished,
    finishedCount: finished.length,
  }
}

/** Each part belongs to the board, the cycle and the period of the most recent part that named one. */
function* partsOf(seq: number, departures: number, boards: readonly HeldBoard[]): Generator<KeptPart> {
  if (departures > 0) yield { name: 'board-departures', data: departures }
  for (const { definition, from, removals, counted, cycles } of boards) {
    yield { name: 'board', data: definition }
    if (from > 0) yield { name: 'board-from', data: from }
    yield* removalParts(removals)
    if (counted) yield* positionParts(counted)
    for (const { cycle, start, present, finished, finishedCount } of cycles) {
      yield { name: 'board-cycle', data: { cycle, start } }
      yield* rowsParts(present)
      for (const period of finished.slice(0, finishedCount)) yield* periodParts(period, seq)
    }
  }
}

/**
 * Returns the parts of a finished period as it was after entry `last`. Its rows never change, so an archive file serves too.
 */
function* periodParts({ start, seq, departures, file, rows, late }: FinishedPeriod, last: number): Generator<KeptPart> {
  const kept: KeptPeriod = { start, seq, departures, file: file ?? null }
  yield { name: 'board-period', data: kept }
  const changes = late.filter((change) => change.seq <= last)
  for (let first = 0; first < changes.length; first += LATE_A_PART)
    yield { name: 'board-late', data: changes.slice(first, first + LATE_A_PART) }
  if (file === undefined && rows) yield* rowsParts(holdRankings(rows, new ReadView()))
}

function removalRowsOf(removals: Removals): RemovalRows {
  const rows = { groups: [] as (string | null)[], entities: [] as number[], seqs: [] as number[] }
  for (const [group, entities] of removals) {
    for (const [entity, seq] of entities) {
      rows.groups.push(group)
      rows.entities.push(entity)
      rows.seqs.push(seq)
    }
  }
  return rows
}

function* removalParts({ groups, entities, seqs }: RemovalRows): Generator<KeptPart> {
  for (let start = 0; start < groups.length; start += REMOVALS_A_PART) {
    const end = start + REMOVALS_A_PART
    const data = {
      groups: groups.slice(start, end),
      entities: entities.slice(start, end),
      seqs: seqs.slice(start, end),
    }
    yield { name: 'board-struck', data }
  }
}

function* positionParts(positions: Float64Array): Generator<KeptPart> {
  for (let start = 0; start < positions.length; start += POSITIONS_A_PART) {
    const { buffer } = positions.slice(start, start + POSITIONS_A_PART)
    yield { name: 'board-places', bytes: new Uint8Array(buffer) }
  }
}

/** A board that is being restored. It gets its compiled requirement when a design is applied. */
interface RestoredBoard extends Omit<Board, 'cycles' | 'from'> {
  from: number
  readonly cycles: BoardCycle[]
}

/** Restores the boards of a state from the parts that `boardParts` returned, in the same order. */
export class BoardsReader {
  readonly #state: GameState
  #board: RestoredBoard | undefined
  #rows: RowsReader | undefined

  constructor(state: GameState) {
    this.#state = state
  }

  /** Reads a part. Returns false if it is not a part of a board. */
  take(part: KeptPart): boolean {
    if (this.#rows?.take(part)) return true
    if ('bytes' in part) {
      if (part.name !== 'board-places') return false
      this.#takePositions(part.bytes)
      return true
    }
    switch (part.name) {
      case 'board-departures':
        this.#state.boards.departures = part.data as number
        return true
      case 'board':
        this.#beginBoard(part.data as BoardDefinition)
        return true
      case 'board-from':
        if (this.#board) this.#board.from = part.data as number
        return true
      case 'board-struck':
        this.#takeRemovals(part.data as RemovalRows)
        return true
      case 'board-cycle':
        this.#beginCycle(part.data as { readonly cycle: Cycle; readonly start: number })
        return true
      case 'board-period':
        this.#beginPeriod(part.data as KeptPeriod)
        return true
      case 'board-late':
        this.#period().late.push(...(part.data as readonly LateChange[]))
        return true
      default:
        return false
    }
  }

  #beginBoard(definition: BoardDefinition): void {
    const counted = definition.requires === null ? undefined : new CountedEvents()
    this.#board = { definition, from: 0, removals: new Map(), counted, cycles: [], requires: { kind: 'always' } }
    adoptBoard(this.#state.boards, this.#board)
  }

  #takeRemovals({ groups, entities, seqs }: RemovalRows): void {
    for (const [index, group] of groups.entries())
      if (this.#board) addRemoval(this.#board.removals, group, entities[index] ?? 0, seqs[index] ?? 0)
  }

  #takePositions({ buffer }: Uint8Array): void {
    for (const position of new Float64Array(buffer)) this.#board?.counted?.add(unpackPosition(position))
  }

  #beginCycle({ cycle, start }: { readonly cycle: Cycle; readonly start: number }): void {
    const present = this.#beginRows()
    this.#board?.cycles.push({ cycle, period: periodAt(cycle, start), present, finished: [] })
  }

  #beginPeriod({ file, ...kept }: KeptPeriod): void {
    const rows = this.#beginRows()
    this.#board?.cycles.at(-1)?.finished.push({
      ...kept,
      rows: file === null ? rows : undefined,
      file: file ?? undefined,
      late: [],
      adjusted: undefined,
    })
  }

  #beginRows(): RowsReader['rankings'] {
    this.#rows = new RowsReader(idsOf(this.#state, this.#board?.definition.entities ?? 'players'))
    return this.#rows.rankings
  }

  #period(): FinishedPeriod {
    const period = this.#board?.cycles.at(-1)?.finished.at(-1)
    if (!period) throw new Error('it has late changes of no period')
    return period
  }
}
