import { TOKEN_PATH } from '../../interface/addresses.ts'
import { holdToken } from '../access-token.ts'
import { GamifyError } from './error.ts'
import { exchange, noCredentials, type Credentials, type Service } from './exchange.ts'
import type { SecretOptions, TokenSource } from './game-types.ts'
import { unlessAborted } from './waiting.ts'

/**
 * Returns credentials that are held until the service refuses them, and then requested again. All calls that wait for them
 * share one request, so no signal of a call ends it.
 */
function held(parameter: string, request: () => Promise<string>, isRenewable: boolean): Credentials {
  const token = holdToken(request)
  return {
    current: async (signal) => ({ [parameter]: await unlessAborted(() => token.current(), signal) }),
    forget: ({ [parameter]: refused = '' }) => {
      if (isRenewable) token.forget(refused)
      return isRenewable
    },
  }
}

/** Returns the credentials of an API client, which gets tokens for its secret. Spec 5.1 "Tokens". */
export function clientCredentials(service: Service, { clientId, clientSecret }: SecretOptions): Credentials {
  const body = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
  const request = { method: 'POST', path: TOKEN_PATH, body, isRepeatable: true }
  return held('access_token', async () => tokenIn(await exchange(service, noCredentials, request)), true)
}

/** Returns the credentials of a token or JWT that the app has. Spec 5.1. */
export function givenCredentials(parameter: 'access_token' | 'jwt', source: TokenSource): Credentials {
  const request = async (): Promise<string> => {
    const token: unknown = typeof source === 'string' ? source : await source()
    if (typeof token === 'string' && token !== '') return token
    throw new TypeError(`the function that gives the ${parameter} gave no text`)
  }
  return held(parameter, request, typeof source === 'function')
}

/** Another kind of server can answer anything with status 200. */
function tokenIn(answer: unknown): string {
  const { access_token: token } = Object(answer) as { readonly access_token?: unknown }
  if (typeof token === 'string' && token !== '') return token
  const description = 'the answer has no access token'
  throw new GamifyError({ code: 'invalid_answer', status: 200, description, route: `POST ${TOKEN_PATH}` })
}
