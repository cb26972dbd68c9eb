import type { Drops } from '../kernel/drop.ts'
import type { SubjectReference } from '../members/subject.ts'
import type { PlayerReference } from '../players/player.ts'
import { findPlayer, type Players } from '../players/state.ts'
import { storedTeam, type Teams } from '../teams/state.ts'
import type { EntityKind } from './shapes.ts'
/** The player or team of a row, as answers show it. Spec 1 "Leaderboard entry", 4.11. */
export type Entrant = { readonly player: PlayerReference } | { readonly team: SubjectReference }

/** The tables of everyone that boards can rank. */
export interface Entities {
  readonly players: Players
  readonly teams: Teams
  readonly drops: Drops
}

/** Returns the entity number of a player or team by id, or undefined if it does not exist. */
export function entityNamed(entities: Entities, kind: EntityKind, id: string): number | undefined {
  const record = kind === 'players' ? findPlayer(entities.players, id) : storedTeam(entities, id)
  return record && entityOf(record)
}

/** Returns the player or team with an entity number, or undefined if it no longer exists. */
export function entrantOf({ players, teams }: Entities, kind: EntityKind, entity: number): Entrant | undefined {
  if (kind === 'players') {
    const player = recordOfEntity(players.records, entity)
    return player && { player: { id: player.id, alias: player.alias } }
  }
  const team = recordOfEntity(teams.records, entity)
  return team && { team: { id: team.id, name: team.name } }
}

/** Returns the player or team with an id. If it does not exist, its id also serves as its name. Spec 4.16 "Trends". */
export function entrantNamed(entities: Entities, kind: EntityKind, id: string): Entrant {
  if (kind === 'players') return { player: { id, alias: findPlayer(entities.players, id)?.alias ?? id } }
  return { team: { id, name: storedTeam(entities, id)?.name ?? id } }
}

/**
 * Returns the number that identifies a player or team on boards. Each record has two consecutive feeds, so half of the
 * first feed's number is unique. It is the same after a restart and in every replay. A record that is created again under
 * an old id gets a new number.
 */
export function entityOf({ feed }: { readonly feed: number }): number {
  return feed >> 1
}

/** Finds the record with an entity number in a table sorted by it, or returns undefined if the record no longer exists. */
export function recordOfEntity<T extends { readonly feed: number }>(
  records: readonly (T | undefined)[],
  entity: number,
): T | undefined {
  let low = 0
  let high = records.length
  while (high > 0 && records[high - 1] === undefined) high -= 1
  // The records from index `low` to before `high` have numbers from `first` to before `end`.
  let first = 0
  let end = entityOf(records[high - 1] ?? { feed: 0 }) + 1
  // Numbers are spread almost evenly, so interpolation usually finds the record at once. Every second step is a bisection,
  // which bounds the number of steps if they are not.
  for (let isEstimating = true; low < high && entity >= first && entity < end; isEstimating = !isEstimating) {
    const share = isEstimating ? (entity - first) / (end - first) : 0.5
    const middle = low + Math.floor(share * (high - low))
    let index = middle
    while (index < high && records[index] === undefined) index += 1
    const record = index < high ? records[index] : undefined
    const found = record ? entityOf(record) : end
    if (found === entity) return record
    if (found > entity) [high, end] = [middle, found]
    else [low, first] = [index + 1, found + 1]
  }
  return undefined
}
