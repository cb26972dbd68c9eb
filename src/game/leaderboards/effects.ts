import type { EntryTime } from '../kernel/entry.ts'
import type { GameState } from '../game-state.ts'
import type { Drop } from '../kernel/drop.ts'
import { isInTeam, teamsWith } from '../members/state.ts'
import { definitionKey, subjectOfKey } from '../members/subject.ts'
import { scoreKey, type Change } from '../metrics/score.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { isWithinTeams, type Board, type Earning, type Rankings } from './boards.ts'
import { countDelta, cyclesCounting, deltaOn, enterPeriod, groupOfMember, removeFrom, showIn } from './counting.ts'
import type { EntityKind } from './shapes.ts'
import { entityOf } from './entrant.ts'
import type { UndoneEvent } from '../players/shapes.ts'
import type { Ranking } from '../ranking/ranking.ts'
import { revertOn } from './reverting.ts'
import { forgetRemovals, addRemoval } from './removals.ts'

const noBoards: readonly Board[] = []

/** Counts changes of a player's scores, which are made already, on all boards. Spec 4.11, 4.16. */
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

/** Counts a revert of a player's events, whose changes are made already, on all boards. Spec 4.14. */
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

/** A player has become a member of a team of a definition, both by their keys: shows it on the boards within. */
export function memberCame(state: GameState, definition: string, subject: string, playerId: string): void {
  const boards = state.boards.ofTeams.get(definition)
  const player = boards && findPlayer(state.players, playerId)
  if (boards && player) for (const board of boards) showIn(state, board, player, subject)
}

/** A player is a member of a team no longer: it goes from the boards within, unless another team keeps it there. */
export function memberWent(state: GameState, definition: string, subject: string, playerId: string): void {
  const boards = state.boards.ofTeams.get(definition)
  const player = boards && findPlayer(state.players, playerId)
  if (!boards || !player) return
  for (const { definition: board, cycles } of boards) {
    if (board.scope === 'team_definition' && isInTeam(state, playerId, subjectOfKey(definition).id, undefined)) continue
    for (const { present } of cycles) removeFrom(present, groupOfMember(board, subject), entityOf(player))
  }
}

/**
 * A team has gone with all its members: its group goes from the boards within one team, and from those within all teams
 * of its definition whoever is in no other.
 */
export function teamWent(state: GameState, definition: string, subject: string, members: readonly string[]): void {
  let gone: ReadonlySet<number> | undefined
  for (const { definition: board, cycles } of state.boards.ofTeams.get(definition) ?? noBoards) {
    const group = groupOfMember(board, subject)
    if (board.scope === 'team_definition') gone ??= outsideOf(state, definition, members)
    for (const { present } of cycles)
      if (gone && board.scope === 'team_definition') removeAllFrom(present, group, gone)
      else present.groups.delete(group)
  }
}

/** Those of some players who are in no team of a definition. */
function outsideOf(state: GameState, definition: string, players: readonly string[]): ReadonlySet<number> {
  const { id: teams } = subjectOfKey(definition)
  const outside = new Set<number>()
  for (const id of players) {
    const player = findPlayer(state.players, id)
    if (player && !isInTeam(state, id, teams, undefined)) outside.add(entityOf(player))
  }
  return outside
}

/** A player who is going, with memberships that are known still, or a team: it stands on no board any more. Spec 4.15. */
export function leaveBoards(
  state: GameState,
  kind: EntityKind,
  record: { readonly id: string; readonly feed: number },
  time: EntryTime,
): void {
  const entity = entityOf(record)
  for (const board of state.boards.byId.values()) {
    if (board.definition.entities !== kind) continue
    takeOffPresent(state, board, record, time)
    forgetRemovals(board.removals, entity)
  }
  // After periods have ended by this very entry: they hold who goes now.
  state.boards.departures += 1
}

/**
 * A player has lost all scores: it stands on no board any more in the periods of now, and what came before is in no sum
 * that it will have. What stands in periods that are over is history, and stays. Spec 4.15.
 */
export function resetOnBoards(state: GameState, player: Player, time: EntryTime): void {
  for (const board of state.boards.byId.values()) {
    if (board.definition.entities !== 'players') continue
    takeOffPresent(state, board, player, time)
    addRemoval(board.removals, null, entityOf(player), time.seq)
  }
}

/** Takes a player or team off the present periods of a board. */
function takeOffPresent(
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

/** The groups of a board within teams in which a player may stand. */
function groupsWith(state: GameState, { definition: { scope, teams } }: Board, player: string): readonly string[] {
  if (scope === 'team_definition') return teams
  return [...teamsWith(state.members, state.drops, player)].map(({ subject }) => subjectOfKey(subject).id)
}

/** Takes an entity out of all scopes of a custom board, of which there may be very many. */
function removeFromScopes(present: Rankings, entity: number): void {
  for (const [scope, ranking] of present.groups) if (ranking.has(entity)) removeFrom(present, scope, entity)
}

/**
 * Teams whose definition is dropped stand on no board any more, and nobody within them. Looks at each board once, however
 * many teams go. Spec 4.13.
 */
export function leaveWithDefinitions(state: GameState, drops: readonly Drop[], time: EntryTime): void {
  const dropped = new Set(drops.flatMap(({ key, part }) => (part === undefined ? [key] : [])))
  if (dropped.size === 0) return
  const { byId, ofTeams } = state.boards
  for (const key of dropped)
    for (const { cycles } of ofTeams.get(key) ?? noBoards) for (const { present } of cycles) present.groups.clear()
  const teams = state.teams.records.filter((team) => team && dropped.has(definitionKey('team', team.definition)))
  const gone = new Set(teams.flatMap((team) => (team ? [entityOf(team)] : [])))
  if (gone.size === 0) return
  for (const board of byId.values()) if (board.definition.entities === 'teams') loseTeams(state, board, gone, time)
  state.boards.departures += gone.size
}

function loseTeams(state: GameState, board: Board, gone: ReadonlySet<number>, time: EntryTime): void {
  for (const cycle of board.cycles) {
    enterPeriod(state, board, cycle, time)
    const { present } = cycle
    for (const entity of rankedAmong(present.all, gone)) present.all.remove(entity)
    for (const scope of present.groups.keys()) removeAllFrom(present, scope, gone)
  }
  for (const entity of gone) forgetRemovals(board.removals, entity)
}

/** Takes entities out of a group, which goes at once where nobody else is in it. */
function removeAllFrom({ groups }: Rankings, group: string, gone: ReadonlySet<number>): void {
  const ranking = groups.get(group)
  if (!ranking) return
  const standing = rankedAmong(ranking, gone)
  if (standing.length === ranking.size) groups.delete(group)
  else for (const entity of standing) ranking.remove(entity)
}

/** Those of some entities who stand on a ranking: looks at them or at its rows, whichever are fewer. */
function rankedAmong(ranking: Ranking, entities: ReadonlySet<number>): readonly number[] {
  if (entities.size <= ranking.size) return [...entities].filter((entity) => ranking.has(entity))
  return ranking.rows(0, ranking.size).flatMap(({ entity }) => (entities.has(entity) ? [entity] : []))
}
