import { secretFields, withoutSecrets } from './query.ts'

/** The number of characters of a body that are kept. Spec 8.2. */
const MAX_KEPT = 8 * 1024

/** The begin of a body, and how many characters the whole of it has. */
export interface KeptBody {
  readonly text: string
  readonly length: number
}

/**
 * Returns what is kept of a body. A short one is only referred to, so that nothing is copied while players play. The begin
 * of a long one is copied, because a slice would keep all of it in memory.
 */
export function keptBody(text: string): KeptBody {
  const { length } = text
  return length <= MAX_KEPT ? { text, length } : { text: Buffer.from(text.slice(0, MAX_KEPT)).toString(), length }
}

/** The names of fields that only bodies have, and whose values are nobody's business. */
const bodySecrets: ReadonlySet<string> = new Set([...secretFields, 'authorization', 'password', 'secret'])

/** A field of JSON: its name, and its value, which may break off. The value of an object or a list ends with its bracket. */
const JSON_FIELD = /"((?:[^"\\]|\\.)*)"(\s*:\s*)("(?:[^"\\]|\\.)*"?|[[{]|[^,\]}\s]+)/g

/** A token that is signed, wherever it stands. */
const SIGNED_TOKEN = /\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g

/** Returns a body of JSON, of lines of it, or of a form without the values of secrets. Spec 8.2. */
export function bodyWithoutSecrets(text: string): string {
  const cleaned = /^\s*[[{]/.test(text) ? jsonWithoutSecrets(text) : withoutSecrets(text)
  return cleaned.replace(SIGNED_TOKEN, '***')
}

function jsonWithoutSecrets(text: string): string {
  let cleaned = ''
  let from = 0
  for (const { index, 0: field, 1: name = '', 2: colon = '', 3: value = '' } of text.matchAll(JSON_FIELD)) {
    if (!bodySecrets.has(plain(name).toLowerCase())) continue
    cleaned += `${text.slice(from, index)}"${name}"${colon}"***"`
    from = index + field.length
    // What is in a list or an object belongs to the secret, and so may everything that follows.
    if (value === '[' || value === '{') return cleaned
  }
  return cleaned + text.slice(from)
}

/** Returns a name as it is meant: it can be written with escapes. */
function plain(name: string): string {
  if (!name.includes('\\')) return name
  try {
    return String(JSON.parse(`"${name}"`))
  } catch {
    return name
  }
}
