import { randomBytes, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Login } from './ended-logins.ts'

/** Whom a token is given to. */
export interface TokenOwner {
  readonly client: string
  readonly player?: string | undefined
  /** What all tokens share that one sign-in led to; a new one where it is left out. */
  readonly login?: string | undefined
  /** Of a code: where it was sent, to the letter. */
  readonly redirectUri?: string | undefined
  /** Of a token for a stream: the login of the call that asked for it. */
  readonly opener?: Login | undefined
}

/** What a token says. Times are by the machine's clock, in seconds since 1970. */
export interface TokenClaims extends TokenOwner {
  /** That no other token has. */
  readonly id: string
  readonly login: string
  readonly issuedAtS: number
  readonly expiresAtS: number
}

const ID_BYTES = 9

/** What a token is good for: one that was signed for something else is none. */
export type TokenPurpose = 'access' | 'refresh' | 'code' | 'stream'

/** Tokens that carry their own claims, signed with a secret: nothing is stored for them. */
export interface TokenSigner {
  mint(owner: TokenOwner, ttlS: number): string
  /** The claims of a token signed here, expired or not; undefined for any other text. */
  read(token: string): TokenClaims | undefined
}

/** Makes and reads tokens of one purpose under `secret`. `nowMs` is the machine's clock. */
export function tokenSigner(secret: string, purpose: TokenPurpose, nowMs: () => number = Date.now): TokenSigner {
  // The purpose is signed too, so that nothing else signed with this secret can ever pass for such a token.
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

/** Whether a token is as old as it may become. */
export function isOver({ expiresAtS }: Pick<TokenClaims, 'expiresAtS'>, nowMs: number): boolean {
  return nowMs >= expiresAtS * 1000
}

/** The login that a token tells of. */
export function loginOf({ client, login: id, issuedAtS, expiresAtS }: TokenClaims): Login {
  return { client, id, issuedAtS, expiresAtS }
}

/** Claims by one letter each; `i` makes every token another one. */
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

/** Reads a payload whose signature was good: it is one that `mint` wrote. */
function claimsIn(payload: string): TokenClaims {
  const { c, p, l, r, o, a, x, i } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Wire
  return { id: i, client: c, player: p, login: l, redirectUri: r, opener: o, issuedAtS: a, expiresAtS: x }
}

/** An id that no other login has. */
export const newLogin = (): string => randomBytes(ID_BYTES).toString('base64url')

/** The HMAC-SHA256 of a text, in base64url. */
export function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Whether two texts are the same, in a time that tells neither where they differ nor how long they are. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
