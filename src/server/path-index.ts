import { memoize } from '../game/kernel/memoize.ts'
import { spanningParameters } from '../game/kernel/route.ts'
import type { Endpoint, MountedEndpoint, Wrapper } from './call.ts'

/** The value at a path, and the parts of the path that its pattern names. */
export interface PathMatch<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

interface Leaf<T> {
  readonly value: T
  /** The names of the parameters, in the order in which the search finds them. */
  readonly names: readonly string[]
}

interface Node<T> {
  readonly children: Map<string, Node<T>>
  /** The node for any one segment that is not a child. */
  any: Node<T> | undefined
  /** What can follow a parameter of several segments that begins here, read from the end of the path backward. */
  tails: Node<T> | undefined
  leaf: Leaf<T> | undefined
}

const emptyNode = <T>(): Node<T> => ({ children: new Map(), any: undefined, tails: undefined, leaf: undefined })

/** The number of found paths that are remembered. Most calls are to few paths. */
const MAX_REMEMBERED = 1_000

/** Longer paths are not remembered. Ids of a usual length do not make such a path. */
const MAX_REMEMBERED_LENGTH = 256

/**
 * Values by path pattern. A fixed segment takes precedence over a parameter, and a parameter over one of several segments.
 * A parameter of several segments ends where the longest possible end of the path matches the rest of the pattern. One
 * final slash is ignored.
 */
export class PathIndex<T> {
  readonly #root = emptyNode<T>()
  /** Returns the match of a path, whose segments are not decoded. A remembered path gets the same object again. */
  readonly find = memoize((path) => this.#search(path), {
    max: MAX_REMEMBERED,
    keep: (match, path) => match !== undefined && path.length <= MAX_REMEMBERED_LENGTH,
  })

  /**
   * Returns the value at a pattern, and first adds `fresh()` if there is none. `:name` stands for one segment that is not
   * empty, and once in a pattern for several (`spanningParameters`). All patterns are added before any path is found.
   */
  at(pattern: string, fresh: () => T): T {
    const segments = pattern.split('/').filter((text) => text !== '')
    const span = segments.findIndex((segment) => isParameter(segment) && spanningParameters.has(segment.slice(1)))
    const [head, tail] = span < 0 ? [segments, []] : [segments.slice(0, span), segments.slice(span + 1).toReversed()]
    const node = nodeAt(this.#root, head)
    const end = span < 0 ? node : nodeAt((node.tails ??= emptyNode()), tail)
    const names = [...head, ...tail, ...segments.slice(span, span + 1)].filter(isParameter).map((name) => name.slice(1))
    end.leaf ??= { value: fresh(), names }
    if (end.leaf.names.join() !== names.join())
      throw new Error(`the parameters of ${pattern} have other names elsewhere`)
    return end.leaf.value
  }

  #search(path: string): PathMatch<T> | undefined {
    const found: string[] = []
    const leaf = leafAt(this.#root, path, 1, found)
    if (!leaf) return undefined
    const params = Object.fromEntries(leaf.names.map((name, i) => [name, found[i] ?? '']))
    return { value: leaf.value, params }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Returns the node at the end of these segments, and creates it if necessary. */
function nodeAt<T>(start: Node<T>, segments: readonly string[]): Node<T> {
  let node = start
  for (const segment of segments) {
    if (isParameter(segment)) {
      node = node.any ??= emptyNode()
    } else {
      const child = node.children.get(segment) ?? emptyNode()
      node.children.set(segment, child)
      node = child
    }
  }
  return node
}

/** Continues from the segment at index `from`. Adds the values of parameters to `found`. */
function leafAt<T>(node: Node<T>, path: string, from: number, found: string[]): Leaf<T> | undefined {
  if (from >= path.length) return node.leaf
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = path.slice(from, end)
  if (segment === '') return undefined
  const child = node.children.get(segment)
  const leaf = child && leafAt(child, path, end + 1, found)
  if (leaf) return leaf
  const below = node.any && parameterAt(node.any, segment, found, (next) => leafAt(next, path, end + 1, found))
  if (below || !node.tails) return below
  const rest = path.slice(from, path.endsWith('/') ? -1 : undefined)
  // An id may end with a slash, or hold two in a row, where they are encoded.
  return rest.endsWith('/') || rest.includes('//') ? undefined : tailAt(node.tails, rest, rest.length, found)
}

/** Goes backward from the end of a segment at index `end`. What remains is the parameter of several segments. */
function tailAt<T>(node: Node<T>, rest: string, end: number, found: string[]): Leaf<T> | undefined {
  const slash = rest.lastIndexOf('/', end - 1)
  if (slash > 0) {
    const segment = rest.slice(slash + 1, end)
    const child = node.children.get(segment)
    const leaf = child && tailAt(child, rest, slash, found)
    if (leaf) return leaf
    const below = node.any && parameterAt(node.any, segment, found, (next) => tailAt(next, rest, slash, found))
    if (below) return below
  }
  if (node.leaf) found.push(rest.slice(0, end))
  return node.leaf
}

/** Continues after a segment that is a parameter, and drops its value if that leads nowhere. */
function parameterAt<T>(
  node: Node<T>,
  segment: string,
  found: string[],
  walk: (node: Node<T>) => Leaf<T> | undefined,
): Leaf<T> | undefined {
  found.push(segment)
  const leaf = walk(node)
  if (!leaf) found.pop()
  return leaf
}

const ODD_PATH = /[^\w\-./~!$&'()*+,;=:@%]|%(?!2f)|\/\./i

/**
 * Returns whether only h3 reads a path correctly: a path with escapes other than those of slashes, with dot segments, or
 * with characters that are not valid in a path. All other paths read the same here and in h3.
 */
export const isOdd = (path: string): boolean => ODD_PATH.test(path)

/** The endpoints of a path, by method. */
export type PathEndpoints = Map<string, Endpoint>

/** Builds the index of all endpoints, each wrapped. */
export function endpointIndex(endpoints: readonly MountedEndpoint[], wrap: Wrapper): PathIndex<PathEndpoints> {
  const index = new PathIndex<PathEndpoints>()
  for (const mounted of endpoints) {
    const { method, path, endpoint } = mounted
    index.at(path, () => new Map()).set(method, wrap(endpoint, mounted))
  }
  return index
}
