import type { GameEvent } from '../kernel/entry.ts'

/** An address was invited to the game. Its id is that of the invitation. In no feed. Spec 4.15. */
export interface GameInvited extends GameEvent {
  readonly event: 'game:invite'
  readonly email: string
  readonly message?: string
}

/** An invitation was taken back. In no feed. */
export interface GameInviteCancelled extends GameEvent {
  readonly event: 'game:invite:cancel'
  readonly email: string
}

/** A newcomer asks to join. Its id is that of the request. In no feed. */
export interface GameRequested extends GameEvent {
  readonly event: 'game:request'
  readonly alias: string
  readonly email: string | null
}

/** A request to join, named by its id, was granted, which makes the player in the same entry, or refused. In no feed. */
export interface GameRequestAnswered extends GameEvent {
  readonly event: 'game:request:accept' | 'game:request:reject'
  readonly request: string
}

/** What can happen on the way into the game. Spec 4.15. */
export type JoiningEvent = GameInvited | GameInviteCancelled | GameRequested | GameRequestAnswered
