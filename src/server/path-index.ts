/** What stands at a path, and the parts of the path that its pattern names. */
export interface PathMatch<T> {
  readonly value: T
  readonly params: Readonly<Record<string, string>>
}

interface Leaf<T> {
  readonly value: T
  readonly names: readonly string[]
}

interface Node<T> {
  readonly children: Map<string, Node<T>>
  /** Where any one segment leads that is no child's. */
  any: Node<T> | undefined
  /** What stands here, by method. */
  readonly leaves: Map<string, Leaf<T>>
}

const emptyNode = <T>(): Node<T> => ({ children: new Map(), any: undefined, leaves: new Map() })

/** Values by method and path pattern; a fixed segment goes before a parameter, and a final slash does not count. */
export class PathIndex<T> {
  readonly #root = emptyNode<T>()

  /** Adds a value at a pattern, `:name` standing for one segment that is not empty. */
  add(method: string, pattern: string, value: T): void {
    const names: string[] = []
    let node = this.#root
    for (const segment of pattern.split('/').slice(1)) {
      if (segment === '') continue
      if (segment.startsWith(':')) {
        names.push(segment.slice(1))
        node = node.any ??= emptyNode()
      } else {
        const child = node.children.get(segment) ?? emptyNode()
        node.children.set(segment, child)
        node = child
      }
    }
    node.leaves.set(method, { value, names })
  }

  /** Finds what stands at a path, its segments taken as they are. */
  find(method: string, path: string): PathMatch<T> | undefined {
    const found: string[] = []
    const leaf = leafAt(this.#root, method, path, 1, found)
    if (!leaf) return undefined
    const params: Record<string, string> = {}
    for (const [i, name] of leaf.names.entries()) params[name] = found[i] ?? ''
    return { value: leaf.value, params }
  }
}

/** Walks on from the segment at `from`; `found` gets the segments that stand for parameters. */
function leafAt<T>(node: Node<T>, method: string, path: string, from: number, found: string[]): Leaf<T> | undefined {
  if (from >= path.length) return node.leaves.get(method)
  const slash = path.indexOf('/', from)
  const end = slash < 0 ? path.length : slash
  const segment = path.slice(from, end)
  const child = node.children.get(segment)
  const leaf = child && leafAt(child, method, path, end + 1, found)
  if (leaf || !node.any || segment === '') return leaf
  found.push(segment)
  const below = leafAt(node.any, method, path, end + 1, found)
  if (!below) found.pop()
  return below
}
