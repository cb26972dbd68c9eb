import type { Endpoint, MountedEndpoint } from './call.ts'
import { PathIndex } from './path-index.ts'

/** What answers the calls of a path, by method. */
export type PathEndpoints = Map<string, Endpoint>

/** Where each path leads. */
export function endpointIndex(
  endpoints: readonly MountedEndpoint[],
  wrap: (endpoint: Endpoint) => Endpoint,
): PathIndex<PathEndpoints> {
  const index = new PathIndex<PathEndpoints>()
  for (const { method, path, endpoint } of endpoints) {
    index.at(path, () => new Map()).set(method, wrap(endpoint))
  }
  return index
}
