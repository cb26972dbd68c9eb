import type { GameEvent } from '../../game/kernel/entry.ts'
import type { Change } from '../../game/metrics/score.ts'

/** An event of a game with the fields that it may have. */
export type ScoredEvent = GameEvent & {
  readonly actor?: { readonly id: string }
  readonly player?: { readonly id: string }
  readonly action?: { readonly id: string }
  readonly count?: number
  readonly changes?: unknown
  readonly deferred?: { readonly actor: { readonly id: string }; readonly changes: readonly Change[] }
}

const none: readonly Change[] = []

/** Returns the player whose scores an event changes, or who acts in it. */
export function playerOf({ deferred, actor, player }: ScoredEvent): string | undefined {
  return (deferred?.actor ?? actor ?? player)?.id
}

/** Returns the changes of scores in an event. */
export function changesIn({ deferred, changes }: ScoredEvent): readonly Change[] {
  if (deferred) return deferred.changes
  return Array.isArray(changes) ? (changes as readonly Change[]) : none
}
