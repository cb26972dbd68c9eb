import type { AccessSetting } from '../kernel/access.ts'
import { isDropped, type Drops } from '../kernel/drop.ts'
import type { Owned } from '../kernel/owned.ts'
import { findRecord, type Table } from '../kernel/table.ts'
import type { GameState } from '../game-state.ts'
import { definitionKey } from '../members/subject.ts'

/** A team: one record, replaced and never changed in place. Who is in it, `members` tells. */
export interface Team {
  readonly id: string
  readonly definition: string
  readonly name: string
  readonly access: AccessSetting
  /** The id of the player whose it is; null where it has no owner. */
  readonly owner: string | null
  readonly locked: boolean
  /** Game time in ms. */
  readonly created: number
  /** The entry that made it: an earlier one of the same id was another. */
  readonly born: number
  /** Number of its feed; that of what its members are notified of is the next. */
  readonly feed: number
  /** The newest entry with drops when it was made or last changed; 0 where there was none. */
  readonly drops: number
}

/** All teams, in the order in which they came. */
export interface Teams extends Table<Team> {
  /** Ids of those that each player owns. */
  readonly owned: Owned
}

/** A team; undefined where there is none, or its definition was dropped. */
export function storedTeam({ teams, drops }: Pick<GameState, 'teams' | 'drops'>, id: string): Team | undefined {
  const team = findRecord(teams, id)
  return team && isThere(team, drops) ? team : undefined
}

/** Whether the definition of a team was not dropped since. */
export function isThere(team: Team, drops: Drops): boolean {
  return !isDropped(drops, team.drops, definitionKey('team', team.definition))
}
