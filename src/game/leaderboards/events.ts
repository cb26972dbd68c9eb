import type { Scope } from '../actions/events.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { EventPlace } from '../kernel/operation.ts'
import type { Change } from '../metrics/score.ts'
import type { EntityKind } from './definition.ts'

/**
 * An operator has put players or teams on scopes of a custom board, each on each, or taken them off. It stands in no feed.
 * Spec 2 "Custom leaderboards".
 */
export interface RegistrationEvent extends GameEvent {
  readonly event: 'leaderboard:registered' | 'leaderboard:deregistered'
  readonly board: string
  readonly kind: EntityKind
  /** Their ids. */
  readonly entities: readonly string[]
  /** Without the board's part. */
  readonly scopes: readonly string[]
}

/** An event that was undone, as the event of the revert tells it. */
export interface UndoneEvent extends EventPlace {
  readonly at: number
  readonly changes: readonly Change[]
  readonly scopes?: readonly Scope[]
}
