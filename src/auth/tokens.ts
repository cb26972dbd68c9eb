import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What a token says. `expiresAtS` is by the machine's clock, in seconds since 1970. */
export interface TokenClaims {
  readonly client: string
  readonly player?: string | undefined
  readonly expiresAtS: number
}

/** What a token is good for: one that was signed for something else is none. */
export type TokenPurpose = 'access' | 'stream'

/** Tokens that carry their own claims, signed with the data directory's secret: nothing is stored for them. */
export interface TokenSigner {
  mint(claims: TokenClaims): string
  /** The claims of a token signed here, expired or not; undefined for any other text. */
  read(token: string): TokenClaims | undefined
}

/** Makes and reads tokens of one purpose under `secret`. */
export function tokenSigner(secret: string, purpose: TokenPurpose): TokenSigner {
  // The purpose is signed too, so that nothing else signed with this secret can ever pass for such a token.
  const signatureOf = (payload: string): Buffer => createHmac('sha256', secret).update(`${purpose}.${payload}`).digest()
  return {
    mint({ client, player, expiresAtS }) {
      const id = randomBytes(9).toString('base64url')
      const payload = Buffer.from(JSON.stringify({ c: client, p: player, x: expiresAtS, i: id })).toString('base64url')
      return `${payload}.${signatureOf(payload).toString('base64url')}`
    },
    read(token) {
      const [payload, signature, ...rest] = token.split('.')
      if (payload === undefined || signature === undefined || rest.length > 0) return undefined
      if (!sameBytes(Buffer.from(signature, 'base64url'), signatureOf(payload))) return undefined
      return claimsIn(payload)
    },
  }
}

/** Reads a payload whose signature was good: it is one that `mint` wrote. */
function claimsIn(payload: string): TokenClaims {
  const { c, p, x } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { c: string; p?: string; x: number }
  return { client: c, player: p, expiresAtS: x }
}

function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
