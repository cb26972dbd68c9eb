import type { View } from './operation.ts'

/** Whom a token is for. */
export interface Bearer {
  readonly player: string
}

/**
 * A use that gives the player who calls a token for a stream. `bearer` tells who that is, as any question of the game is
 * answered; the token is signed where access tokens are, and not in the game.
 */
export interface TokenOperation<S, C, R> {
  readonly kind: 'token'
  readonly name: string
  readonly bearer: View<S, C, Record<never, never>, Bearer>
  readonly answer: (token: string) => R
}
