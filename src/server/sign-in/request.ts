import { unescape } from 'node:querystring'
import type { SignIn } from '../../auth/sign-in.ts'
import { SIGN_IN_PATH } from '../../interface/addresses.ts'
import { html, type Html } from '../html.ts'
import { parseFields, type Fields } from '../query.ts'

/** The players that the page shows: those that a search finds, from an index on. */
export interface PlayerQuery {
  readonly search: string
  readonly skip: number
}

/** The maximum index at which a page can begin. */
const MAX_SKIP = 1_000_000_000

/** The used length of a search. No name is longer. */
const MAX_SEARCH_LENGTH = 256

/**
 * Reads the part of the list from the fields of the page's own links and forms. Other values mean the beginning of the
 * list.
 */
export function playerQueryIn(fields: Fields): PlayerQuery {
  const skip = Number(fields['skip'] ?? 0)
  const search = (fields['search'] ?? '').slice(0, MAX_SEARCH_LENGTH).toWellFormed()
  return { search, skip: Number.isInteger(skip) && skip > 0 && skip <= MAX_SKIP ? skip : 0 }
}

/** The used length of a field. No valid value is longer, and the page that reports an error shows the value. */
const MAX_FIELD_LENGTH = 16_384

/** Reads the fields that an app, or a link or form of the page, sends. */
export function readFields(text: string): Fields {
  const all = Object.entries(parseFields(text)).map(
    ([name, value]) => [name, value.slice(0, MAX_FIELD_LENGTH)] as const,
  )
  const fields: Fields = Object.fromEntries(all)
  const { [ENCODED_STATE]: encoded } = fields
  return encoded === undefined ? fields : { ...fields, state: unescape(encoded) }
}

/**
 * The field with the percent-encoded `state` in a form. Browsers change line breaks and NUL in the value of a field.
 */
const ENCODED_STATE = 'encoded_state'

type Pairs = readonly (readonly [name: string, value: string])[]

const requestPairs = ({ responseType, client, redirectUri }: SignIn): Pairs => [
  ['response_type', responseType],
  ['client_id', client.client_id],
  ['redirect_uri', redirectUri],
]

const optional = (name: string, value: string | undefined): Pairs => (value === undefined ? [] : [[name, value]])

const playerQueryPairs = ({ search, skip }: PlayerQuery): Pairs => [
  ...(search === '' ? [] : ([['search', search]] as const)),
  ...(skip === 0 ? [] : ([['skip', String(skip)]] as const)),
]

/** Returns the address of the page of a request with a part of the list, or of another page that leads back there. */
export function addressOf(request: SignIn, playerQuery: PlayerQuery, path = SIGN_IN_PATH): string {
  const query = new URLSearchParams()
  const pairs = [...requestPairs(request), ...optional('state', request.state), ...playerQueryPairs(playerQuery)]
  for (const [name, value] of pairs) query.append(name, value)
  return `${path}?${query.toString()}`
}

/** Returns the hidden fields that every form of a request has. */
export function hiddenRequest(request: SignIn): Html {
  const { state } = request
  return hidden([...requestPairs(request), ...optional(ENCODED_STATE, state && encodeURIComponent(state))])
}

/** Returns the hidden fields that every form for signing in has. */
export function hiddenFields(request: SignIn, playerQuery: PlayerQuery, formToken: string): Html {
  return html`${hiddenRequest(request)}${hidden([...playerQueryPairs(playerQuery), [FORM_TOKEN, formToken]])}`
}

const hidden = (pairs: Pairs): Html =>
  html`${pairs.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`

/** The field with the token against forgery. */
export const FORM_TOKEN = 'form_token'
