import type { Scope } from '../actions/shapes.ts'
import type { GameState } from '../game-state.ts'
import { subtract, type Amount } from '../kernel/decimal.ts'
import { isDropped } from '../kernel/drop.ts'
import { wallTime } from '../kernel/instant.ts'
import { isInTeam, teamsWith } from '../members/state.ts'
import { definitionKey, subjectOfKey } from '../members/subject.ts'
import { changeAfter } from '../metrics/drop.ts'
import { amountIn } from '../metrics/evolve.ts'
import { itemDeltas, valueDelta, type Change, type ValueDelta } from '../metrics/score.ts'
import { actionUse, type Player } from '../players/player.ts'
import { judge } from '../rules/judge.ts'
import { storedTeam } from '../teams/state.ts'
import {
  boardKey,
  isValueCycle,
  isWithinTeams,
  rankingsOf,
  type Board,
  type BoardCycle,
  type Earning,
  type Rankings,
  type Boards,
} from './boards.ts'
import { periodAt } from './cycle.ts'
import type { BoardDefinition } from './shapes.ts'
import { entityNamed, entityOf } from './entrant.ts'
import type { Ranking } from '../ranking/ranking.ts'
import { plus } from '../ranking/sum.ts'
import type { EventPosition } from '../kernel/ids.ts'
import { removedAt } from './removals.ts'

/** Who is credited with a change: on which ranking of a board, `null` for that of all. */
export interface Credited {
  readonly group: string | null
  readonly entity: number
}

const noScopes: readonly Scope[] = []

/** By how much a change of its metric counts on a board, whose own drops aside; undefined where it does not. */
export function deltaOn({ boards }: GameState, { definition }: Board, change: Change, seq: number): Amount | undefined {
  const { drops } = boards
  if (drops.last === 0) return deltaOf(definition, change)
  const left = changeAfter(change, drops, seq)
  return left && deltaOf(definition, left)
}

/** The cycles on which a change of an entry counts: what was dropped with the board does where the metric's value stands. Spec 4.13. */
export function cyclesCounting({ boards: { drops } }: GameState, board: Board, seq: number): readonly BoardCycle[] {
  const { definition, cycles } = board
  if (drops.last === 0 || !isDropped(drops, seq, boardKey(definition.id))) return cycles
  return cycles.filter(({ cycle }) => isValueCycle(definition, cycle))
}

function deltaOf({ items }: BoardDefinition, change: Change): Amount | undefined {
  if (items === null) return difference(valueDelta(change))
  let sum: Amount | undefined
  for (const [item, delta] of itemDeltas(change)) if (items.includes(item)) sum = plus(sum ?? 0, difference(delta))
  return sum
}

function difference({ old, new: given }: ValueDelta): Amount {
  const after = given === null ? 0 : amountIn(given)
  return old === null ? after : (subtract(after, amountIn(old)) ?? 0)
}

/** Counts on cycles of a board that a player's score has changed by so much, if it counts at all. */
export function countDelta(
  state: GameState,
  board: Board,
  cycles: readonly BoardCycle[],
  player: Player,
  delta: Amount,
  earning: Earning,
): void {
  if (cycles.length === 0) return
  const credited = isOwn(board.definition) ? undefined : creditedOn(state, board, player, earning.scopes)
  if (credited?.length === 0 || !meets(state, board, player, earning.at)) return
  board.counted?.add(earning)
  for (const cycle of cycles) {
    enterPeriod(state, board, cycle, earning)
    if (!credited) cycle.present.all.add(entityOf(player), delta, earning.seq)
    else for (const one of credited) credit(state, board, cycle, one, delta, earning.seq)
  }
  if (isWithinTeams(board.definition)) showWithinTeams(state, board, player)
}

/** Whether a player meets what a board asks of a change; a formula that cannot be computed is not met. Spec 4.16. */
function meets(state: GameState, { requires }: Board, player: Player, atMs: number): boolean {
  const { judging } = state.boards
  if (requires.kind === 'always' || !judging) return requires.kind === 'always'
  const held = judge(requires, {
    metrics: judging.metrics,
    scores: player.scores,
    variables: new Map(),
    inTeam: (definition, role) => isInTeam(state, player.id, definition, role),
    actionCount: (id) => actionUse(player, id).count,
    wall: () => wallTime(atMs + judging.zoneOffset(atMs)),
  })
  return held === true
}

/** Begins the period that holds a moment, and ends the one before. */
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
    const over = { start: period.start, seq, rows, file: undefined, departures, late: [], remade: undefined }
    finished.push(over)
    ended.push({ board, cycle: cycle.cycle, period: over })
  }
  cycle.period = periodAt(cycle.cycle, at)
  cycle.present = rankingsOf(state, definition.entities)
}

/** Whether what a player earns counts for that player, among all: as it does on most boards. */
const isOwn = ({ entities, scope }: BoardDefinition): boolean => entities === 'players' && scope !== 'custom'

/** Who is credited on a board with what a player earns now, where that is not the player alone. */
function creditedOn(
  state: GameState,
  { definition }: Board,
  player: Player,
  scopes: readonly Scope[] = noScopes,
): readonly Credited[] {
  if (definition.scope === 'custom') return creditedByScopes(state, definition, scopes)
  const teams: Credited[] = []
  for (const { subject, definition: key } of teamsWith(state.members, state.drops, player.id))
    if (stands(definition, key)) addTeam(state, subject, teams)
  return teams
}

/** Whether teams of a definition, by its key, stand on a board. */
export const stands = ({ teams }: BoardDefinition, key: string): boolean =>
  teams.some((id) => definitionKey('team', id) === key)

/** Adds a team to those that are credited, if it is there. */
export function addTeam(state: GameState, subject: string, teams: Credited[]): void {
  const team = storedTeam(state, subjectOfKey(subject).id)
  if (team) teams.push({ group: null, entity: entityOf(team) })
}

/**
 * The players or teams that scopes name on the custom board, each in a scope once; a scope without the board's part means
 * every custom board.
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
    if (entity !== undefined && !credited.some((one) => one.entity === entity && one.group === group))
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

/** A group of a board, made where there is none. */
export function groupOf(
  state: GameState,
  { entities }: BoardDefinition,
  groups: Map<string, Ranking>,
  group: string,
): Ranking {
  const known = groups.get(group)
  if (known) return known
  const { all: ranking } = rankingsOf(state, entities)
  groups.set(group, ranking)
  return ranking
}

/** Brings a player within teams to where it stands among all. */
export function showWithinTeams(state: GameState, board: Board, player: Player): void {
  for (const { subject, definition } of teamsWith(state.members, state.drops, player.id))
    if (stands(board.definition, definition)) showIn(state, board, player, subject)
}

/** Brings a member of a team to where it stands among all. */
export function showIn(state: GameState, { definition, cycles }: Board, player: Player, subject: string): void {
  const group = groupOfMember(definition, subject)
  const entity = entityOf(player)
  for (const { present } of cycles) {
    const score = present.all.scoreOf(entity)
    const since = present.all.sinceOf(entity)
    if (score !== undefined && since !== undefined)
      groupOf(state, definition, present.groups, group).put(entity, score, since)
  }
}

/** The group in which a board shows the members of a team. */
export function groupOfMember({ scope, teams }: BoardDefinition, subject: string): string {
  return scope === 'team_instance' ? subjectOfKey(subject).id : (teams[0] ?? '')
}

/** Takes an entity out of a group, which goes when it was the last. */
export function removeFrom({ groups }: Rankings, group: string, entity: number): void {
  const ranking = groups.get(group)
  if (ranking?.remove(entity) && ranking.size === 0) groups.delete(group)
}

/**
 * Whether an event that was credited is in the sums that stand in a row: what was dropped with the board is not, what
 * came before it began to count, before the row was removed, or without what the board requires. Spec 4.11, 4.14.
 */
export function isInSums({ drops }: Boards, board: Board, credited: Credited, place: EventPosition): boolean {
  const { definition, from, counted } = board
  if (place.seq <= from || isDropped(drops, place.seq, boardKey(definition.id))) return false
  return isSinceRemoval(board, credited, place) && (counted?.has(place) ?? true)
}

/** Whether an event is newer than what last took an entity off. */
export function isSinceRemoval(
  { removals: struck }: Board,
  { group, entity }: Credited,
  { seq }: EventPosition,
): boolean {
  return seq > removedAt(struck, group, entity)
}
