import type { GameEvent } from '../kernel/entry.ts'
import type { PlayerReference } from '../players/player.ts'

/** A player has seen notifications, which stand at these packed places, ascending. In no feed. */
export interface NotificationsSeen extends GameEvent {
  readonly event: 'notifications:seen'
  readonly player: PlayerReference
  readonly places: readonly number[]
}
