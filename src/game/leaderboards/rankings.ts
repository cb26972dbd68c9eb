import type { GameState } from '../game-state.ts'
import type { Rankings } from './boards.ts'
import type { EntityKind } from './shapes.ts'
import { recordOfEntity } from './entity.ts'
import { Ranking } from '../ranking/ranking.ts'

/** Rankings of a period on which nobody stands yet. */
export function rankingsOf(state: Pick<GameState, 'boards'>, entities: EntityKind): Rankings {
  return { all: new Ranking(idsOf(state, entities)), groups: new Map() }
}

/** Gives the id of a player or team by its number, in whichever state the boards are; an empty text where it has gone. */
export function idsOf(
  { boards: { entrants } }: Pick<GameState, 'boards'>,
  entities: EntityKind,
): (entity: number) => string {
  return (entity) => recordOfEntity(entrants[entities].records, entity)?.id ?? ''
}
