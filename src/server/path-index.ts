import { remembering } from '../game/kernel/remembering.ts'

/** What stands at a path, and the parts of the path that its pattern names. */
export interface PathMatch<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

interface Node<T> {
  readonly children: Map<string, Node<T>>
  /** Where any one segment leads that is no child's. */
  any: Node<T> | undefined
  /** What stands here, and the names of the parameters on the way to it. */
  leaf: { readonly value: T; readonly names: readonly string[] } | undefined
}

const emptyNode = <T>(): Node<T> => ({ children: new Map(), any: undefined, leaf: undefined })

/** So many paths that led somewhere are remembered: most calls are to few paths. */
const MAX_REMEMBERED = 1_000

/** Longer paths are not remembered: ids of a usual length make none. */
const MAX_REMEMBERED_LENGTH = 256

/** Values by path pattern; a fixed segment goes before a parameter, and one final slash does not count. */
export class PathIndex<T> {
  readonly #root = emptyNode<T>()
  /** What stands at a path, its segments taken as they are; the same match for a path that is remembered. */
  readonly find = remembering((path) => this.#look(path), {
    max: MAX_REMEMBERED,
    keep: (match, path) => match !== undefined && path.length <= MAX_REMEMBERED_LENGTH,
  })

  /** Adds a value at a pattern, `:name` standing for one segment that is not empty. All are added before any is found. */
  add(pattern: string, value: T): void {
    const names: string[] = []
    let node = this.#root
    for (const segment of pattern.split('/').filter((text) => text !== '')) {
      if (segment.startsWith(':')) {
        names.push(segment.slice(1))
        node = node.any ??= emptyNode()
      } else {
        const child = node.children.get(segment) ?? emptyNode()
        node.children.set(segment, child)
        node = child
      }
    }
    node.leaf = { value, names }
  }

  #look(path: string): PathMatch<T> | undefined {
    const found: string[] = []
    const leaf = leafAt(this.#root, path, 1, found)
    if (!leaf) return undefined
    const params = Object.fromEntries(leaf.names.map((name, i) => [name, found[i] ?? '']))
    return { value: leaf.value, params }
  }
}

/** Walks on from the segment at `from`; `found` gets the segments that stand for parameters. */
function leafAt<T>(node: Node<T>, path: string, from: number, found: string[]): Node<T>['leaf'] {
  if (from >= path.length) return node.leaf
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = path.slice(from, end)
  const child = node.children.get(segment)
  const leaf = child && leafAt(child, path, end + 1, found)
  if (leaf || !node.any || segment === '') return leaf
  found.push(segment)
  const below = leafAt(node.any, path, end + 1, found)
  if (!below) found.pop()
  return below
}
