import { memoize } from '../game/kernel/memoize.ts'
import { spanningParameters } from '../game/kernel/route.ts'

/** What stands at a path, and the parts of the path that its pattern names. */
export interface PathMatch<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

interface Leaf<T> {
  readonly value: T
  /** The names of the parameters, in the order in which they are found. */
  readonly names: readonly string[]
}

interface Node<T> {
  readonly children: Map<string, Node<T>>
  /** Where any one segment leads that is no child's. */
  any: Node<T> | undefined
  /** What can follow a parameter of several segments that begins here, from the end of the path backward. */
  tails: Node<T> | undefined
  leaf: Leaf<T> | undefined
}

const emptyNode = <T>(): Node<T> => ({ children: new Map(), any: undefined, tails: undefined, leaf: undefined })

/** So many paths that led somewhere are remembered: most calls are to few paths. */
const MAX_REMEMBERED = 1_000

/** Longer paths are not remembered: ids of a usual length make none. */
const MAX_REMEMBERED_LENGTH = 256

/**
 * Values by path pattern. A fixed segment goes before a parameter, and that before one of several segments, whose end is
 * where as much as can be of the path's end is the pattern's own. One final slash does not count.
 */
export class PathIndex<T> {
  readonly #root = emptyNode<T>()
  /** What stands at a path, its segments taken as they are; the same match for a path that is remembered. */
  readonly find = memoize((path) => this.#look(path), {
    max: MAX_REMEMBERED,
    keep: (match, path) => match !== undefined && path.length <= MAX_REMEMBERED_LENGTH,
  })

  /**
   * What stands at a pattern, put there if nothing does: `:name` stands for one segment that is not empty, once in a
   * pattern for several (`spanningParameters`). All are put before any is found.
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

  #look(path: string): PathMatch<T> | undefined {
    const found: string[] = []
    const leaf = leafAt(this.#root, path, 1, found)
    if (!leaf) return undefined
    const params = Object.fromEntries(leaf.names.map((name, i) => [name, found[i] ?? '']))
    return { value: leaf.value, params }
  }
}

const isParameter = (segment: string): boolean => segment.startsWith(':')

/** The node at the end of these segments, made where it is not there. */
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

/** Walks on from the segment at `from`; `found` gets what stands for parameters. */
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

/** Walks back from the end of a segment at `end`; what is left over is the parameter of several segments. */
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

/** Walks on from a parameter that a segment stands for, if that leads anywhere. */
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
