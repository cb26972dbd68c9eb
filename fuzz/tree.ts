/**
 * JSON that may say what no value of JavaScript can: numbers of any length, a name twice in an object, text that is no JSON
 * at all.
 */
export type Tree =
  | { readonly kind: 'text'; readonly json: string }
  | { readonly kind: 'list'; readonly items: readonly Tree[] }
  | { readonly kind: 'object'; readonly entries: readonly Entry[] }

/** A field of an object. */
export type Entry = readonly [name: string, value: Tree]

/** What stands in the text as it is. */
export const written = (json: string): Tree => ({ kind: 'text', json })

/** A string, number, boolean or null. */
export const scalar = (value: string | number | boolean | null): Tree => written(JSON.stringify(value))

export const list = (items: readonly Tree[]): Tree => ({ kind: 'list', items })

export const object = (entries: readonly Entry[]): Tree => ({ kind: 'object', entries })

/** A value as a tree. */
export function treeOf(value: unknown): Tree {
  if (Array.isArray(value)) return list(value.map(treeOf))
  if (typeof value === 'object' && value !== null)
    return object(Object.entries(value).map(([name, each]) => [name, treeOf(each)]))
  return written(JSON.stringify(value) ?? 'null')
}

/** The text of a tree. */
export function jsonOf(tree: Tree): string {
  switch (tree.kind) {
    case 'text':
      return tree.json
    case 'list':
      return `[${tree.items.map(jsonOf).join()}]`
    case 'object':
      return `{${tree.entries.map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`).join()}}`
  }
}

/** How many trees there are in a tree, itself counted. */
export function sizeOf(tree: Tree): number {
  return 1 + childrenOf(tree).reduce((sum, child) => sum + sizeOf(child), 0)
}

const childrenOf = (tree: Tree): readonly Tree[] =>
  tree.kind === 'list' ? tree.items : tree.kind === 'object' ? tree.entries.map(([, value]) => value) : []

/** The same tree with one in it changed: the root is the first, each stands before what is in it. */
export function changedAt(tree: Tree, index: number, change: (tree: Tree) => Tree): Tree {
  if (index === 0) return change(tree)
  let before = 1
  const changed = (child: Tree): Tree => {
    const at = index - before
    before += sizeOf(child)
    return at >= 0 && at < sizeOf(child) ? changedAt(child, at, change) : child
  }
  if (tree.kind === 'list') return list(tree.items.map(changed))
  if (tree.kind === 'object') return object(tree.entries.map(([name, value]) => [name, changed(value)]))
  return tree
}
