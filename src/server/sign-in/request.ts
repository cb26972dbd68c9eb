import { unescape } from 'node:querystring'
import type { SignIn } from '../../auth/sign-in.ts'
import { parseFields, type Fields } from '../query.ts'
import { html, type Html } from '../html.ts'
import { SIGN_IN_PATH } from '../../interface/addresses.ts'

/** Which of the players the page shows: those that a search finds, from some place on. */
export interface Look {
  readonly search: string
  readonly skip: number
}

/** So far into the list a page may begin. */
const MAX_SKIP = 1_000_000_000

/** So much of a search counts: no name is longer. */
const MAX_SEARCH_LENGTH = 256

/** Reads what the page's own links and forms say of its list; what they would not say means its beginning. */
export function lookIn(fields: Fields): Look {
  const skip = Number(fields['skip'] ?? 0)
  const search = (fields['search'] ?? '').slice(0, MAX_SEARCH_LENGTH).toWellFormed()
  return { search, skip: Number.isInteger(skip) && skip > 0 && skip <= MAX_SKIP ? skip : 0 }
}

/** So much of a field counts. No longer one is good, and the page that says so shows it. */
const MAX_FIELD_LENGTH = 16_384

/** Reads what an app, or a link or form of ours, sends to the page. */
export function readFields(text: string): Fields {
  const all = Object.entries(parseFields(text)).map(
    ([name, value]) => [name, value.slice(0, MAX_FIELD_LENGTH)] as const,
  )
  const fields: Fields = Object.fromEntries(all)
  const { [ENCODED_STATE]: encoded } = fields
  return encoded === undefined ? fields : { ...fields, state: unescape(encoded) }
}

/** The `state` in a form of ours, percent-encoded: browsers change line breaks and NUL in what a field holds. */
const ENCODED_STATE = 'encoded_state'

type Pairs = readonly (readonly [name: string, value: string])[]

const requestPairs = ({ responseType, client, redirectUri }: SignIn): Pairs => [
  ['response_type', responseType],
  ['client_id', client.client_id],
  ['redirect_uri', redirectUri],
]

const optional = (name: string, value: string | undefined): Pairs => (value === undefined ? [] : [[name, value]])

const lookPairs = ({ search, skip }: Look): Pairs => [
  ...(search === '' ? [] : ([['search', search]] as const)),
  ...(skip === 0 ? [] : ([['skip', String(skip)]] as const)),
]

/** The page of a request, with the players that a look is at; or another page that leads back there. */
export function addressOf(request: SignIn, look: Look, path = SIGN_IN_PATH): string {
  const query = new URLSearchParams()
  const pairs = [...requestPairs(request), ...optional('state', request.state), ...lookPairs(look)]
  for (const [name, value] of pairs) query.append(name, value)
  return `${path}?${query.toString()}`
}

/** What every form of a request brings back without showing it. */
export function hiddenRequest(request: SignIn): Html {
  const { state } = request
  return hidden([...requestPairs(request), ...optional(ENCODED_STATE, state && encodeURIComponent(state))])
}

/** What every form by which somebody signs in brings back. */
export function hiddenFields(request: SignIn, look: Look, formToken: string): Html {
  return html`${hiddenRequest(request)}${hidden([...lookPairs(look), [FORM_TOKEN, formToken]])}`
}

const hidden = (pairs: Pairs): Html =>
  html`${pairs.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`

/** The field of the token against forgery. */
export const FORM_TOKEN = 'form_token'
