import type { Formula } from '../../game/kernel/formula-parser.ts'
import { namesIn } from '../../game/kernel/formula.ts'
import type { Metrics } from '../../game/metrics/design.ts'
import type { Requirement } from '../../game/rules/requirement.ts'

/** What a requirement reads of a player. Only a change of it can change whether the requirement is met. */
export interface Reads {
  /** The ids of metrics, with those that its compounds read. */
  readonly metrics: ReadonlySet<string>
  /** The ids of actions, whose plays it counts. */
  readonly actions: ReadonlySet<string>
  readonly teams: boolean
  readonly time: boolean
}

/** Returns what a requirement reads. */
export function readsOf(requirement: Requirement, metrics: Metrics): Reads {
  const reads = { metrics: new Set<string>(), actions: new Set<string>(), teams: false, time: false }
  const addFormula = (formula: Formula): void => namesIn(formula).scores.forEach(({ metric }) => addMetric(metric))
  const addMetric = (id: string): void => {
    if (reads.metrics.has(id)) return
    reads.metrics.add(id)
    const metric = metrics.get(id)
    if (metric?.type === 'compound') addFormula(metric.formula)
  }
  const add = (part: Requirement): void => {
    switch (part.kind) {
      case 'always':
        return
      case 'and':
      case 'or':
        return part.parts.forEach(add)
      case 'metric':
        return addMetric(part.metric.id)
      case 'action':
        return void reads.actions.add(part.id)
      case 'team':
        reads.teams = true
        return
      case 'time':
        reads.time = true
        return
      case 'var':
        addFormula(part.lhs)
        addFormula(part.rhs)
    }
  }
  add(requirement)
  return reads
}
