import { byId } from './identity.ts'
import { kinds, type DesignSource, type Kind } from './source.ts'

/** A component that differs between two designs; undefined if a design does not contain it. */
export interface ComponentChange {
  readonly kind: Kind | 'bootstrap'
  /** The id, which is empty for the bootstrap. */
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

/** Returns the name of the changed component: `metrics/xp`, or `bootstrap`. */
export const changedName = ({
  kind,
  id,
}: {
  readonly kind: Kind | 'bootstrap'
  readonly id?: string | undefined
}): string => (kind === 'bootstrap' ? kind : `${kind}/${id}`)

/** Whether two components have the same JSON text. */
export const isSameComponent = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Returns the components in which two designs differ, in order of kind and id, with the bootstrap last. */
export function changesBetween(before: DesignSource, after: DesignSource): ComponentChange[] {
  const ofKinds = kinds.flatMap((kind) => {
    const [old, now] = [byId(before[kind]), byId(after[kind])]
    const ids = [...new Set([...old.keys(), ...now.keys()])].sort()
    return ids.map((id): ComponentChange => ({ kind, id, before: old.get(id), after: now.get(id) }))
  })
  const bootstrap = { kind: 'bootstrap', id: '', before: before.bootstrap, after: after.bootstrap } as const
  return [...ofKinds, bootstrap].filter((change) => !isSameComponent(change.before, change.after))
}

/** Returns a design with changes made to it, in order of id, which is the order in which files are read. */
export function withChanges(design: DesignSource, changes: readonly ComponentChange[]): DesignSource {
  const changed: Record<string, unknown> = { ...design }
  for (const kind of kinds) {
    const components = new Map(byId(design[kind]))
    for (const { id, after } of changes.filter((change) => change.kind === kind)) {
      if (after === undefined) components.delete(id)
      else components.set(id, after)
    }
    changed[kind] = [...components].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component)
  }
  for (const { kind, after } of changes) if (kind === 'bootstrap') changed['bootstrap'] = after
  return changed as unknown as DesignSource
}

/**
 * Returns the design of the files with the changes that only routes made since `base`, which is the last common design
 * of files and game. If both changed a component, the version of the files wins.
 */
export function mergeDesigns(base: DesignSource, files: DesignSource, routes: DesignSource): DesignSource {
  const inFiles = new Set(changesBetween(base, files).map(changedName))
  return withChanges(
    files,
    changesBetween(base, routes).filter((change) => !inFiles.has(changedName(change))),
  )
}

/**
 * Returns the design that files contain after a change from `before` to `after` was interrupted: each component is new
 * if `found` contains the new one, otherwise old.
 */
export function partlyChanged(before: DesignSource, after: DesignSource, found: DesignSource): DesignSource {
  const missing = new Set(changesBetween(found, after).map(changedName))
  return withChanges(
    before,
    changesBetween(before, after).filter((change) => !missing.has(changedName(change))),
  )
}

/** Returns the names of the components that routes have changed since `base` and that differ in `next`. */
export function lostChanges(base: DesignSource, routes: DesignSource, next: DesignSource): string[] {
  const differing = new Set(changesBetween(routes, next).map(changedName))
  return changesBetween(base, routes)
    .map(changedName)
    .filter((name) => differing.has(name))
}
