import { emptyNameMap, getNamed, type NameMap } from '../kernel/name-map.ts'
import type { actionUse as actionUseShape } from '../actions/shapes.ts'
import type { playerReference, Shape } from '../kernel/shapes.ts'
import { evolveScores } from '../metrics/evolve.ts'
import type { Change } from '../metrics/score.ts'
import type { playerRecord } from './shapes.ts'

/** How a player has used an action. */
export type ActionUse = Shape<typeof actionUseShape>

/** All that is known of a player. */
export type Player = Shape<typeof playerRecord>

/** A player as events and answers name one. Spec 1 "Player reference". */
export type PlayerReference = Shape<typeof playerReference>

export function referToPlayer({ id, alias }: Player): PlayerReference {
  return { id, alias }
}

const unused: ActionUse = { count: 0, plays: 0, rate: null }

export function actionUse(player: Player, action: string): ActionUse {
  return getNamed(player.actions, action) ?? unused
}

/** The player after changes of scores. */
export function withChanges(player: Player, changes: readonly Change[]): Player {
  return changes.length === 0 ? player : { ...player, scores: evolveScores(player.scores, changes) }
}

/** The plays of a player who was there before, which the draws go on from. */
export function initialUses(plays: NameMap<number> | undefined): NameMap<ActionUse> {
  if (!plays) return emptyNameMap
  return Object.fromEntries(Object.entries(plays).map(([action, count]) => [action, { ...unused, plays: count }]))
}
