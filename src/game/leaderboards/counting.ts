import type { Scope } from '../actions/shapes.ts'
import type { GameState } from '../game-state.ts'
import { subtract, type Amount, addOrKeep } from '../kernel/decimal.ts'
import { isDropped } from '../kernel/drop.ts'
import type { EventPosition } from '../kernel/ids.ts'
import { wallTime } from '../kernel/instant.ts'
import { isInTeam, teamsWith } from '../members/state.ts'
import { definitionKey, subjectOfKey } from '../members/subject.ts'
import { changeAfter } from '../metrics/drop.ts'
import { amountIn } from '../metrics/evolve.ts'
import { itemDeltas, valueDelta, type Change, type ValueDelta } from '../metrics/score.ts'
import { actionUse, type Player } from '../players/player.ts'
import type { Ranking } from '../ranking/ranking.ts'
import { judge } from '../rules/judge.ts'
import { storedTeam } from '../teams/state.ts'
import {
  boardKey,
  isValueCycle,
  isWithinTeams,
  type Board,
  type BoardCycle,
  type Earning,
  type Rankings,
  rankingsOf,
  type Boards,
} from './boards.ts'
import { periodAt } from './cycle.ts'
import { entityNamed, entityOf } from './entrant.ts'
import { removedAt } from './removals.ts'
import type { BoardDefinition } from './shapes.ts'

/** The player or team that a change counts for, and its group on the board: null means the ranking `all`. */
export interface Credited {
  readonly group: string | null
  readonly entity: number
}

const noScopes: readonly Scope[] = []

/**
 * Returns the amount that a change of the board's metric adds to a score on it, or undefined if the change does not count.
 * Drops of the metric are taken into account; drops of the board itself are not (see `cyclesCounting`).
 */
export function deltaOn({ boards }: GameState, { definition }: Board, change: Change, seq: number): Amount | undefined {
  const { drops } = boards
  if (drops.last === 0) return deltaOf(definition, change)
  const remaining = changeAfter(change, drops, seq)
  return remaining && deltaOf(definition, remaining)
}

/**
 * Returns the cycles on which a change of an entry counts. A change that was dropped with the board counts only on value
 * cycles, because these show the metric's score, which was not dropped. Spec 4.13.
 */
export function cyclesCounting({ boards: { drops } }: GameState, board: Board, seq: number): readonly BoardCycle[] {
  const { definition, cycles } = board
  if (drops.last === 0 || !isDropped(drops, seq, boardKey(definition.id))) return cycles
  return cycles.filter(({ cycle }) => isValueCycle(definition, cycle))
}

function deltaOf({ items }: BoardDefinition, change: Change): Amount | undefined {
  if (items === null) return amountOfDelta(valueDelta(change))
  let sum: Amount | undefined
  for (const [item, delta] of itemDeltas(change))
    if (items.includes(item)) sum = addOrKeep(sum ?? 0, amountOfDelta(delta))
  return sum
}

function amountOfDelta({ old, new: value }: ValueDelta): Amount {
  const after = value === null ? 0 : amountIn(value)
  return old === null ? after : (subtract(after, amountIn(old)) ?? 0)
}

/** Adds `delta` to the scores of everyone who is credited with it, on the given cycles, if the player meets `requires`. */
export function countDelta(
  state: GameState,
  board: Board,
  cycles: readonly BoardCycle[],
  player: Player,
  delta: Amount,
  earning: Earning,
): void {
  if (cycles.length === 0) return
  const credited = creditsPlayerAlone(board.definition) ? undefined : creditedOn(state, board, player, earning.scopes)
  if (credited?.length === 0 || !meets(state, board, player, earning.at)) return
  board.counted?.add(earning)
  for (const cycle of cycles) {
    enterPeriod(state, board, cycle, earning)
    if (!credited) cycle.present.all.add(entityOf(player), delta, earning.seq)
    else for (const target of credited) credit(state, board, cycle, target, delta, earning.seq)
  }
  if (isWithinTeams(board.definition)) updateTeamGroups(state, board, player)
}

/** Whether a player meets the requirement of a board. A formula that cannot be computed counts as not met. Spec 4.16. */
function meets(state: GameState, { requires }: Board, player: Player, atMs: number): boolean {
  const { judging } = state.boards
  if (requires.kind === 'always' || !judging) return requires.kind === 'always'
  const isMet = judge(requires, {
    metrics: judging.metrics,
    scores: player.scores,
    variables: new Map(),
    inTeam: (definition, role) => isInTeam(state, player.id, definition, role),
    actionCount: (id) => actionUse(player, id).count,
    wall: () => wallTime(atMs + judging.zoneOffset(atMs)),
  })
  return isMet === true
}

/** Ends the current period of a cycle if `at` is after it, and begins the period that contains `at`. */
export function enterPeriod(
  state: GameState,
  board: Board,
  cycle: BoardCycle,
  { at, seq }: Pick<Earning, 'at' | 'seq'>,
): void {
  const { period, present, finished } = cycle
  if (at < period.end) return
  const { definition } = board
  if (present.all.size + present.groups.size > 0) {
    const rows = isWithinTeams(definition) ? { all: present.all, groups: new Map<string, Ranking>() } : present
    const { departures, ended } = state.boards
    const finishedPeriod = {
      start: period.start,
      seq,
      rows,
      file: undefined,
      departures,
      late: [],
      adjusted: undefined,
    }
    finished.push(finishedPeriod)
    ended.push({ board, cycle: cycle.cycle, period: finishedPeriod })
  }
  cycle.period = periodAt(cycle.cycle, at)
  cycle.present = rankingsOf(state, definition.entities)
}

/** Whether a change counts for the player who earned it, in the ranking `all`. This holds for most boards. */
const creditsPlayerAlone = ({ entities, scope }: BoardDefinition): boolean =>
  entities === 'players' && scope !== 'custom'

/** Returns who is credited with a change on a custom board or a board of teams. */
function creditedOn(
  state: GameState,
  { definition }: Board,
  player: Player,
  scopes: readonly Scope[] = noScopes,
): readonly Credited[] {
  if (definition.scope === 'custom') return creditedByScopes(state, definition, scopes)
  const teams: Credited[] = []
  for (const { subject, definition: key } of teamsWith(state.members, state.drops, player.id))
    if (ranksTeamsOf(definition, key)) addTeam(state, subject, teams)
  return teams
}

/** Whether a board covers teams of the definition with this key. */
export const ranksTeamsOf = ({ teams }: BoardDefinition, key: string): boolean =>
  teams.some((id) => definitionKey('team', id) === key)

/** Adds a team to the list of the credited, if it exists. */
export function addTeam(state: GameState, subject: string, teams: Credited[]): void {
  const team = storedTeam(state, subjectOfKey(subject).id)
  if (team) teams.push({ group: null, entity: entityOf(team) })
}

/**
 * Returns the players or teams that the scopes name on a custom board, each of them once per scope. A scope id without a
 * leaderboard id before the slash applies to every custom board.
 */
export function creditedByScopes(
  state: GameState,
  { id, entities }: BoardDefinition,
  scopes: readonly Scope[],
): readonly Credited[] {
  const credited: Credited[] = []
  for (const { id: scope, entity_id: named } of scopes) {
    const slash = scope.indexOf('/')
    if (slash >= 0 && scope.slice(0, slash) !== id) continue
    const entity = entityNamed(state, entities, named)
    const group = scope.slice(slash + 1)
    if (entity !== undefined && !credited.some((target) => target.entity === entity && target.group === group))
      credited.push({ group, entity })
  }
  return credited
}

function credit(
  state: GameState,
  { definition }: Board,
  { present }: BoardCycle,
  { group, entity }: Credited,
  delta: Amount,
  seq: number,
): void {
  const ranking = group === null ? present.all : groupOf(state, definition, present.groups, group)
  ranking.add(entity, delta, seq)
}

/** Returns the ranking of a group, and creates it if it does not exist. */
export function groupOf(
  state: GameState,
  { entities }: BoardDefinition,
  groups: Map<string, Ranking>,
  group: string,
): Ranking {
  const existing = groups.get(group)
  if (existing) return existing
  const { all: ranking } = rankingsOf(state, entities)
  groups.set(group, ranking)
  return ranking
}

/** Copies a player's score from `all` to the groups of all teams that the player is in. */
export function updateTeamGroups(state: GameState, board: Board, player: Player): void {
  for (const { subject, definition } of teamsWith(state.members, state.drops, player.id))
    if (ranksTeamsOf(board.definition, definition)) updateTeamGroup(state, board, player, subject)
}

/** Copies a player's score from `all` to the group of one team. */
export function updateTeamGroup(
  state: GameState,
  { definition, cycles }: Board,
  player: Player,
  subject: string,
): void {
  const group = groupOfMember(definition, subject)
  const entity = entityOf(player)
  for (const { present } of cycles) {
    const score = present.all.scoreOf(entity)
    const since = present.all.sinceOf(entity)
    if (score !== undefined && since !== undefined)
      groupOf(state, definition, present.groups, group).put(entity, score, since)
  }
}

/** Returns the id of the group in which a board shows the members of a team. */
export function groupOfMember({ scope, teams }: BoardDefinition, subject: string): string {
  return scope === 'team_instance' ? subjectOfKey(subject).id : (teams[0] ?? '')
}

/** Removes an entity from a group, and deletes the group if it is then empty. */
export function removeFrom({ groups }: Rankings, group: string, entity: number): void {
  const ranking = groups.get(group)
  if (ranking?.remove(entity) && ranking.size === 0) groups.delete(group)
}

/**
 * Whether the sum in the row of the credited entity includes an event. It does not if the event was dropped with the board,
 * happened before the board began to count or before the entity was removed from it, or if the player did not meet the
 * board's requirement. Spec 4.11, 4.14.
 */
export function isInSums({ drops }: Boards, board: Board, credited: Credited, position: EventPosition): boolean {
  const { definition, from, counted } = board
  if (position.seq <= from || isDropped(drops, position.seq, boardKey(definition.id))) return false
  return isSinceRemoval(board, credited, position) && (counted?.has(position) ?? true)
}

/** Whether an event is newer than the last removal of an entity from the board. */
export function isSinceRemoval({ removals }: Board, { group, entity }: Credited, { seq }: EventPosition): boolean {
  return seq > removedAt(removals, group, entity)
}
