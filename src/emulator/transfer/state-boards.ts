import type { Design } from '../../game/design/design.ts'
import type { GameState } from '../../game/game-state.ts'
import { compare, parseAmount, type Amount } from '../../game/kernel/decimal.ts'
import { isWithinTeams } from '../../game/leaderboards/boards.ts'
import { periodAt, type Cycle } from '../../game/leaderboards/cycle.ts'
import { sameDefinition, type BoardDefinition } from '../../game/leaderboards/definition.ts'
import { recordOfEntity } from '../../game/leaderboards/entity.ts'
import type { SnapshotPart } from '../../storage/snapshot.ts'
import { BadState } from './state-lines.ts'
import type { RecordProblem } from './state-problem.ts'

/** What stands on boards, as parts have it. */
interface RowsHeader {
  readonly rankings: readonly (readonly [group: string | null, rows: number])[]
  readonly exact: readonly (readonly [row: number, amount: string])[]
}

interface Row {
  readonly score: Amount
  readonly since: number
  readonly entity: number
}

/** A ranking as far as it was looked at. */
interface Ranked {
  readonly seen: Set<number>
  last: Row | undefined
}

type Problem = string | undefined

/**
 * The parts that a state makes, as they come, with the boards among them looked at: whether such a board can be shows nowhere
 * else. Throws BadState.
 */
export async function* soundBoards(
  parts: AsyncIterable<SnapshotPart>,
  state: GameState,
  design: Design,
  where: (found: RecordProblem) => string,
): AsyncGenerator<SnapshotPart, void, void> {
  const boards = new BoardsLook(state, design)
  const indices = new Map<string, number>()
  for await (const part of parts) {
    const index = indices.get(part.name) ?? 0
    indices.set(part.name, index + 1)
    const problem = boards.look(part)
    if (problem !== undefined) throw new BadState(where({ part: part.name, index, problem }))
    yield part
  }
  if (!boards.isWhole) throw new BadState('The last leaderboard of the state lacks cycles')
}

/** Looks at the parts of boards, in their order. */
class BoardsLook {
  readonly #state: GameState
  readonly #design: Design
  #board: BoardDefinition | undefined
  /** How many of its cycles came, and when the period of the last one began. */
  #cycles = 0
  #start = 0
  /** Of the period that is over and came last; undefined where the present one did. */
  #finished: number | undefined
  #before = -1
  #rows: RowsHeader | undefined
  #rankings = new Map<string | null, Ranked>()

  constructor(state: GameState, design: Design) {
    this.#state = state
    this.#design = design
  }

  /** Whether the board that came last has all its cycles. */
  get isWhole(): boolean {
    return this.#cycles === (this.#board?.cycles.length ?? 0)
  }

  look(part: SnapshotPart): Problem {
    if ('bytes' in part) return part.name === 'board-rows' ? this.#lookAtRows(part.bytes) : undefined
    switch (part.name) {
      case 'board':
        return this.#begin(part.data as BoardDefinition)
      case 'board-from':
        return this.#past(part.data as number)
      case 'board-struck': {
        const { entities, seqs } = part.data as { entities: readonly number[]; seqs: readonly number[] }
        return entities.map((each) => this.#entity(each)).find(Boolean) ?? this.#past(Math.max(0, ...seqs))
      }
      case 'board-cycle':
        return this.#beginCycle(part.data as { cycle: Cycle; start: number })
      case 'board-period':
        return this.#beginFinished(part.data as { start: number; seq: number; departures: number })
      case 'board-late':
        for (const { group, entity, seq } of part.data as { group: string | null; entity: number; seq: number }[]) {
          const problem = this.#entity(entity) ?? this.#past(seq) ?? this.#group(group)
          if (problem !== undefined) return problem
        }
        return undefined
      case 'board-rankings':
        this.#rows = part.data as RowsHeader
        return undefined
      default:
        return undefined
    }
  }

  #begin(definition: BoardDefinition): Problem {
    if (!this.isWhole) return 'comes before the last cycles of the previous leaderboard'
    const known = this.#design.leaderboards.get(definition.id)
    if (!known || !sameDefinition(known.definition, definition)) return 'is not a leaderboard of the active design'
    this.#board = definition
    this.#cycles = 0
    return undefined
  }

  #beginCycle({ cycle, start }: { readonly cycle: Cycle; readonly start: number }): Problem {
    if (this.#board?.cycles[this.#cycles] !== cycle) return 'is not the next cycle of the leaderboard'
    if (start > this.#state.at) return 'starts after the last entry'
    this.#cycles += 1
    this.#start = start
    this.#finished = undefined
    this.#before = -1
    this.#rankings = new Map()
    return undefined
  }

  #beginFinished({
    start,
    seq,
    departures,
  }: {
    readonly start: number
    readonly seq: number
    readonly departures: number
  }): Problem {
    const cycle = this.#board?.cycles[this.#cycles - 1]
    if (!cycle || !isStart(cycle, start) || start <= this.#before || start >= this.#start)
      return 'does not start where a finished period of the cycle starts'
    if (departures > this.#state.boards.departures) return 'counts more departures than the state has'
    this.#finished = start
    this.#before = start
    this.#rankings = new Map()
    return this.#past(seq)
  }

  #lookAtRows({ buffer, byteOffset, byteLength }: Uint8Array): Problem {
    const count = byteLength / 20
    const bytes = buffer.slice(byteOffset, byteOffset + byteLength)
    const scores = new Float64Array(bytes, 0, count)
    const sinces = new Float64Array(bytes, count * 8, count)
    const entities = new Int32Array(bytes, count * 16, count)
    const { rankings, exact } = this.#rows ?? { rankings: [], exact: [] }
    this.#rows = undefined
    const texts = new Map(exact)
    let row = 0
    for (const [group, rows] of rankings) {
      const problem = this.#group(group)
      if (problem !== undefined) return problem
      for (const end = row + rows; row < end; row += 1) {
        const [score = 0, since = 0, entity = 0] = [scores[row], sinces[row], entities[row]]
        const wrong = this.#lookAt(group, score, texts.get(row), { since, entity })
        if (wrong !== undefined) return wrong
      }
    }
    return undefined
  }

  #lookAt(
    group: string | null,
    number: number,
    text: string | undefined,
    { since, entity }: Omit<Row, 'score'>,
  ): Problem {
    const isAmount =
      text === undefined ? Number.isSafeInteger(number) : parseAmount(text) === text && Number(text) === number
    if (!isAmount) return 'has a score that is not an amount'
    if (!Number.isSafeInteger(since) || since < 0) return 'has a score that belongs to no entry'
    const problem = this.#past(since) ?? this.#entity(entity)
    if (problem !== undefined) return problem
    const row = { score: text ?? number, since, entity }
    const ranked = this.#ranked(group)
    if (ranked.seen.has(entity)) return 'ranks the same player or team twice'
    if (ranked.last && !this.#isBehind(ranked.last, row)) return 'has rows in the wrong order'
    ranked.seen.add(entity)
    ranked.last = row
    return undefined
  }

  #ranked(group: string | null): Ranked {
    let known = this.#rankings.get(group)
    if (!known) this.#rankings.set(group, (known = { seen: new Set(), last: undefined }))
    return known
  }

  /** Of those who have gone since, nobody knows the ids that told which comes first. */
  #isBehind(before: Row, row: Row): boolean {
    const order = compare(before.score, row.score)
    if (order !== 0) return order > 0
    if (before.since !== row.since) return before.since < row.since
    const [one, other] = [this.#idOf(before.entity), this.#idOf(row.entity)]
    return one === undefined || other === undefined || one < other
  }

  #group(group: string | null): Problem {
    const { scope } = this.#board ?? {}
    if (scope === 'custom') return group === null ? 'has a ranking without a scope' : undefined
    if (group === null) return undefined
    const isOpen = this.#board && isWithinTeams(this.#board) && this.#finished === undefined
    return isOpen ? undefined : 'has a ranking of a scope that the leaderboard does not have'
  }

  #past(seq: number): Problem {
    return seq <= this.#state.seq ? undefined : 'comes from an entry that does not exist'
  }

  #entity(entity: number): Problem {
    const isThere = this.#finished !== undefined || this.#idOf(entity) !== undefined
    return isThere && entity >= 0 && entity < this.#state.feeds.feeds / 2
      ? undefined
      : 'names a player or team that does not exist'
  }

  #idOf(entity: number): string | undefined {
    const { players, teams } = this.#state
    return this.#board?.entities === 'teams'
      ? recordOfEntity(teams.records, entity)?.id
      : recordOfEntity(players.records, entity)?.id
  }
}

const isStart = (cycle: Cycle, start: number): boolean =>
  Number.isSafeInteger(start) && periodAt(cycle, start).start === start
