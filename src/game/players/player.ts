import { emptyBook, look, type Book } from '../kernel/book.ts'
import type { RateUses } from '../actions/rate.ts'
import { evolveScores } from '../metrics/evolve.ts'
import type { Change, Scores } from '../metrics/score.ts'

/** How a player has used an action. */
export interface ActionUse extends RateUses {
  /** Times played, as answers show it: a play of count 3 counts three, a revert takes them off. */
  readonly count: number
  /** Plays ever made, which numbers the draws: nothing that happens in a game lowers it. */
  readonly plays: number
}

/** All that is known of a player: one record, replaced and never changed in place. */
export interface Player {
  readonly id: string
  readonly alias: string
  readonly email: string | null
  readonly enabled: boolean
  /** Game time in ms. */
  readonly created: number
  /** The entry that made the player: an earlier one of the same id was somebody else. */
  readonly born: number
  /** Number of the player's own feed; that of what the player is notified of is the next. */
  readonly feed: number
  readonly scores: Scores
  readonly actions: Book<ActionUse>
  /** The newest entry with drops that the scores have been through; 0 where there was none. */
  readonly drops: number
  /** Packed places of the newest events whose notifications the player has seen, ascending; at most MAX_SEEN_KEPT. */
  readonly seen: readonly number[]
  /** The id of the image that the player put up; missing where there is none. */
  readonly image?: string
}

/** A player as events and answers name one. Spec 1 "Player reference". */
export interface PlayerReference {
  readonly id: string
  readonly alias: string
}

export function referToPlayer({ id, alias }: Player): PlayerReference {
  return { id, alias }
}

const unused: ActionUse = { count: 0, plays: 0, rate: null }

export function actionUse(player: Player, action: string): ActionUse {
  return look(player.actions, action) ?? unused
}

/** The player after changes of scores. */
export function withChanges(player: Player, changes: readonly Change[]): Player {
  return changes.length === 0 ? player : { ...player, scores: evolveScores(player.scores, changes) }
}

/** The plays of a player who was there before, which the draws go on from. */
export function usesAfter(plays: Book<number> | undefined): Book<ActionUse> {
  if (!plays) return emptyBook
  return Object.fromEntries(Object.entries(plays).map(([action, count]) => [action, { ...unused, plays: count }]))
}
