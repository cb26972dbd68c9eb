import type { Boards, Rankings } from './boards.ts'
import type { EntityKind } from './shapes.ts'
import { recordOfEntity } from './entity.ts'
import { Ranking } from '../ranking/ranking.ts'

/** Whatever the boards stand in, as they may be replaced. */
interface HasBoards {
  readonly boards: Boards
}

/** Rankings of a period on which nobody stands yet. */
export function rankingsOf(state: HasBoards, entities: EntityKind): Rankings {
  return { all: new Ranking(idsOf(state, entities)), groups: new Map() }
}

/** Gives the id of a player or team by its number, in whichever state the boards are; an empty text where it has gone. */
export function idsOf({ boards: { entrants } }: HasBoards, entities: EntityKind): (entity: number) => string {
  return (entity) => recordOfEntity(entrants[entities].records, entity)?.id ?? ''
}
