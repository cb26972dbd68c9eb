import type { GameEvent } from '../kernel/entry.ts'
import type { Change } from '../metrics/score.ts'
import type { PlayerReference } from '../players/player.ts'
import type { Rate } from './rate.ts'

/** The custom boards on which a play counts, and for whom. Spec 4.11. */
export interface Scope {
  readonly id: string
  readonly entity_id: string
}

/** A player played an action. `engine.rate` is the limit it was played under, that its use can be reckoned. Spec 5.3. */
export interface ActionPlayed extends GameEvent {
  readonly event: 'action'
  readonly actor: PlayerReference
  readonly action: {
    readonly id: string
    readonly name: string
    readonly vars: Readonly<Record<string, string | number>>
  }
  readonly count: number
  readonly changes: readonly Change[]
  readonly scopes: readonly Scope[]
  readonly engine?: { readonly rate: Rate; readonly zoneOffsetMs: number }
}
