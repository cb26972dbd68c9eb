/** A use that ends the login of the call's own token. Tokens are known where they are signed, and not in the game. */
export interface LogoutOperation<R> {
  readonly kind: 'logout'
  readonly name: string
  /** What it comes to, once the token is good for nothing. */
  readonly result: R
}
