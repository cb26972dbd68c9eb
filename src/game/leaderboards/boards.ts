import type { Scope } from '../actions/shapes.ts'
import type { Drops } from '../kernel/drop.ts'
import type { Amount } from '../kernel/decimal.ts'
import { definitionKey } from '../members/subject.ts'
import type { Metrics } from '../metrics/design.ts'
import type { Requirement } from '../rules/requirement.ts'
import { CountedEvents } from './counted-events.ts'
import { periodAt, type Cycle, type Period } from './cycle.ts'
import type { BoardDefinition, EntityKind } from './shapes.ts'
import type { Leaderboard } from './design.ts'
import { Ranking } from '../ranking/ranking.ts'
import type { Removals } from './removals.ts'
import { recordOfEntity } from './entrant.ts'

/** The rankings of one period of a board. */
export interface Rankings {
  /** Of a board of players within teams it holds every player, of a custom board nobody. */
  readonly all: Ranking
  /**
   * Of a board of players within teams those who are members now, by the id of the team or its definition; of a custom
   * board by scope id. None is empty.
   */
  readonly groups: Map<string, Ranking>
}

/** What a revert takes off a period that is over. */
export interface LateChange {
  /** The custom scope; null for `all`. */
  readonly group: string | null
  readonly entity: number
  readonly delta: Amount
  /** The entry of the revert. */
  readonly seq: number
}

/** A period that is over. */
export interface FinishedPeriod {
  readonly start: number
  /** The entry that began a later one. */
  readonly seq: number
  /** As it ended, of a board within teams without its groups; undefined while it lies in `file` alone. Nothing changes it. */
  rows: Rankings | undefined
  /** The name under which it is kept; undefined until it is. */
  file: string | undefined
  /** `departures` of the boards when it ended: where that has not risen, all who stand on it are there still. */
  readonly departures: number
  readonly late: LateChange[]
  /** What `rows` came to when they were last looked at, by custom scope; it goes with them. */
  remade: Map<string | null, Remade> | undefined
}

/** A ranking of a period that is over without those who had gone by then, and with its late changes. */
export interface Remade {
  readonly ranking: Ranking
  /** `departures` of the boards, and how many late changes there were: as long as they are the same it holds. */
  readonly departures: number
  readonly late: number
}

/** A period that has ended, and whose it is. */
export interface Ended {
  readonly board: Board
  readonly cycle: Cycle
  readonly period: FinishedPeriod
}

/** A board for one of its cycles. It changes in place. */
export interface BoardCycle {
  readonly cycle: Cycle
  period: Period
  present: Rankings
  /** Those on which somebody stands, oldest first. */
  readonly finished: FinishedPeriod[]
}

/** A board with all that stands on it: what its definition makes of the history. */
export interface Board {
  readonly definition: BoardDefinition
  readonly cycles: readonly BoardCycle[]
  /** The events that counted, where not all do. */
  readonly counted: CountedEvents | undefined
  /** The entry after which it began to count; 0 unless what came before was no longer kept. */
  readonly from: number
  /** Who was taken off it, and when. */
  readonly removals: Removals
  /** What they must meet, as it is judged now. */
  requires: Requirement
}

/** What boards judge changes by, beside the state. */
export interface Judging {
  readonly metrics: Metrics
  /** What the game's time zone adds to UTC, in ms. */
  readonly zoneOffset: (atMs: number) => number
}

/** The boards of a game. They change in place; only `evolve` counts on them, and which there are follows the design. */
export interface Boards {
  readonly byId: Map<string, Board>
  /** Those that rank by a metric, by the key of its scores. */
  readonly ofMetric: Map<string, Board[]>
  /** Those of players within the teams of a definition, by its key. */
  readonly ofTeams: Map<string, Board[]>
  /** Whether any board counts by what a player meets at the moment of a change. */
  requiring: boolean
  judging: Judging | undefined
  /** What is dropped for good by the end of the history: it is not counted. */
  readonly drops: Drops
  /** Where those who stand on them are found; other tables once the boards have gone over to another state. */
  readonly entrants: Entrants
  /** What has ended and somebody stood on, until who puts it away takes it. */
  readonly ended: Ended[]
  /** How many players and teams have ever gone. */
  departures: number
}

/** Whether two boards show the same of the same history. */
export function sameDefinition(a: BoardDefinition, b: BoardDefinition): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The players and teams of a game. */
export type Entrants = Record<EntityKind, { readonly records: readonly (Entrant | undefined)[] }>

/** A player or team, as far as boards look at it. */
interface Entrant {
  readonly id: string
  readonly feed: number
}

/** When and where a change of scores stands in the history, and the custom boards that it names. */
export interface Earning {
  readonly seq: number
  readonly index: number
  readonly at: number
  readonly scopes?: readonly Scope[] | undefined
}

export function noBoards(drops: Drops, { players, teams }: Entrants): Boards {
  return {
    byId: new Map(),
    ofMetric: new Map(),
    ofTeams: new Map(),
    requiring: false,
    judging: undefined,
    drops,
    entrants: { players, teams },
    ended: [],
    departures: 0,
  }
}

/** A board on which nobody stands yet, in the periods of an instant; it counts what comes after entry `from`. */
export function newBoard(
  { definition, requires }: Leaderboard,
  atMs: number,
  newRankings: () => Rankings,
  from = 0,
): Board {
  return {
    from,
    removals: new Map(),
    definition,
    requires,
    counted: definition.requires === null ? undefined : new CountedEvents(),
    cycles: definition.cycles.map((cycle) => ({
      cycle,
      period: periodAt(cycle, atMs),
      present: newRankings(),
      finished: [],
    })),
  }
}

/** Takes in a board that is up to date, in the place of an earlier one of its id. */
export function adoptBoard(boards: Boards, board: Board): void {
  boards.byId.set(board.definition.id, board)
  index(boards)
}

/** Takes in boards that were counted over another state, which is let go: from now on their entrants are those of here. */
export function takeOver(boards: Boards, built: Boards): void {
  Object.assign(built.entrants, boards.entrants)
  for (const [id, board] of built.byId) boards.byId.set(id, board)
  index(boards)
}

/** Lets go of a board, which is to be built anew. */
export function dropBoard(boards: Boards, id: string): void {
  if (boards.byId.delete(id)) index(boards)
}

/**
 * Goes by a design from now on: lets go of the boards that it has not, or has otherwise, and gives those that are missing,
 * which are to be built and adopted.
 */
export function followDesign(
  boards: Boards,
  leaderboards: ReadonlyMap<string, Leaderboard>,
  judging: Judging,
): readonly Leaderboard[] {
  boards.judging = judging
  for (const [id, board] of boards.byId) {
    const now = leaderboards.get(id)
    if (now && sameDefinition(now.definition, board.definition)) board.requires = now.requires
    else boards.byId.delete(id)
  }
  index(boards)
  return [...leaderboards.values()].filter(({ id }) => !boards.byId.has(id))
}

/** The period that began then and is over, where anybody stands on it; they lie in their order. */
export function finishedFrom({ finished }: BoardCycle, start: number): FinishedPeriod | undefined {
  let low = 0
  for (let high = finished.length; low < high;) {
    const middle = (low + high) >> 1
    if ((finished[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  const found = finished[low]
  return found?.start === start ? found : undefined
}

/** The key under which what stands on a board is dropped for good. Spec 4.13. */
export function boardKey(id: string): string {
  return `leaderboard:${id}`
}

/** Whether a board shows players within teams. */
export function isWithinTeams({ entities, scope }: BoardDefinition): boolean {
  return entities === 'players' && (scope === 'team_definition' || scope === 'team_instance')
}

/**
 * Whether what stands on a cycle of a board is the value of its metric: of players of all time, where every change
 * counts. Elsewhere sums stand. Spec 4.11.
 */
export function isValueCycle({ entities, scope, requires }: BoardDefinition, cycle: Cycle): boolean {
  return cycle === 'alltime' && entities === 'players' && scope !== 'custom' && requires === null
}

function index(boards: Boards): void {
  const { byId, ofMetric, ofTeams } = boards
  boards.requiring = [...byId.values()].some(({ definition }) => definition.requires !== null)
  ofMetric.clear()
  ofTeams.clear()
  for (const board of byId.values()) {
    const { definition } = board
    note(ofMetric, definition.metric, board)
    if (isWithinTeams(definition))
      for (const team of definition.teams) note(ofTeams, definitionKey('team', team), board)
  }
}

function note(lists: Map<string, Board[]>, key: string, board: Board): void {
  const list = lists.get(key)
  if (list) list.push(board)
  else lists.set(key, [board])
}

/** Whatever the boards stand in, as they may be replaced. */
interface HasBoards {
  readonly boards: Boards
}

/** Rankings of a period on which nobody stands yet. */
export function rankingsOf(state: HasBoards, entities: EntityKind): Rankings {
  return { all: new Ranking(idsOf(state, entities)), groups: new Map() }
}

/** Gives the id of a player or team by its number, in whichever state the boards are; an empty text where it has gone. */
export function idsOf({ boards: { entrants } }: HasBoards, entities: EntityKind): (entity: number) => string {
  return (entity) => recordOfEntity(entrants[entities].records, entity)?.id ?? ''
}
