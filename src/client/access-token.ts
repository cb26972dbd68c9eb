import { FOR_CONTROL, TOKEN_PATH } from '../interface/addresses.ts'
import { ServiceError } from './service-error.ts'
import type { Wire, WireAnswer } from './wire.ts'

/** Which service, and as which API client. */
export interface Account {
  /** Without a slash at its end. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether it is for control routes, which are to be had whatever fault rules there are. Spec 6.6. */
  readonly isForControl?: boolean
}

/** An access token, and the service's JSON that it came in. */
export interface IssuedToken {
  readonly accessToken: string
  readonly text: string
}

/** Asks for an access token by client credentials. Spec 5.1. */
export async function requestToken(
  wire: Wire,
  { url, clientId, clientSecret, isForControl = false }: Account,
): Promise<IssuedToken> {
  const answer = await wire.send({
    method: 'POST',
    url: `${url}${TOKEN_PATH}`,
    headers: { 'content-type': 'application/json', ...(isForControl && { [FOR_CONTROL]: 'true' }) },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  })
  if (answer.status !== 200) throw new ServiceError(answer)
  return { accessToken: readToken(answer), text: answer.text }
}

/** Many a server answers anything at all; only a token that a header can carry lets a call go out. */
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

/** The access token of an account: one at a time, a new one when it is told that the old one is worn out. */
export interface TokenHolder {
  current(): Promise<string>
  /** Forgets a token that was refused, unless another has already taken its place. */
  forget(refused: string): void
}

/** Holds a token, which it gets when it is first needed; calls that wait share one request. */
export function holdToken(wire: Wire, account: Account): TokenHolder {
  let pending: Promise<string> | undefined
  let known: string | undefined
  const renew = async (): Promise<string> => {
    try {
      known = (await requestToken(wire, account)).accessToken
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
