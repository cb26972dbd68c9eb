import type { Shape } from '../kernel/answer-shapes.ts'
import { isDropped, type Drops } from '../kernel/drop.ts'
import { type Owned, findRecord, type Table } from '../kernel/table.ts'
import { definitionKey } from '../members/subject.ts'
import type { teamRecord } from './shapes.ts'

/** A team. */
export type Team = Shape<typeof teamRecord>

/** All teams, in order of creation. */
export interface Teams extends Table<Team> {
  /** The ids of the teams that each player owns. */
  readonly owned: Owned
}

/** The teams, with the drops that show whether their definitions still exist. */
export interface TeamsAndDrops {
  readonly teams: Teams
  readonly drops: Drops
}

/** Returns a team by id. Undefined if it does not exist or its definition was dropped. */
export function storedTeam({ teams, drops }: TeamsAndDrops, id: string): Team | undefined {
  const team = findRecord(teams, id)
  return team && isThere(team, drops) ? team : undefined
}

/** Whether a team exists, that is, whether its definition was not dropped since. */
export function isThere(team: Team, drops: Drops): boolean {
  return !isDropped(drops, team.drops, definitionKey('team', team.definition))
}
