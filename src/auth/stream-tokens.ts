import type { TokenSigner } from './tokens.ts'

/** How long a token opens a stream. Spec 5.4. */
const STREAM_TOKEN_TTL_S = 60

/** Whom a stream is for: a player, in the runtime of a client. */
export interface StreamOwner {
  readonly client: string
  readonly player: string
}

/** A token that opens one stream of notifications of one player. `nowMs` is the machine's clock. Spec 5.4. */
export function mintStreamToken(signer: TokenSigner, owner: StreamOwner, nowMs: number): string {
  return signer.mint({ ...owner, expiresAtS: nowMs / 1000 + STREAM_TOKEN_TTL_S })
}
