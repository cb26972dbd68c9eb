/** The longest delay of a fault rule, in ms. No client waits longer. Spec 6.6. */
export const MAX_RULE_DELAY_MS = 120_000

/** The calls that a fault rule applies to: a method, or `*` for any, and the parts of a path. Spec 6.6. */
export interface RoutePattern {
  /** The pattern as the user wrote it. */
  readonly text: string
  readonly method: string
  /**
   * Each part matches itself. `*` matches any one part (a `:name` is read as `*`), and a `**` at the end matches all
   * remaining parts, if any.
   */
  readonly parts: readonly string[]
}

/** The parts of a path. Undefined stands for any part. */
export type PathParts = readonly (string | undefined)[]

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
const ANY = '*'
const REST = '**'
/** A parameter as the path of a route has it. An encoded colon stands for itself. */
const PARAMETER = /(?<=\/):[^/]+/g

/** Parses `METHOD /path/pattern`. Returns a description of the problem if the text is not a pattern. */
export function parseRoutePattern(text: string): RoutePattern | string {
  const [, method = '', path] = /^(\S+) (\/\S*)$/.exec(text) ?? []
  if (path === undefined) return "expected METHOD /path, such as 'POST /v2/runtime/**'"
  if (![ANY, ...METHODS].includes(method)) return `expected one of the methods ${METHODS.join(', ')}, or ${ANY} for any`
  const parts = partsOf(path.replaceAll(PARAMETER, ANY))
  if (parts.slice(0, -1).includes(REST)) return `expected '${REST}' to be the last part`
  return { text, method, parts }
}

/** Whether a pattern matches calls of a method at a path. */
export function covers({ method, parts }: RoutePattern, calledMethod: string, path: PathParts): boolean {
  if (method !== ANY && method !== calledMethod) return false
  const hasRest = parts.at(-1) === REST
  const own = hasRest ? parts.slice(0, -1) : parts
  if (hasRest ? path.length < own.length : path.length !== own.length) return false
  return own.every((part, i) => part === ANY || path[i] === undefined || path[i] === part)
}

/** Splits a path at its slashes and decodes the parts that are correctly encoded. A trailing slash is ignored. */
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
