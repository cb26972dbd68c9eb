import type { Scope } from '../actions/events.ts'
import type { GameEvent } from '../kernel/entry.ts'
import type { Change } from '../metrics/score.ts'
import type { PlayerReference } from '../players/player.ts'

/** A rule of the design followed from what a player did. Spec 4.7, 5.3. */
export interface RuleFollowed extends GameEvent {
  readonly event: 'level' | 'achievement'
  readonly actor: PlayerReference
  readonly rule: { readonly id: string }
  readonly changes: readonly Change[]
}

/** An operator had a custom rule evaluated for a player. Spec 4.7, 5.3. */
export interface CustomRuleEvaluated extends GameEvent {
  readonly event: 'custom_rule'
  readonly actor: PlayerReference
  readonly rule: {
    readonly id: string
    readonly name: string
    readonly vars: Readonly<Record<string, string | number>>
  }
  readonly changes: readonly Change[]
  readonly engine?: { readonly scopes: readonly Scope[] }
}

export type RuleEvent = RuleFollowed | CustomRuleEvaluated
