import { FOR_CONTROL, TOKEN_PATH } from '../interface/addresses.ts'
import type { ServiceWire } from './reach.ts'
import { ServiceError } from './service-error.ts'
import type { WireAnswer } from './wire.ts'

/** The API client to call the service as. */
export interface Account {
  readonly clientId: string
  readonly clientSecret: string
  /** Whether the token is for control routes, which fault rules never affect. Spec 6.6. */
  readonly isForControl?: boolean
}

/** An access token, and the JSON answer of the service that contained it. */
export interface IssuedToken {
  readonly accessToken: string
  readonly text: string
}

/** Requests an access token with client credentials. Spec 5.1. */
export async function requestToken(
  wire: ServiceWire,
  { clientId, clientSecret, isForControl = false }: Account,
): Promise<IssuedToken> {
  const answer = await wire.send({
    method: 'POST',
    url: TOKEN_PATH,
    headers: { 'content-type': 'application/json', ...(isForControl && { [FOR_CONTROL]: 'true' }) },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  })
  if (answer.status !== 200) throw new ServiceError(answer)
  return { accessToken: readToken(answer), text: answer.text }
}

/**
 * Reads the token in an answer. Another kind of server can answer anything with status 200, so a token counts only if a
 * header can carry it.
 */
function readToken(answer: WireAnswer): string {
  try {
    const body: unknown = JSON.parse(answer.text)
    const { access_token, token_type } = body as { access_token?: unknown; token_type?: unknown }
    if (token_type === 'Bearer' && typeof access_token === 'string' && /^[!-~]+$/.test(access_token)) {
      return access_token
    }
  } catch (cause) {
    throw new ServiceError(answer, cause)
  }
  throw new ServiceError(answer)
}

/** Holds an access token. Requests a new one when the old one is forgotten. */
export interface TokenHolder {
  current(): Promise<string>
  /** Forgets a token that the service refused, unless another has already replaced it. */
  forget(refused: string): void
}

/** Creates a holder, which calls `request` when it first needs a token. Concurrent calls share one request. */
export function holdToken(request: () => Promise<string>): TokenHolder {
  let pending: Promise<string> | undefined
  let known: string | undefined
  const renew = async (): Promise<string> => {
    try {
      known = await request()
      return known
    } finally {
      pending = undefined
    }
  }
  return {
    current: async () => known ?? (await (pending ??= renew())),
    forget: (refused) => {
      if (known === refused) known = undefined
    },
  }
}

/**
 * Makes a call with the token of a holder. If the service refuses the token, gets another one and makes the call once more:
 * a refused call has changed nothing.
 */
export async function withToken<T>(
  token: TokenHolder,
  call: (bearer: string) => Promise<T>,
  isRefused: (answer: T) => boolean,
): Promise<T> {
  const bearer = await token.current()
  const answer = await call(bearer)
  if (!isRefused(answer)) return answer
  token.forget(bearer)
  return call(await token.current())
}
