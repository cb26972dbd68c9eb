import { ServiceError } from './service-error.ts'
import type { Wire } from './wire.ts'

/** Which service, and as which API client. */
export interface Account {
  /** Without a slash at its end. */
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Asks for an access token by client credentials; gives the service's JSON. Spec 5.1. */
export async function requestToken(wire: Wire, { url, clientId, clientSecret }: Account): Promise<string> {
  const answer = await wire.send({
    method: 'POST',
    url: `${url}/auth/token`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }),
  })
  if (answer.status !== 200) throw new ServiceError(answer)
  return answer.text
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
      const { access_token } = JSON.parse(await requestToken(wire, account)) as { access_token: string }
      known = access_token
      return access_token
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
