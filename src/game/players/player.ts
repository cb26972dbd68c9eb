import type { actionUse as actionUseShape } from '../actions/shapes.ts'
import type { playerReference, Shape } from '../kernel/answer-shapes.ts'
import { emptyNameMap, getNamed, type NameMap } from '../kernel/name-map.ts'
import { evolveScores } from '../metrics/evolve.ts'
import type { Change } from '../metrics/score.ts'
import type { playerRecord } from './shapes.ts'

/** How a player has used an action. */
export type ActionUse = Shape<typeof actionUseShape>

/** The record of a player. */
export type Player = Shape<typeof playerRecord>

/** A player as events and answers name one. Spec 1 "Player reference". */
export type PlayerReference = Shape<typeof playerReference>

/** Returns the reference to a player. */
export function referToPlayer({ id, alias }: Player): PlayerReference {
  return { id, alias }
}

const unused: ActionUse = { count: 0, plays: 0, rate: null }

/** Returns how a player has used an action, or an empty use if the player never did. */
export function actionUse(player: Player, action: string): ActionUse {
  return getNamed(player.actions, action) ?? unused
}

/** Returns a player after changes of scores. */
export function withChanges(player: Player, changes: readonly Change[]): Player {
  return changes.length === 0 ? player : { ...player, scores: evolveScores(player.scores, changes) }
}

/**
 * Returns the action uses of a new player. If a deleted player had the same id, the numbers of plays continue, because random
 * draws depend on them.
 */
export function initialUses(plays: NameMap<number> | undefined): NameMap<ActionUse> {
  if (!plays) return emptyNameMap
  return Object.fromEntries(Object.entries(plays).map(([action, count]) => [action, { ...unused, plays: count }]))
}
