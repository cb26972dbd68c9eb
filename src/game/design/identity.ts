/** The id that a component says it has; undefined where it has none. */
export function idOf(component: unknown): string | undefined {
  const id = typeof component === 'object' && component !== null && 'id' in component ? component.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Components by their ids: of one id the first, and what has none by its place. */
export function byId(components: readonly unknown[]): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>()
  components.forEach((component, place) => {
    const id = idOf(component) ?? `#${place}`
    if (!found.has(id)) found.set(id, component)
  })
  return found
}

/** Orders components by their ids, so that where they come from makes no difference; what has none is last. */
export function compareById(a: unknown, b: unknown): number {
  const [idA, idB] = [idOf(a), idOf(b)]
  if (idA === idB) return 0
  if (idA === undefined || idB === undefined) return idA === undefined ? 1 : -1
  return idA < idB ? -1 : 1
}
