import { ServiceError, UnreachableError } from './service-error.ts'
import type { WireAnswer } from './wire.ts'

/** The answer of a service: its parsed body, and its text as the service sent it. */
export interface Answer<Body> {
  readonly body: Body
  readonly text: string
}

/** The query of an address. Undefined values are left out. */
export type Query = Readonly<Record<string, string | undefined>>

/** Adds a query to an address. */
export function withQuery(url: string, query: Query): string {
  const defined = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(defined).toString()
  return search === '' ? url : `${url}?${search}`
}

/** Fills the `:names` of a path with values, which can have any characters. */
export function filledIn(path: string, params: Readonly<Record<string, string>> | undefined): string {
  if (!String(path).startsWith('/'))
    throw new TypeError(`'${path}' is not a path: expected one that starts with a slash`)
  if (params === undefined) return path
  return path.replace(/:(\w+)/g, (_, name: string) => pathPart(params[name] ?? ''))
}

/**
 * Encodes a value as a part of a path. An empty value or dots alone, even if encoded, would lead to another path. A
 * space and twice encoded dots are invalid ids, which the service refuses like any other.
 */
function pathPart(value: string): string {
  if (value === '') return '%20'
  return /^\.\.?$/.test(value) ? value.replaceAll('.', '%252E') : encodeURIComponent(value)
}

/** Returns what an answer says. Throws ServiceError if it is a refusal, or not the service's. */
export function readAnswer(answer: WireAnswer): Answer<unknown> {
  if (answer.status < 200 || answer.status > 299) throw new ServiceError(answer)
  if (answer.image) return { body: answer.image, text: answer.text }
  try {
    return { body: JSON.parse(answer.text), text: answer.text }
  } catch (cause) {
    throw new ServiceError(answer, cause)
  }
}

/** Yields the lines of a text that arrives in pieces. Throws UnreachableError if the last one is unfinished. */
export async function* linesIn(base: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let begun = ''
  for await (const piece of pieces) {
    const lines = piece.split('\n')
    lines[0] = begun + (lines[0] ?? '')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') throw new UnreachableError(base, new Error('the answer ends in the middle of a line'))
}
