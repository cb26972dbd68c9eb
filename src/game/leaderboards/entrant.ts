import type { Drops } from '../kernel/drop.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import { findPlayer, type Players } from '../players/state.ts'
import { storedTeam, type Teams } from '../teams/state.ts'
import type { EntityKind } from './shapes.ts'
import { entityOf, recordOfEntity } from './entity.ts'

/** Who stands on a board, as answers show it. Spec 1 "Leaderboard entry", 4.11. */
export type Entrant = { readonly player: PlayerReference } | { readonly team: SubjectReference }

/** All who may stand on boards. */
export interface Entities {
  readonly players: Players
  readonly teams: Teams
  readonly drops: Drops
}

/** The number of a player or team by its id; undefined where there is none. */
export function entityNamed(entities: Entities, kind: EntityKind, id: string): number | undefined {
  const record = kind === 'players' ? findPlayer(entities.players, id) : storedTeam(entities, id)
  return record && entityOf(record)
}

/** Who a number is of; undefined where it has gone. */
export function entrantOf({ players, teams }: Entities, kind: EntityKind, entity: number): Entrant | undefined {
  if (kind === 'players') {
    const player = recordOfEntity(players.records, entity)
    return player && { player: { id: player.id, alias: player.alias } }
  }
  const team = recordOfEntity(teams.records, entity)
  return team && { team: { id: team.id, name: team.name } }
}

/** The same by id; one that there is not by its id alone. Spec 4.16 "Trends". */
export function entrantNamed(entities: Entities, kind: EntityKind, id: string): Entrant {
  if (kind === 'players') return { player: { id, alias: findPlayer(entities.players, id)?.alias ?? id } }
  return { team: { id, name: storedTeam(entities, id)?.name ?? id } }
}
