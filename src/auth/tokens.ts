import { randomBytes, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Login } from './ended-logins.ts'

/** Whom a token is issued to. */
export interface TokenOwner {
  readonly client: string
  readonly player?: string | undefined
  /** The id that all tokens of one sign-in share (default: a new one). */
  readonly login?: string | undefined
  /** For a code: the address that it was sent to, character for character. */
  readonly redirectUri?: string | undefined
  /** For a token for a stream: the login of the call that requested it. */
  readonly opener?: Login | undefined
}

/** The claims of a token. Times are by the machine's clock, in seconds since 1970. */
export interface TokenClaims extends TokenOwner {
  /** Unique among all tokens. */
  readonly id: string
  readonly login: string
  readonly issuedAtS: number
  readonly expiresAtS: number
}

const ID_BYTES = 9

/** What a token can be used for. A token that was signed for another purpose is invalid. */
export type TokenPurpose = 'access' | 'refresh' | 'code' | 'stream'

/** Signs tokens that carry their own claims, so nothing is stored for them. */
export interface TokenSigner {
  mint(owner: TokenOwner, ttlS: number): string
  /** Returns the claims of a token signed here, expired or not. Returns undefined for any other text. */
  read(token: string): TokenClaims | undefined
}

/** Creates a signer for tokens of one purpose under `secret`. `nowMs` is the machine's clock. */
export function tokenSigner(secret: string, purpose: TokenPurpose, nowMs: () => number = Date.now): TokenSigner {
  // The signature covers the purpose, so nothing else that is signed with this secret can pass as such a token.
  const signed = (payload: string): string => signatureOf(`${purpose}.${payload}`, secret)
  return {
    mint({ client, player, login = newLogin(), redirectUri, opener }, ttlS) {
      const nowS = nowMs() / 1000
      const wire: Wire = {
        c: client,
        p: player,
        l: login,
        r: redirectUri,
        o: opener,
        a: nowS,
        x: nowS + ttlS,
        i: randomBytes(ID_BYTES).toString('base64url'),
      }
      const payload = Buffer.from(JSON.stringify(wire)).toString('base64url')
      return `${payload}.${signed(payload)}`
    },
    read(token) {
      const [payload, signature, ...rest] = token.split('.')
      if (payload === undefined || signature === undefined || rest.length > 0) return undefined
      return sameText(signature, signed(payload)) ? claimsIn(payload) : undefined
    },
  }
}

/** Whether a token has expired. */
export function isExpired({ expiresAtS }: Pick<TokenClaims, 'expiresAtS'>, nowMs: number): boolean {
  return nowMs >= expiresAtS * 1000
}

/** Returns the login that a token belongs to. */
export function loginOf({ client, login: id, issuedAtS, expiresAtS }: TokenClaims): Login {
  return { client, id, issuedAtS, expiresAtS }
}

/** The claims, with one letter each. `i` makes every token unique. */
interface Wire {
  readonly c: string
  readonly p: string | undefined
  readonly l: string
  readonly r: string | undefined
  readonly o: Login | undefined
  readonly a: number
  readonly x: number
  readonly i: string
}

/** Reads a payload whose signature is valid, so `mint` wrote it. */
function claimsIn(payload: string): TokenClaims {
  const { c, p, l, r, o, a, x, i } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Wire
  return { id: i, client: c, player: p, login: l, redirectUri: r, opener: o, issuedAtS: a, expiresAtS: x }
}

/** Returns a new unique id of a login. */
export const newLogin = (): string => randomBytes(ID_BYTES).toString('base64url')

/** Returns the HMAC-SHA256 of a text, in base64url. */
export function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether two texts are equal. The time that this takes reveals neither where they differ nor how long they are. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
