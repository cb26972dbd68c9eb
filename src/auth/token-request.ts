import { type Fault, fault } from '../game/kernel/fault.ts'
import type { TokenAnswer } from './access-tokens.ts'
import type { ClientRegister } from './client-register.ts'
import type { GrantType } from './grant-types.ts'

/** The fields of a token request, from a form or from JSON. */
export type TokenFields = Readonly<Record<string, unknown>>

/** The fields that every request needs. */
const commonFields = ['client_id', 'client_secret', 'grant_type'] as const

/**
 * Answers `POST /auth/token`: 400 for missing fields, 401 for wrong credentials, 400 if the grant itself is refused.
 * Spec 5.1.
 */
export async function requestToken(
  fields: TokenFields,
  clients: ClientRegister,
  grantTypes: ReadonlyMap<string, GrantType>,
): Promise<Fault | TokenAnswer> {
  const texts = textsIn(fields)
  const [clientId, secret, grantName] = commonFields.map((name) => texts.get(name))
  if (clientId === undefined || secret === undefined || grantName === undefined)
    return missingFields(commonFields, texts)
  const client = clients.authenticate(clientId, secret)
  if (!client) return fault('client_auth_fail')
  const grantType = grantTypes.get(grantName)
  if (!grantType) return invalidRequest(`The grant_type must be one of: ${[...grantTypes.keys()].join(', ')}`)
  const { type } = client.client
  if (type !== grantType.type) {
    const message = `The client '${clientId}' is of type '${type}' and cannot use ${grantName}`
    return fault('invalid_grant', { message })
  }
  if (grantType.fields.some((name) => !texts.has(name))) return missingFields(grantType.fields, texts)
  return grantType.grant(client, texts)
}

/** Returns the fields that hold text. An empty text counts as missing. Inherited properties are ignored. */
function textsIn(fields: TokenFields): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' && value !== '') texts.set(name, value)
  return texts
}

const invalidRequest = (message: string): Fault => fault('invalid_request', { message })

const missingFields = (names: readonly string[], texts: ReadonlyMap<string, string>): Fault =>
  invalidRequest(`Missing: ${names.filter((name) => !texts.has(name)).join(', ')}`)
