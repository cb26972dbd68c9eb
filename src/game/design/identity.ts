/** Returns the id of a component, or undefined if it has none. */
export function idOf(component: unknown): string | undefined {
  const id = typeof component === 'object' && component !== null && 'id' in component ? component.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Returns components by their ids: the first one with each id, and a component without an id by its index. */
export function byId(components: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  components.forEach((component, index) => {
    const id = idOf(component) ?? `#${index}`
    if (!found.has(id)) found.set(id, component)
  })
  return found
}

/** Compares components by their ids, so that their source makes no difference. Components without an id are last. */
export function compareById(a: unknown, b: unknown): number {
  const [idA, idB] = [idOf(a), idOf(b)]
  if (idA === idB) return 0
  if (idA === undefined || idB === undefined) return idA === undefined ? 1 : -1
  return idA < idB ? -1 : 1
}
