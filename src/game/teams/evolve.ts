import type { GameState } from '../game-state.ts'
import type { EntryTime } from '../kernel/entry.ts'
import { changeOwner } from '../kernel/owned.ts'
import { putRecord, removeRecord } from '../kernel/table.ts'
import { countWhole } from '../kernel/tally.ts'
import { removeFromBoards } from '../leaderboards/effects.ts'
import { definitionKey } from '../members/subject.ts'
import { storedTeam, type Team } from './state.ts'

/** Puts in a team, new or changed. */
export function putTeam(state: GameState, team: Team): void {
  const before = storedTeam(state, team.id)
  if (!before) countWhole(state.holders, definitionKey('team', team.definition), 1)
  changeOwner(state.teams.owned, team.id, before?.owner ?? null, team.owner)
  putRecord(state.teams, team)
}

/** Takes a team out. */
export function removeTeam(state: GameState, id: string, time: EntryTime): void {
  const team = storedTeam(state, id)
  if (team) countWhole(state.holders, definitionKey('team', team.definition), -1)
  // One whose definition was dropped is its owner's still.
  const removed = removeRecord(state.teams, id)
  if (!removed) return
  removeFromBoards(state, 'teams', removed, time)
  changeOwner(state.teams.owned, id, removed.owner, null)
}

/** Puts back a team of a saved state, whose definition is counted already. */
export function restoreTeam({ teams }: GameState, team: Team): void {
  changeOwner(teams.owned, team.id, null, team.owner)
  putRecord(teams, team)
}
