import { unescape } from 'node:querystring'

/** Query or form fields by name: the first of a repeated one counts, and an empty one is absent. Spec 5.1, 5.2. */
export type Fields = Readonly<Record<string, string>>

/**
 * Constructs objects that inherit nothing, so that no name of a field has another meaning. `Object.create(null)` does the
 * same, but V8 represents its objects as hash tables, which take several times longer to create.
 */
const Bare = function () {} as unknown as new () => Record<string, string>
Bare.prototype = Object.freeze(Object.create(null) as object)

/** Parses `a=1&b=2`. Invalid escapes stay as they are. */
export function parseFields(text: string): Fields {
  const fields = new Bare()
  for (let from = 0, end; from < text.length; from = end + 1) {
    const ampersand = text.indexOf('&', from)
    end = ampersand < 0 ? text.length : ampersand
    const pair = text.slice(from, end)
    const equals = pair.indexOf('=')
    if (equals < 0 || equals === pair.length - 1) continue
    fields[decode(pair.slice(0, equals))] ??= decode(pair.slice(equals + 1))
  }
  return fields
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? unescape(spaced) : spaced
}

/** The names of fields whose values are secrets. */
export const secretFields: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'client_secret',
  'jwt',
  'token',
  'code',
  // Anyone who knows the id of a polled stream can read it.
  'sid',
])

/** Finds quickly that a query has nothing like the name of a secret, which can be escaped. */
const mayHoldSecret = new RegExp([...secretFields, '%'].join('|'))

/** Returns a query without the values of secrets, for logs. Spec 6.3. */
export function withoutSecrets(text: string): string {
  if (!mayHoldSecret.test(text)) return text
  const shown = text.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return secretFields.has(decode(name)) ? `${name}=***` : pair
  })
  return shown.join('&')
}
