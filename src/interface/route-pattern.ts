/** The longest that a fault rule can make a call wait, in ms: longer than any client does. Spec 6.6. */
export const MAX_RULE_DELAY_MS = 120_000

/** Which calls a fault rule is for: a method, `*` for any, and the parts of a path. Spec 6.6. */
export interface RoutePattern {
  /** As it was written. */
  readonly text: string
  readonly method: string
  /** Each stands for itself, `*` (as which a `:name` is read) for any one, and `**` at the end for what is left, be it nothing. */
  readonly parts: readonly string[]
}

/** The parts of a path; one that may be any is undefined. */
export type PathParts = readonly (string | undefined)[]

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const ANY = '*'
const REST = '**'
/** A part as the path of a route has it where an id stands in a call; one that is encoded stands for itself. */
const PARAMETER = /(?<=\/):[^/]+/g

/** Reads `METHOD /path/pattern`; of text that is none it gives what is wrong with it. */
export function parseRoutePattern(text: string): RoutePattern | string {
  const [, method = '', path] = /^(\S+) (\/\S*)$/.exec(text) ?? []
  if (path === undefined) return "expected METHOD /path, such as 'POST /v2/runtime/**'"
  if (![ANY, ...METHODS].includes(method)) return `expected one of the methods ${METHODS.join(', ')}, or ${ANY} for any`
  const parts = partsOf(path.replaceAll(PARAMETER, ANY))
  if (parts.slice(0, -1).includes(REST)) return `expected '${REST}' to be the last part`
  return { text, method, parts }
}

/** Whether a pattern is for calls of a method at a path. */
export function covers({ method, parts }: RoutePattern, called: string, path: PathParts): boolean {
  if (method !== ANY && method !== called) return false
  const isOpen = parts.at(-1) === REST
  const own = isOpen ? parts.slice(0, -1) : parts
  if (isOpen ? path.length < own.length : path.length !== own.length) return false
  return own.every((part, i) => part === ANY || path[i] === undefined || path[i] === part)
}

/** The parts between the slashes of a path, decoded where they are encoded rightly; a last slash does not count. */
export function partsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '')
  return path.includes('%') ? parts.map(decoded) : parts
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
