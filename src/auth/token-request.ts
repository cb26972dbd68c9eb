import type { Fault } from '../game/kernel/fault.ts'
import { fault, isFault } from '../game/kernel/fault.ts'
import type { AccessTokens, TokenAnswer } from './access-tokens.ts'
import { clientCredentials } from './client-credentials.ts'
import type { ClientRegister } from './client-register.ts'
import type { GrantType, TokenFields } from './grant.ts'

const grantTypes: ReadonlyMap<string, GrantType> = new Map([['client_credentials', clientCredentials]])

/** The answer to `POST /auth/token`: 400 for missing fields, 401 for wrong credentials, 400 for the grant itself. Spec 5.1. */
export function requestToken(fields: TokenFields, clients: ClientRegister, tokens: AccessTokens): Fault | TokenAnswer {
  const [clientId, secret, grantName] = ['client_id', 'client_secret', 'grant_type'].map((name) => textIn(fields, name))
  if (clientId === undefined || secret === undefined || grantName === undefined) return missing(fields)
  const client = clients.authenticate(clientId, secret)
  if (!client) return fault('client_auth_fail')
  const grantType = grantTypes.get(grantName)
  if (!grantType) {
    const known = [...grantTypes.keys()].join(', ')
    return fault('invalid_request', { message: `The grant_type must be one of: ${known}` })
  }
  const grant = grantType(client, fields)
  return isFault(grant) ? grant : tokens.issue(grant)
}

function textIn(fields: TokenFields, name: string): string | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

function missing(fields: TokenFields): Fault {
  const names = ['client_id', 'client_secret', 'grant_type'].filter((name) => textIn(fields, name) === undefined)
  return fault('invalid_request', { message: `Missing: ${names.join(', ')}` })
}
