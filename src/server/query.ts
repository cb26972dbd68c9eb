import { unescape } from 'node:querystring'

/** Query or form fields by name: the first of a repeated one counts, and an empty one is absent. Spec 5.1, 5.2. */
export type Fields = Readonly<Record<string, string>>

/**
 * Objects that inherit nothing, so that no field's name means anything but the field. Those of `Object.create(null)`
 * do the same, but V8 keeps them as hash tables, which are several times slower to make.
 */
const Bare = function () {} as unknown as new () => Record<string, string>
Bare.prototype = Object.freeze(Object.create(null) as object)

/** Reads `a=1&b=2`. Escapes that are none stand for themselves. */
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

const secretFields: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'client_secret',
  'jwt',
  'token',
  'code',
  // Of a stream that is polled: who knows it can read along.
  'sid',
])

/** Finds at once that nothing in a query looks like a secret's name, which may be escaped. */
const mayHoldSecret = new RegExp([...secretFields, '%'].join('|'))

/** The same query with the values of secrets left out, for logs. Spec 6.3. */
export function withoutSecrets(text: string): string {
  if (!mayHoldSecret.test(text)) return text
  const shown = text.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return secretFields.has(decode(name)) ? `${name}=***` : pair
  })
  return shown.join('&')
}
