import { randomBytes } from 'node:crypto'
import { isExpired, tokenSigner, type TokenClaims, type TokenOwner, type TokenPurpose } from './tokens.ts'

/** How many used tokens are remembered. While that many are remembered, no other token can be used. */
const MAX_SPENT = 100_000

/** Tokens that can be used once, within a short time, during this run of the program. */
export interface OneTimeTokens {
  mint(owner: TokenOwner): string
  /** Returns the claims of a token issued here, usable or not. Returns undefined for any other text. */
  read(token: string): TokenClaims | undefined
  /**
   * Uses a token. Returns `now` for its first use, `before` if it was already used, and `never` if it has expired or
   * if too many used tokens are remembered to take another one. A used token is forgotten after its lifetime and then
   * counts as expired.
   */
  spend(claims: TokenClaims): 'now' | 'before' | 'never'
}

/** Issues and accepts tokens of one purpose, each valid for `ttlS` seconds by the machine's clock. */
export function oneTimeTokens(purpose: TokenPurpose, ttlS: number, nowMs: () => number): OneTimeTokens {
  // The key is new for each run: the used tokens are not remembered over a restart, so tokens must not be valid after
  // it.
  const signer = tokenSigner(randomBytes(32).toString('base64url'), purpose, nowMs)
  const spent = new Map<string, number>()
  const forgetExpired = (): void => {
    // The map is in the order of use, which is also the order of expiry.
    for (const [id, untilMs] of spent) {
      if (untilMs > nowMs()) return
      spent.delete(id)
    }
  }
  return {
    mint: (owner) => signer.mint(owner, ttlS),
    read: (token) => signer.read(token),
    spend(claims) {
      forgetExpired()
      if (spent.has(claims.id)) return 'before'
      if (isExpired(claims, nowMs()) || spent.size >= MAX_SPENT) return 'never'
      spent.set(claims.id, nowMs() + ttlS * 1000)
      return 'now'
    },
  }
}
