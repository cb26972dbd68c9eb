/** The requested fields of a value: a whole field, or some fields of its value. */
export type FieldTree = ReadonlyMap<string, FieldTree | 'whole'>

/** Parses the fields that a list shows, such as `id,name,constraints.items`. Spec 4.1. */
export function parseFields(text: string): FieldTree {
  const tree: GrowingTree = new Map()
  for (const path of text.split(',')) if (path.trim() !== '') addPath(tree, path.trim().split('.'))
  return tree as FieldTree
}

type GrowingTree = Map<string, GrowingTree | 'whole'>

function addPath(tree: GrowingTree, path: readonly string[]): void {
  let node = tree
  for (const [depth, name] of path.entries()) {
    const known = node.get(name)
    if (known === 'whole') return
    if (depth === path.length - 1) node.set(name, 'whole')
    else {
      const next = known ?? new Map()
      node.set(name, next)
      node = next
    }
  }
}

/** Returns the requested fields of a value, or of each element of a list. Omits fields that do not exist. */
export function pickFields(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((each) => pickFields(each, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]: [string, unknown]) => {
      const requested = fields.get(name)
      if (requested === undefined || (requested !== 'whole' && !isNested(held))) return []
      return [[name, requested === 'whole' ? held : pickFields(held, requested)]]
    }),
  )
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null
