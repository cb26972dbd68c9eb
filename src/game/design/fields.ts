/** Which fields of a value are asked for: all of a field, or some fields of what it holds. */
export type FieldTree = ReadonlyMap<string, FieldTree | 'whole'>

/** `id,name,constraints.items`: the fields that a list is to show. Spec 4.1. */
export function parseFields(text: string): FieldTree {
  const tree: GrowingTree = new Map()
  for (const path of text.split(',')) if (path.trim() !== '') addPath(tree, path.trim().split('.'))
  return tree as FieldTree
}

type GrowingTree = Map<string, GrowingTree | 'whole'>

function addPath(tree: GrowingTree, path: readonly string[]): void {
  let here = tree
  for (const [depth, name] of path.entries()) {
    const known = here.get(name)
    if (known === 'whole') return
    if (depth === path.length - 1) here.set(name, 'whole')
    else {
      const next = known ?? new Map()
      here.set(name, next)
      here = next
    }
  }
}

/** What of a value is asked for; of a list, of each of its elements. What is not there is left out. */
export function pickFields(value: unknown, fields: FieldTree): unknown {
  if (Array.isArray(value)) return value.map((each) => pickFields(each, fields))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, held]: [string, unknown]) => {
      const asked = fields.get(name)
      if (asked === undefined || (asked !== 'whole' && !isNested(held))) return []
      return [[name, asked === 'whole' ? held : pickFields(held, asked)]]
    }),
  )
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null
