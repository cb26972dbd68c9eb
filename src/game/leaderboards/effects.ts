import type { GameState } from '../game-state.ts'
import type { Drop } from '../kernel/drop.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { isInTeam, teamsWith } from '../members/state.ts'
import { definitionKey, subjectOfKey } from '../members/subject.ts'
import { scoreKey, type Change } from '../metrics/score.ts'
import type { Player } from '../players/player.ts'
import type { UndoneEvent } from '../players/shapes.ts'
import { findPlayer } from '../players/state.ts'
import type { Ranking } from '../ranking/ranking.ts'
import { isWithinTeams, type Board, type Earning, type Rankings } from './boards.ts'
import {
  countDelta,
  cyclesCounting,
  deltaOn,
  enterPeriod,
  groupOfMember,
  removeFrom,
  updateTeamGroup,
} from './counting.ts'
import { entityOf } from './entrant.ts'
import { forgetRemovals, addRemoval } from './removals.ts'
import { revertOn } from './reverting.ts'
import type { EntityKind } from './shapes.ts'

const noBoards: readonly Board[] = []

/** Counts changes of a player's scores on all boards. The player record has the new scores already. Spec 4.11, 4.16. */
export function countChanges(state: GameState, player: Player, changes: readonly Change[], earning: Earning): void {
  const { ofMetric } = state.boards
  if (ofMetric.size === 0) return
  for (const change of changes) {
    for (const board of ofMetric.get(scoreKey(change.metric)) ?? noBoards) {
      const delta = deltaOn(state, board, change, earning.seq)
      if (delta !== undefined)
        countDelta(state, board, cyclesCounting(state, board, earning.seq), player, delta, earning)
    }
  }
}

/** Counts a revert of a player's events on all boards. The player record has the new scores already. Spec 4.14. */
export function countRevert(
  state: GameState,
  player: Player,
  changes: readonly Change[],
  undone: readonly UndoneEvent[],
  earning: Earning,
): void {
  const { ofMetric } = state.boards
  if (ofMetric.size === 0) return
  const metrics = new Set(
    [changes, ...undone.map((event) => event.changes)].flat().map(({ metric }) => scoreKey(metric)),
  )
  for (const metric of metrics)
    for (const board of ofMetric.get(metric) ?? noBoards) revertOn(state, board, player, changes, undone, earning)
}

/** Adds a new member of a team to the boards within teams. `definition` and `subject` are keys of the definition and team. */
export function addMemberToBoards(state: GameState, definition: string, subject: string, playerId: string): void {
  const boards = state.boards.ofTeams.get(definition)
  const player = boards && findPlayer(state.players, playerId)
  if (boards && player) for (const board of boards) updateTeamGroup(state, board, player, subject)
}

/**
 * Removes a former member of a team from the boards within teams. A board within all teams of the definition keeps a player
 * who is still in another of them.
 */
export function removeMemberFromBoards(state: GameState, definition: string, subject: string, playerId: string): void {
  const boards = state.boards.ofTeams.get(definition)
  const player = boards && findPlayer(state.players, playerId)
  if (!boards || !player) return
  for (const { definition: board, cycles } of boards) {
    if (board.scope === 'team_definition' && isInTeam(state, playerId, subjectOfKey(definition).id, undefined)) continue
    for (const { present } of cycles) removeFrom(present, groupOfMember(board, subject), entityOf(player))
  }
}

/**
 * Removes a deleted team and its members from the boards within teams. Boards within one team lose the team's group. Boards
 * within all teams of the definition lose the members who are in no other team of it.
 */
export function removeTeamGroup(
  state: GameState,
  definition: string,
  subject: string,
  members: readonly string[],
): void {
  let removed: ReadonlySet<number> | undefined
  for (const { definition: board, cycles } of state.boards.ofTeams.get(definition) ?? noBoards) {
    const group = groupOfMember(board, subject)
    if (board.scope === 'team_definition') removed ??= playersOutside(state, definition, members)
    for (const { present } of cycles)
      if (removed && board.scope === 'team_definition') removeAllFrom(present, group, removed)
      else present.groups.delete(group)
  }
}

/** Returns the entity numbers of those players who are in no team of a definition. */
function playersOutside(state: GameState, definition: string, players: readonly string[]): ReadonlySet<number> {
  const { id: teams } = subjectOfKey(definition)
  const outside = new Set<number>()
  for (const id of players) {
    const player = findPlayer(state.players, id)
    if (player && !isInTeam(state, id, teams, undefined)) outside.add(entityOf(player))
  }
  return outside
}

/** Removes a player or team that is being deleted from all boards. A player must still have its memberships. Spec 4.15. */
export function removeFromBoards(
  state: GameState,
  kind: EntityKind,
  record: { readonly id: string; readonly feed: number },
  time: EntryTime,
): void {
  const entity = entityOf(record)
  for (const board of state.boards.byId.values()) {
    if (board.definition.entities !== kind) continue
    removeFromPresent(state, board, record, time)
    forgetRemovals(board.removals, entity)
  }
  // Periods that this entry has ended still contain the deleted entity, so the number must rise after they have ended.
  state.boards.departures += 1
}

/**
 * Removes a player whose scores were reset from the current periods of all boards. Earlier events no longer belong to sums
 * that the player earns later. Finished periods are history and keep the player. Spec 4.15.
 */
export function resetOnBoards(state: GameState, player: Player, time: EntryTime): void {
  for (const board of state.boards.byId.values()) {
    if (board.definition.entities !== 'players') continue
    removeFromPresent(state, board, player, time)
    addRemoval(board.removals, null, entityOf(player), time.seq)
  }
}

/** Removes a player or team from the current periods of a board. */
function removeFromPresent(
  state: GameState,
  board: Board,
  record: { readonly id: string; readonly feed: number },
  time: EntryTime,
): void {
  const entity = entityOf(record)
  const groups = isWithinTeams(board.definition) ? groupsWith(state, board, record.id) : undefined
  for (const cycle of board.cycles) {
    enterPeriod(state, board, cycle, time)
    const { present } = cycle
    present.all.remove(entity)
    if (groups) for (const group of groups) removeFrom(present, group, entity)
    else removeFromScopes(present, entity)
  }
}

/** Returns the groups of a board within teams that can contain a player. */
function groupsWith(state: GameState, { definition: { scope, teams } }: Board, player: string): readonly string[] {
  if (scope === 'team_definition') return teams
  return [...teamsWith(state.members, state.drops, player)].map(({ subject }) => subjectOfKey(subject).id)
}

/** Removes an entity from all scopes of a custom board. There can be very many scopes. */
function removeFromScopes(present: Rankings, entity: number): void {
  for (const [scope, ranking] of present.groups) if (ranking.has(entity)) removeFrom(present, scope, entity)
}

/**
 * Removes the teams of dropped definitions from all boards, and everyone from the boards within these teams. Visits each
 * board once, no matter how many teams are removed. Spec 4.13.
 */
export function removeTeamsOfDroppedDefinitions(state: GameState, drops: readonly Drop[], time: EntryTime): void {
  const dropped = new Set(drops.flatMap(({ key, part }) => (part === undefined ? [key] : [])))
  if (dropped.size === 0) return
  const { byId, ofTeams } = state.boards
  for (const key of dropped)
    for (const { cycles } of ofTeams.get(key) ?? noBoards) for (const { present } of cycles) present.groups.clear()
  const teams = state.teams.records.filter((team) => team && dropped.has(definitionKey('team', team.definition)))
  const removed = new Set(teams.flatMap((team) => (team ? [entityOf(team)] : [])))
  if (removed.size === 0) return
  for (const board of byId.values()) if (board.definition.entities === 'teams') removeTeams(state, board, removed, time)
  state.boards.departures += removed.size
}

function removeTeams(state: GameState, board: Board, removed: ReadonlySet<number>, time: EntryTime): void {
  for (const cycle of board.cycles) {
    enterPeriod(state, board, cycle, time)
    const { present } = cycle
    for (const entity of rankedAmong(present.all, removed)) present.all.remove(entity)
    for (const scope of present.groups.keys()) removeAllFrom(present, scope, removed)
  }
  for (const entity of removed) forgetRemovals(board.removals, entity)
}

/** Removes entities from a group, and deletes the whole group if it contains nobody else. */
function removeAllFrom({ groups }: Rankings, group: string, removed: ReadonlySet<number>): void {
  const ranking = groups.get(group)
  if (!ranking) return
  const ranked = rankedAmong(ranking, removed)
  if (ranked.length === ranking.size) groups.delete(group)
  else for (const entity of ranked) ranking.remove(entity)
}

/** Returns the given entities that a ranking contains. Iterates over the entities or over the rows, whichever are fewer. */
function rankedAmong(ranking: Ranking, entities: ReadonlySet<number>): readonly number[] {
  if (entities.size <= ranking.size) return [...entities].filter((entity) => ranking.has(entity))
  return ranking.rows(0, ranking.size).flatMap(({ entity }) => (entities.has(entity) ? [entity] : []))
}
