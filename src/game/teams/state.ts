import { isDropped, type Drops } from '../kernel/drop.ts'
import type { Owned } from '../kernel/table.ts'
import type { Shape } from '../kernel/shapes.ts'
import { findRecord, type Table } from '../kernel/table.ts'
import { definitionKey } from '../members/subject.ts'
import type { teamRecord } from './shapes.ts'

/** A team. */
export type Team = Shape<typeof teamRecord>

/** All teams, in the order in which they came. */
export interface Teams extends Table<Team> {
  /** Ids of those that each player owns. */
  readonly owned: Owned
}

/** The teams, with what tells whether their definitions were dropped. */
export interface TeamsAndDrops {
  readonly teams: Teams
  readonly drops: Drops
}

/** A team; undefined where there is none, or its definition was dropped. */
export function storedTeam({ teams, drops }: TeamsAndDrops, id: string): Team | undefined {
  const team = findRecord(teams, id)
  return team && isThere(team, drops) ? team : undefined
}

/** Whether the definition of a team was not dropped since. */
export function isThere(team: Team, drops: Drops): boolean {
  return !isDropped(drops, team.drops, definitionKey('team', team.definition))
}
