import type { GameEvent } from '../kernel/entry.ts'
import type { EventPlace } from '../kernel/operation.ts'
import type { UndoneEvent } from '../leaderboards/events.ts'
import type { Change } from '../metrics/score.ts'
import type { PlayerReference } from './player.ts'

/** A player came to the game; `changes` are the bootstrap scores and what follows from them. In no feed. */
export interface PlayerCreated extends GameEvent {
  readonly event: 'player:created'
  readonly player: PlayerReference
  readonly email: string | null
  readonly changes: readonly Change[]
}

/** Alias or email became other ones. In no feed. */
export interface PlayerUpdated extends GameEvent {
  readonly event: 'player:updated'
  readonly player: PlayerReference
  readonly email: string | null
}

/** The player may act, or may not. In no feed. */
export interface PlayerSwitched extends GameEvent {
  readonly event: 'player:enabled' | 'player:disabled'
  readonly player: PlayerReference
}

/** The player put up an image, which is kept under this id. In no feed. */
export interface PlayerPictured extends GameEvent {
  readonly event: 'player:pictured'
  readonly player: PlayerReference
  readonly image: string
}

/** The player's scores were emptied. In no feed. */
export interface PlayerReset extends GameEvent {
  readonly event: 'player:reset'
  readonly player: PlayerReference
}

/** The player left the game for good. In no feed. */
export interface PlayerDeleted extends GameEvent {
  readonly event: 'player:deleted'
  readonly player: PlayerReference
}

/** An operator changed scores. Spec 4.14, 5.3. */
export interface ScoreChanged extends GameEvent {
  readonly event: 'score'
  readonly player: PlayerReference
  readonly changes: readonly Change[]
  readonly admin: true
}

/** Events were undone; `plays` are taken off action counts. In no feed. Spec 4.14. */
export interface EventsReverted extends GameEvent {
  readonly event: 'reverted'
  readonly player: PlayerReference
  readonly events: readonly EventPlace[]
  readonly changes: readonly Change[]
  readonly plays: readonly { readonly action: string; readonly count: number }[]
  /** What the events had changed, so that it can be taken off where it counted. */
  readonly undone?: readonly UndoneEvent[]
}

export type PlayerEvent =
  | PlayerCreated
  | PlayerUpdated
  | PlayerSwitched
  | PlayerPictured
  | PlayerReset
  | PlayerDeleted
  | ScoreChanged
  | EventsReverted

/** The player who may not act any more after an event; undefined after all others. */
export function barredBy(event: GameEvent): string | undefined {
  const { event: kind, player } = event as PlayerSwitched | PlayerDeleted
  return kind === 'player:disabled' || kind === 'player:deleted' ? player.id : undefined
}
