import type { Scope } from '../actions/shapes.ts'
import type { Amount } from '../kernel/decimal.ts'
import type { Drops } from '../kernel/drop.ts'
import { definitionKey } from '../members/subject.ts'
import type { Metrics } from '../metrics/design.ts'
import { Ranking } from '../ranking/ranking.ts'
import type { Requirement } from '../rules/requirement.ts'
import { CountedEvents } from './counted-events.ts'
import { periodAt, type Cycle, type Period } from './cycle.ts'
import type { Leaderboard } from './design.ts'
import { recordOfEntity } from './entrant.ts'
import type { Removals } from './removals.ts'
import type { BoardDefinition, EntityKind } from './shapes.ts'

/** The rankings of one period of a board. */
export interface Rankings {
  /** Everyone who is ranked. A board of players within teams keeps every player here; a custom board leaves it empty. */
  readonly all: Ranking
  /**
   * A board of players within teams has the current members here, by the id of the team or its definition. A custom board
   * has its scopes, by scope id. No group is empty.
   */
  readonly groups: Map<string, Ranking>
}

/** A change that a revert makes to a finished period. */
export interface LateChange {
  /** The custom scope; null for `all`. */
  readonly group: string | null
  readonly entity: number
  readonly delta: Amount
  /** The number of the revert's entry. */
  readonly seq: number
}

/** A finished period of a board. */
export interface FinishedPeriod {
  readonly start: number
  /** The number of the entry that ended it. */
  readonly seq: number
  /**
   * The rankings as they were at the end of the period. They never change. A board within teams keeps only `all`. Undefined
   * while the rankings are in `file` only.
   */
  rows: Rankings | undefined
  /** The name of the archive file; undefined until the period is archived. */
  file: string | undefined
  /** `Boards.departures` when the period ended. If that number is still the same, everyone in the rankings still exists. */
  readonly departures: number
  readonly late: LateChange[]
  /** The rankings as they were last shown to readers, by custom scope. This cache is cleared together with `rows`. */
  adjusted: Map<string | null, AdjustedRanking> | undefined
}

/** A ranking of a finished period with late changes applied and without players and teams that no longer exist. */
export interface AdjustedRanking {
  readonly ranking: Ranking
  /** `Boards.departures` and the number of late changes when it was computed. It is valid while both are unchanged. */
  readonly departures: number
  readonly late: number
}

/** A finished period together with its board and cycle. */
export interface EndedPeriod {
  readonly board: Board
  readonly cycle: Cycle
  readonly period: FinishedPeriod
}

/** The rankings of a board for one of its cycles. It changes in place. */
export interface BoardCycle {
  readonly cycle: Cycle
  period: Period
  present: Rankings
  /** The finished periods in which anyone was ranked, oldest first. */
  readonly finished: FinishedPeriod[]
}

/** A leaderboard with its rankings, which follow from its definition and the history. */
export interface Board {
  readonly definition: BoardDefinition
  readonly cycles: readonly BoardCycle[]
  /** The events that counted; undefined if the board has no requirement, so that every event counts. */
  readonly counted: CountedEvents | undefined
  /** The board counts only entries after this one. It is 0 unless older entries were no longer kept when it was built. */
  readonly from: number
  /** Who was removed from the board, and by which entry. */
  readonly removals: Removals
  /** The requirement that a change must meet to count, as the deployed design has it. */
  requires: Requirement
}

/** What boards need, next to the state, to evaluate requirements. */
export interface Judging {
  readonly metrics: Metrics
  /** Returns the offset of the game's time zone from UTC, in ms. */
  readonly zoneOffset: (atMs: number) => number
}

/** All boards of a game. They change in place. The design decides which exist, and only evolving events changes scores. */
export interface Boards {
  readonly byId: Map<string, Board>
  /** The boards that rank by each metric, by the key of its scores. */
  readonly ofMetric: Map<string, Board[]>
  /** The boards of players within teams, by the key of the team definition. */
  readonly ofTeams: Map<string, Board[]>
  /** Whether any board has a requirement. */
  requiring: boolean
  judging: Judging | undefined
  /** All drops up to the end of the history. What was dropped is not counted. */
  readonly drops: Drops
  /** The tables of players and teams that the boards rank. `takeOver` replaces them when boards move to another state. */
  readonly entrants: Entrants
  /** Finished periods that the archiver has not taken yet. */
  readonly ended: EndedPeriod[]
  /** The number of players and teams that were ever deleted. */
  departures: number
}

/** Whether two definitions produce the same rankings from the same history. */
export function sameDefinition(a: BoardDefinition, b: BoardDefinition): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** The players and teams of a game. */
export type Entrants = Record<EntityKind, { readonly records: readonly (Entrant | undefined)[] }>

/** The part of a player or team record that boards read. */
interface Entrant {
  readonly id: string
  readonly feed: number
}

/** The position and time of the event that changed scores, and the scopes of custom boards that it names. */
export interface Earning {
  readonly seq: number
  readonly index: number
  readonly at: number
  readonly scopes?: readonly Scope[] | undefined
}

/** Returns a set of boards without any board. */
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

/** Creates an empty board whose current periods contain `atMs`. It counts entries after `from`. */
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

/** Adds a board that is up to date. It replaces an earlier board with the same id. */
export function adoptBoard(boards: Boards, board: Board): void {
  boards.byId.set(board.definition.id, board)
  updateIndexes(boards)
}

/**
 * Adds boards that were built with another state, which is then discarded, and connects them to the entrants of this state.
 */
export function takeOver(boards: Boards, built: Boards): void {
  Object.assign(built.entrants, boards.entrants)
  for (const [id, board] of built.byId) boards.byId.set(id, board)
  updateIndexes(boards)
}

/** Removes a board so that it can be built again. */
export function dropBoard(boards: Boards, id: string): void {
  if (boards.byId.delete(id)) updateIndexes(boards)
}

/**
 * Applies the leaderboards of a design: removes boards that the design does not have or defines differently. Returns the
 * leaderboards that have no board; the caller must build and adopt them.
 */
export function followDesign(
  boards: Boards,
  leaderboards: ReadonlyMap<string, Leaderboard>,
  judging: Judging,
): readonly Leaderboard[] {
  boards.judging = judging
  for (const [id, board] of boards.byId) {
    const leaderboard = leaderboards.get(id)
    if (leaderboard && sameDefinition(leaderboard.definition, board.definition)) board.requires = leaderboard.requires
    else boards.byId.delete(id)
  }
  updateIndexes(boards)
  return [...leaderboards.values()].filter(({ id }) => !boards.byId.has(id))
}

/** Finds the finished period that began at `start`, by binary search; undefined if nobody was ranked in it. */
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

/** Returns the key under which drops of a board are recorded. Spec 4.13. */
export function boardKey(id: string): string {
  return `leaderboard:${id}`
}

/** Whether a board ranks players within teams. */
export function isWithinTeams({ entities, scope }: BoardDefinition): boolean {
  return entities === 'players' && (scope === 'team_definition' || scope === 'team_instance')
}

/**
 * Whether a cycle of a board shows the value of the metric: the all-time cycle of players if every change counts. All other
 * cycles show sums of changes. Spec 4.11.
 */
export function isValueCycle({ entities, scope, requires }: BoardDefinition, cycle: Cycle): boolean {
  return cycle === 'alltime' && entities === 'players' && scope !== 'custom' && requires === null
}

function updateIndexes(boards: Boards): void {
  const { byId, ofMetric, ofTeams } = boards
  boards.requiring = [...byId.values()].some(({ definition }) => definition.requires !== null)
  ofMetric.clear()
  ofTeams.clear()
  for (const board of byId.values()) {
    const { definition } = board
    addToList(ofMetric, definition.metric, board)
    if (isWithinTeams(definition))
      for (const team of definition.teams) addToList(ofTeams, definitionKey('team', team), board)
  }
}

function addToList(lists: Map<string, Board[]>, key: string, board: Board): void {
  const list = lists.get(key)
  if (list) list.push(board)
  else lists.set(key, [board])
}

/** An object whose boards are read when they are needed, because they can be replaced. */
interface HasBoards {
  readonly boards: Boards
}

/** Creates empty rankings for a period. */
export function rankingsOf(state: HasBoards, entities: EntityKind): Rankings {
  return { all: new Ranking(idsOf(state, entities)), groups: new Map() }
}

/**
 * Returns a function that looks up the id of a player or team by its entity number. It reads the entrants that the boards
 * have at the time of the call, and returns an empty string for an entity that no longer exists.
 */
export function idsOf({ boards: { entrants } }: HasBoards, entities: EntityKind): (entity: number) => string {
  return (entity) => recordOfEntity(entrants[entities].records, entity)?.id ?? ''
}
