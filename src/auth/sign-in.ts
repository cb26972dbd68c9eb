import type { AccessTokens } from './access-tokens.ts'
import type { ClientRegister } from './client-register.ts'
import type { ApiClient } from './clients.ts'
import type { Grant } from './credentials.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'

/**
 * A request that must not be answered with a redirect, because its client does not exist, its address is not
 * registered, or the client uses another flow. `refused` is the reason, which the page shows with status 400. Spec 5.1.
 */
export interface SignInRefusal {
  readonly refused: string
}

/** A client's request that a player signs in. Spec 5.1 `GET /auth`. */
export interface SignIn {
  readonly client: ApiClient
  /** A registered address, character for character. */
  readonly redirectUri: string
  /** The `state` as it was received. It is returned with every answer. */
  readonly state: string | undefined
  readonly responseType: 'code' | 'token'
  /**
   * Returns the address to send the browser to once a player was chosen. It has `code` (and `state`) in the query, or
   * `access_token`, `token_type`, `expires_in` (and `state`) in the fragment. Each call issues a new code or token.
   */
  readonly redirectFor: (playerId: string) => string
  /**
   * Returns the address to send the browser to if the person declines, with `error=access_denied` (and `state`) in the
   * same part.
   */
  readonly redirectDenied: () => string
}

/** What a sign-in needs to find clients and to issue codes and tokens. */
export interface SignInIssuers {
  readonly clients: ClientRegister
  readonly tokens: AccessTokens
  readonly codes: OneTimeTokens
}

/**
 * The maximum length of `state` in UTF-8. Every link and form of the page carries it, and so does the address that the
 * browser goes on to.
 */
const MAX_STATE_BYTES = 4096

/** The `response_type` of each flow, and the part of the address that carries the answer. */
const flows = { code: ['code', '?'], implicit: ['token', '#'] } as const

/** Reads a sign-in request from its query. Spec 5.1 `GET /auth`. */
export function readSignIn(query: Readonly<Record<string, string>>, issuers: SignInIssuers): SignInRefusal | SignIn {
  const { client_id: clientId, redirect_uri: redirectUri, response_type: requestedType, state } = query
  const grant = issuers.clients.find(clientId ?? '')
  if (!grant)
    return { refused: clientId === undefined ? 'The client_id is missing' : `The client '${clientId}' does not exist` }
  const { client } = grant
  if (client.type === 'client')
    return { refused: `The client '${client.client_id}' is of type 'client'; players cannot sign in with it` }
  if (redirectUri === undefined) return { refused: 'The redirect_uri is missing' }
  if (!client.redirect_uris?.includes(redirectUri))
    return {
      refused: `The redirect_uri '${redirectUri}' is not registered for the client '${client.client_id}'. Add it to redirect_uris in gamify.json; it must match character for character`,
    }
  const [responseType, mark] = flows[client.type]
  if (requestedType !== responseType)
    return { refused: `The response_type must be '${responseType}' for the client '${client.client_id}'` }
  if (state !== undefined && Buffer.byteLength(state) > MAX_STATE_BYTES)
    return { refused: `The state is longer than ${MAX_STATE_BYTES} bytes` }
  const redirectTo = (fields: Readonly<Record<string, string | number>>): string =>
    `${redirectUri}${separatorIn(redirectUri, mark)}${encoded(state === undefined ? fields : { ...fields, state })}`
  return {
    client,
    redirectUri,
    state,
    responseType,
    redirectFor: (player) => redirectTo(issueFor({ ...grant, player }, redirectUri, issuers)),
    redirectDenied: () => redirectTo({ error: 'access_denied' }),
  }
}

/** Issues what a client of either flow gets for a player. */
function issueFor(
  grant: Grant & { readonly player: string },
  redirectUri: string,
  { tokens, codes }: SignInIssuers,
): Readonly<Record<string, string | number>> {
  const { client, player } = grant
  if (client.type === 'code') return { code: codes.mint({ client: client.client_id, player, redirectUri }) }
  return { ...tokens.issue(grant) }
}

/** Returns `&` if the address already has a query. */
const separatorIn = (uri: string, mark: '?' | '#'): string => (mark === '?' && uri.includes('?') ? '&' : mark)

/** Encodes fields for an address. A space becomes `%20`, which every reader of a query or a fragment understands. */
const encoded = (fields: Readonly<Record<string, string | number>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
