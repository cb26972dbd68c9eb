import { randomBytes } from 'node:crypto'
import { isOver, tokenSigner, type TokenClaims, type TokenOwner, type TokenPurpose } from './tokens.ts'

/** So many used tokens are remembered; while there are as many, no other can be used. */
const MAX_SPENT = 100_000

/** Tokens that are good for one use, within a short time, in this run of the program. */
export interface OneTimeTokens {
  mint(owner: TokenOwner): string
  /** The claims of a token given here, usable or not; undefined for any other text. */
  read(token: string): TokenClaims | undefined
  /** Uses a token up, unless it was used before, or has expired; long after it has, a used one is only expired too. */
  spend(claims: TokenClaims): 'now' | 'before' | 'never'
}

/** Makes and takes tokens of one purpose, each good for `ttlS` seconds by the machine's clock. */
export function oneTimeTokens(purpose: TokenPurpose, ttlS: number, nowMs: () => number): OneTimeTokens {
  // A key of this run: what was used before a restart, which nobody remembers, cannot be used after it.
  const signer = tokenSigner(randomBytes(32).toString('base64url'), purpose, nowMs)
  const spent = new Map<string, number>()
  const forgetExpired = (): void => {
    // In the order in which they were used, so also in that in which they may be forgotten.
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
      if (isOver(claims, nowMs()) || spent.size >= MAX_SPENT) return 'never'
      spent.set(claims.id, nowMs() + ttlS * 1000)
      return 'now'
    },
  }
}
