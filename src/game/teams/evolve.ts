import type { GameState } from '../game-state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { putRecord, removeRecord, changeOwner } from '../kernel/table.ts'
import { countWhole } from '../kernel/tally.ts'
import { removeFromBoards } from '../leaderboards/effects.ts'
import { definitionKey } from '../members/subject.ts'
import { storedTeam, type Team } from './state.ts'

/** Adds a team, or replaces its record. */
export function putTeam(state: GameState, team: Team): void {
  const before = storedTeam(state, team.id)
  if (!before) countWhole(state.holders, definitionKey('team', team.definition), 1)
  changeOwner(state.teams.owned, team.id, before?.owner ?? null, team.owner)
  putRecord(state.teams, team)
}

/** Removes a team. */
export function removeTeam(state: GameState, id: string, time: EntryTime): void {
  const team = storedTeam(state, id)
  if (team) countWhole(state.holders, definitionKey('team', team.definition), -1)
  // A team whose definition was dropped still has an owner.
  const removed = removeRecord(state.teams, id)
  if (!removed) return
  removeFromBoards(state, 'teams', removed, time)
  changeOwner(state.teams.owned, id, removed.owner, null)
}

/** Restores a team of a saved state, whose tally of holders is restored already. */
export function restoreTeam({ teams }: GameState, team: Team): void {
  changeOwner(teams.owned, team.id, null, team.owner)
  putRecord(teams, team)
}
