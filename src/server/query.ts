import { unescape } from 'node:querystring'

/** Query or form fields by name: the first of a repeated one counts, and an empty one is absent. Spec 5.1, 5.2. */
export type Fields = Readonly<Record<string, string>>

/** Reads `a=1&b=2`. Escapes that are none stand for themselves; no name can reach a prototype. */
export function parseFields(text: string): Fields {
  const fields = Object.create(null) as Record<string, string>
  if (text === '') return fields
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || equals === pair.length - 1) continue
    const name = decode(pair.slice(0, equals))
    fields[name] ??= decode(pair.slice(equals + 1))
  }
  return fields
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  return spaced.includes('%') ? unescape(spaced) : spaced
}

const secretFields: ReadonlySet<string> = new Set(['access_token', 'client_secret', 'jwt', 'token', 'code'])

/** The same query with the values of secrets left out, for logs. Spec 6.3. */
export function withoutSecrets(text: string): string {
  const shown = text.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return secretFields.has(decode(name)) ? `${name}=***` : pair
  })
  return shown.join('&')
}
