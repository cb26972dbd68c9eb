import type { GameState } from '../game-state.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { storedTeam } from '../teams/state.ts'
import type { EntityKind } from './shapes.ts'
import { entityOf, recordOfEntity } from './entity.ts'

/** Who stands on a board, as answers show it. Spec 1 "Leaderboard entry", 4.11. */
export type Entrant = { readonly player: PlayerReference } | { readonly team: SubjectReference }

/** The number of a player or team by its id; undefined where there is none. */
export function entityNamed(state: GameState, kind: EntityKind, id: string): number | undefined {
  const record = kind === 'players' ? findPlayer(state.players, id) : storedTeam(state, id)
  return record && entityOf(record)
}

/** Who a number is of; undefined where it has gone. */
export function entrantOf({ players, teams }: GameState, kind: EntityKind, entity: number): Entrant | undefined {
  if (kind === 'players') {
    const player = recordOfEntity(players.records, entity)
    return player && { player: { id: player.id, alias: player.alias } }
  }
  const team = recordOfEntity(teams.records, entity)
  return team && { team: { id: team.id, name: team.name } }
}

/** The same by id; one that there is not by its id alone. Spec 4.16 "Trends". */
export function entrantNamed(state: GameState, kind: EntityKind, id: string): Entrant {
  if (kind === 'players') return { player: { id, alias: findPlayer(state.players, id)?.alias ?? id } }
  return { team: { id, name: storedTeam(state, id)?.name ?? id } }
}
