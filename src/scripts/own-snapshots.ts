import type { ReadStep } from './script-file.ts'

/** Steps whose snapshots are the script's own, and the names of those. */
export interface OwnSnapshots<T extends ReadStep> {
  readonly steps: readonly T[]
  readonly names: readonly string[]
}

/**
 * The same steps with snapshots of other names, which begin with `room`: what a script saves neither meets a snapshot
 * of the game nor can it be taken for one. A step that goes back to a snapshot which no step before it saves means one
 * of the game's. Spec 6.4.
 */
export function withOwnSnapshots<T extends ReadStep>(steps: readonly T[], room: string): OwnSnapshots<T> {
  const names = new Map<string, string>()
  const renamed = steps.map((read) => {
    const { step } = read
    if (step.kind === 'snapshot') {
      const name = step.given.snapshot
      if (!names.has(name)) names.set(name, `${room}-${names.size + 1}`)
      return { ...read, ...changed(step, { snapshot: names.get(name) ?? name }) }
    }
    if (step.kind === 'restore') {
      const name = step.given.restore
      return { ...read, ...changed(step, { restore: names.get(name) ?? name }) }
    }
    return read
  })
  return { steps: renamed, names: [...names.values()] }
}

/** A step that says something else, and what it would have been read from. */
function changed({ kind, given }: ReadStep['step'], change: object): ReadStep {
  const value = { ...given, ...change }
  return { value, step: { kind, given: value } as ReadStep['step'] }
}
