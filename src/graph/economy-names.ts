import type { MetricDesign, MetricType } from '../game/metrics/design.ts'

/** The names of components in a drawing. */
export interface Names {
  readonly metric: (id: string) => string
  readonly action: (id: string) => string
  readonly team: (id: string) => string
  /** The type of a metric, or undefined if the design does not have it. */
  readonly typeOf: (id: string) => MetricType | undefined
  /** The name of a variable. It can equal the name of a metric. */
  readonly variable: (name: string) => string
}

interface Named {
  readonly id: string
  readonly name: string
}

/** The components that others refer to. */
interface NamedDesign {
  readonly metrics: readonly MetricDesign[]
  readonly actions: readonly Named[]
  readonly teams: readonly Named[]
}

/**
 * Returns the names of a design's components. A component with a blank name is shown by its id. If two share a name,
 * the id follows the name.
 */
export function namesOf({ metrics, actions, teams }: NamedDesign): Names {
  const types = new Map(metrics.map(({ id, type }) => [id, type]))
  const metric = namesById(metrics)
  const shown = new Set(metrics.map(({ id }) => metric(id)))
  return {
    metric,
    action: namesById(actions),
    team: namesById(teams),
    typeOf: (id) => types.get(id),
    variable: (name) => (shown.has(name) ? `${name} (variable)` : name),
  }
}

/** Returns a function from id to shown name. For an unknown id it returns the id. */
export function namesById(designs: readonly Named[]): (id: string) => string {
  const named = designs.map(({ id, name }) => ({ id, name: name.replaceAll(/\s+/g, ' ').trim() || id }))
  const sharing = Map.groupBy(named, ({ name }) => name)
  const names = new Map(
    named.map(({ id, name }) => [id, (sharing.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name]),
  )
  return (id) => names.get(id) ?? id
}
