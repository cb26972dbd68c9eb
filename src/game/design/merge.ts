import { byId } from './identity.ts'
import { kinds, type DesignSource, type Kind } from './source.ts'

/** A component that is another one from one design to the next; undefined where there is none. */
export interface ComponentChange {
  readonly kind: Kind | 'bootstrap'
  /** Empty for the bootstrap. */
  readonly id: string
  readonly before: unknown
  readonly after: unknown
}

/** The component that a change is of: `metrics/xp`, or `bootstrap`. */
export const changedName = ({
  kind,
  id,
}: {
  readonly kind: Kind | 'bootstrap'
  readonly id?: string | undefined
}): string => (kind === 'bootstrap' ? kind : `${kind}/${id}`)

/** Whether two components are written alike. */
export const isSameComponent = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The components in which two designs differ, in order of kind and id; the bootstrap last. */
export function changesBetween(before: DesignSource, after: DesignSource): ComponentChange[] {
  const ofKinds = kinds.flatMap((kind) => {
    const [old, now] = [byId(before[kind]), byId(after[kind])]
    const ids = [...new Set([...old.keys(), ...now.keys()])].sort()
    return ids.map((id): ComponentChange => ({ kind, id, before: old.get(id), after: now.get(id) }))
  })
  const bootstrap = { kind: 'bootstrap', id: '', before: before.bootstrap, after: after.bootstrap } as const
  return [...ofKinds, bootstrap].filter((change) => !isSameComponent(change.before, change.after))
}

/** A design with changes made to it, in order of id as files are read. */
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
 * The design of the files with what routes alone have changed since `base`, which is what files and game had in common:
 * where both changed a component, it is that of the files.
 */
export function mergeDesigns(base: DesignSource, files: DesignSource, routes: DesignSource): DesignSource {
  const inFiles = new Set(changesBetween(base, files).map(changedName))
  return withChanges(
    files,
    changesBetween(base, routes).filter((change) => !inFiles.has(changedName(change))),
  )
}

/**
 * What files came to hold that were being changed from `before` to `after` when that was cut off: each component as it was
 * to become where `found` has it so, else as it was.
 */
export function partlyChanged(before: DesignSource, after: DesignSource, found: DesignSource): DesignSource {
  const missing = new Set(changesBetween(found, after).map(changedName))
  return withChanges(
    before,
    changesBetween(before, after).filter((change) => !missing.has(changedName(change))),
  )
}

/** The components that routes have changed since `base` and that are not so in `next`, by their names. */
export function lostChanges(base: DesignSource, routes: DesignSource, next: DesignSource): string[] {
  const differing = new Set(changesBetween(routes, next).map(changedName))
  return changesBetween(base, routes)
    .map(changedName)
    .filter((name) => differing.has(name))
}
