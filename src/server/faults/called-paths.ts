import { spanningParameters } from '../../game/kernel/route.ts'
import { partsOf, type PathParts } from '../../interface/route-pattern.ts'
import type { Call } from '../call.ts'

/**
 * Returns the ways to read the path of a call of a route: each id as one part and, if an id contains slashes, also the
 * parts between these. A pattern matches the call if it matches one of them.
 */
export function pathsOf(route: string, { path, params }: Pick<Call, 'path' | 'params'>): readonly PathParts[] {
  const spanning = Object.keys(params).some((name) => spanningParameters.has(name))
  if (!spanning) return [partsOf(path)]
  const whole = partsOf(route).flatMap((part) => partsOf(parameterIn(part, params) ?? part))
  return [whole, whole.flatMap((part) => part.split('/'))]
}

/** Returns the ways to read the paths of all calls that a route can get. */
export function possiblePaths(route: string): readonly PathParts[] {
  const parts = partsOf(route)
  const open = parts.map((part) => (part.startsWith(':') ? undefined : part))
  const span = parts.findIndex((part) => part.startsWith(':') && spanningParameters.has(part.slice(1)))
  return span < 0 ? [open] : [open, open.toSpliced(span, 0, undefined)]
}

/** Returns the value of a `:name` of a route, with its slashes encoded. */
function parameterIn(part: string, params: Call['params']): string | undefined {
  const value = part.startsWith(':') ? params[part.slice(1)] : undefined
  return value?.replaceAll('/', '%2F')
}
