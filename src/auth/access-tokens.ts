import { remembering } from '../game/kernel/remembering.ts'
import type { ClientRegister } from './client-register.ts'
import { DEFAULT_TOKEN_TTL_S } from './clients.ts'
import type { Grant } from './grant.ts'
import { tokenSigner } from './tokens.ts'

/** So many checked tokens are remembered. */
const MAX_REMEMBERED = 10_000

/** What a client gets for its credentials. Spec 5.1. */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
}

/** Gives tokens for grants, and the grants back for tokens. Spec 5.1. */
export interface AccessTokens {
  issue(grant: Grant): TokenAnswer
  /** The grant of a token that is genuine, not expired, and of a client that is still there. */
  grantOf(token: string): Grant | undefined
}

/** `nowMs` is the machine's clock: a game's clock may stand still, its tokens expire all the same. */
export function accessTokens(secret: string, clients: ClientRegister, nowMs: () => number): AccessTokens {
  const signer = tokenSigner(secret, 'access')
  const check = (token: string): { readonly grant: Grant; readonly expiresAtMs: number } | undefined => {
    const claims = signer.read(token)
    const grant = claims && clients.find(claims.client)
    if (!claims || !grant) return undefined
    const { player } = claims
    return { grant: player === undefined ? grant : { ...grant, player }, expiresAtMs: claims.expiresAtS * 1000 }
  }
  const checked = remembering(check, { max: MAX_REMEMBERED, keep: (found) => found !== undefined })
  return {
    issue({ client, player }) {
      const ttlS = client.token_ttl ?? DEFAULT_TOKEN_TTL_S
      const expiresAtS = nowMs() / 1000 + ttlS
      const token = signer.mint({ client: client.client_id, player, expiresAtS })
      return { access_token: token, token_type: 'Bearer', expires_in: ttlS }
    },
    grantOf(token) {
      const found = checked(token)
      return found !== undefined && nowMs() < found.expiresAtMs ? found.grant : undefined
    },
  }
}
