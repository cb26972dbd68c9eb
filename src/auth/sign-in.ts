import type { AccessTokens } from './access-tokens.ts'
import type { ClientRegister } from './client-register.ts'
import type { ApiClient } from './clients.ts'
import type { Grant } from './credentials.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'

/**
 * A request that must not be answered with a redirect: of no client, to an address that is not registered, or for another
 * flow than the client's. Why, for the page, with status 400. Spec 5.1.
 */
export interface SignInRefusal {
  readonly refused: string
}

/** What a client asks for that sends somebody to sign in. Spec 5.1 `GET /auth`. */
export interface SignIn {
  readonly client: ApiClient
  /** One that is registered, to the letter. */
  readonly redirectUri: string
  /** As it came; it goes back with every answer. */
  readonly state: string | undefined
  readonly responseType: 'code' | 'token'
  /**
   * Where to send the browser once a player was chosen: with `code` (and `state`) in the query, or with `access_token`,
   * `token_type`, `expires_in` (and `state`) in the fragment. Each time with a new code or token.
   */
  readonly redirectFor: (playerId: string) => string
  /** Where to send the browser when the person would not: `error=access_denied` (and `state`) in the same place. */
  readonly redirectDenied: () => string
}

/** What a sign-in gives. */
export interface SignInGifts {
  readonly clients: ClientRegister
  readonly tokens: AccessTokens
  readonly codes: OneTimeTokens
}

/** A `state` may be so long, in UTF-8: every link and form of the page carries it, and the address that the person goes on to. */
const MAX_STATE_BYTES = 4096

/** How each flow answers: the `response_type` that asks for it, and where in an address the answer stands. */
const flows = { code: ['code', '?'], implicit: ['token', '#'] } as const

/** Reads a request for sign-in out of its query. Spec 5.1 `GET /auth`. */
export function readSignIn(query: Readonly<Record<string, string>>, gifts: SignInGifts): SignInRefusal | SignIn {
  const { client_id: clientId, redirect_uri: redirectUri, response_type: asked, state } = query
  const grant = gifts.clients.find(clientId ?? '')
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
  if (asked !== responseType)
    return { refused: `The response_type must be '${responseType}' for the client '${client.client_id}'` }
  if (state !== undefined && Buffer.byteLength(state) > MAX_STATE_BYTES)
    return { refused: `The state is longer than ${MAX_STATE_BYTES} bytes` }
  const leadTo = (fields: Readonly<Record<string, string | number>>): string =>
    `${redirectUri}${markIn(redirectUri, mark)}${encoded(state === undefined ? fields : { ...fields, state })}`
  return {
    client,
    redirectUri,
    state,
    responseType,
    redirectFor: (player) => leadTo(giftFor({ ...grant, player }, redirectUri, gifts)),
    redirectDenied: () => leadTo({ error: 'access_denied' }),
  }
}

/** What a client of either flow gets for a player. */
function giftFor(
  grant: Grant & { readonly player: string },
  redirectUri: string,
  { tokens, codes }: SignInGifts,
): Readonly<Record<string, string | number>> {
  const { client, player } = grant
  if (client.type === 'code') return { code: codes.mint({ client: client.client_id, player, redirectUri }) }
  return { ...tokens.issue(grant) }
}

/** An address that has a query already gets more of it. */
const markIn = (uri: string, mark: '?' | '#'): string => (mark === '?' && uri.includes('?') ? '&' : mark)

/** Fields as they stand in an address. A space is `%20`, which every reader of a query or a fragment knows. */
const encoded = (fields: Readonly<Record<string, string | number>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
