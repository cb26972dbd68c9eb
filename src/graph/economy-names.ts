import type { MetricDesign, MetricType } from '../game/metrics/design.ts'

/** What the components of a design are called in a drawing. */
export interface Names {
  readonly metric: (id: string) => string
  readonly action: (id: string) => string
  readonly team: (id: string) => string
  /** The type of a metric; undefined of one that the design does not have. */
  readonly typeOf: (id: string) => MetricType | undefined
  /** A variable, which may have the name of a metric. */
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

/** The names of a design. A component with a blank name has its id; where two share a name, the id follows it. */
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

/** Finds the name of each of these by its id, and the id itself for any other. */
export function namesById(designs: readonly Named[]): (id: string) => string {
  const named = designs.map(({ id, name }) => ({ id, name: name.replaceAll(/\s+/g, ' ').trim() || id }))
  const sharing = Map.groupBy(named, ({ name }) => name)
  const names = new Map(
    named.map(({ id, name }) => [id, (sharing.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name]),
  )
  return (id) => names.get(id) ?? id
}
