import type { Drops } from '../kernel/drop.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import { findPlayer, type Players } from '../players/state.ts'
import { storedTeam, type Teams } from '../teams/state.ts'
import type { EntityKind } from './shapes.ts'
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

/**
 * The number that a player or team has on boards. Each takes two feeds, so that half of the first one's number is its own;
 * it is the same after a restart and in every replay, and one that is made again under an old id has another.
 */
export function entityOf({ feed }: { readonly feed: number }): number {
  return feed >> 1
}

/** The record of a number among records in the order in which they came; undefined where it has gone. */
export function recordOfEntity<T extends { readonly feed: number }>(
  records: readonly (T | undefined)[],
  entity: number,
): T | undefined {
  let low = 0
  let high = records.length
  while (high > 0 && records[high - 1] === undefined) high -= 1
  // Numbers of records from `low` to before `high` are from `first` to before `end`.
  let first = 0
  let end = entityOf(records[high - 1] ?? { feed: 0 }) + 1
  // Numbers come evenly, so that it is mostly near where it would be if they did wholly; where not, halves lead there.
  for (let guesses = true; low < high && entity >= first && entity < end; guesses = !guesses) {
    const share = guesses ? (entity - first) / (end - first) : 0.5
    const middle = low + Math.floor(share * (high - low))
    let place = middle
    while (place < high && records[place] === undefined) place += 1
    const record = place < high ? records[place] : undefined
    const found = record ? entityOf(record) : end
    if (found === entity) return record
    if (found > entity) [high, end] = [middle, found]
    else [low, first] = [place + 1, found + 1]
  }
  return undefined
}
