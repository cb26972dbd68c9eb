import { idOf } from '../game/design/identity.ts'
import { kinds, type DesignProblem, type DesignSource } from '../game/design/source.ts'
import { fieldsOf } from '../game/kernel/json-value.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { problemList, type ProblemList } from '../game/kernel/problem-list.ts'
import { formulaWarnings } from './formula-warnings.ts'

/** The location of a warning. */
export type WarningLocation = Omit<DesignProblem, 'message'>

type Path = DesignProblem['path']

/**
 * Finds what a valid design probably does not intend. Either a level rule and something else set the same state: the
 * rule sets it again after every play, so the other has no lasting effect. Or a formula fails without an optional
 * variable. Spec 4.7, 4.16.
 */
export function designWarnings(source: DesignSource): ProblemList<WarningLocation> {
  const warnings = problemList<WarningLocation>()
  warnOfStates(source, warnings)
  warnOfFormulas(source, warnings)
  return warnings
}

function warnOfFormulas(source: DesignSource, warnings: ProblemList<WarningLocation>): void {
  for (const kind of ['actions', 'rules'] as const)
    source[kind].forEach((component, index) => {
      const id = idOf(component)
      for (const { path, message } of formulaWarnings(component))
        warnings.add({ kind, index, ...(id !== undefined && { id }), path }, message)
    })
}

function warnOfStates(source: DesignSource, warnings: ProblemList<WarningLocation>): void {
  const levelRules = new Map<string, string>()
  source.rules.forEach((rule, index) => {
    const metric = levelMetricOf(rule)
    const id = idOf(rule)
    if (metric === undefined || id === undefined) return
    const first = levelRules.get(metric)
    if (first === undefined) levelRules.set(metric, id)
    else warnings.add({ kind: 'rules', index, id, path: ['level_metric'] }, alsoSets(first, metric))
  })
  if (levelRules.size === 0) return
  const check = (location: Omit<WarningLocation, 'path'>, component: unknown): void => {
    for (const [metric, path] of rewardedIn(component, [])) {
      const levelRule = levelRules.get(metric)
      if (levelRule !== undefined) warnings.add({ ...location, path }, alsoSets(levelRule, metric))
    }
  }
  for (const kind of kinds)
    source[kind].forEach((component, index) => {
      const id = idOf(component)
      check({ kind, index, ...(id !== undefined && { id }) }, component)
    })
  check({ kind: 'bootstrap', index: 0 }, source.bootstrap)
}

const alsoSets = (rule: string, metric: string): string =>
  `level rule ${quoted(rule)} also sets state metric ${quoted(metric)} and overwrites this after each play; ` +
  `use another metric`

/** Returns the metric that a level rule sets. */
function levelMetricOf(rule: unknown): string | undefined {
  const { type, level_metric: metric } = fieldsOf(rule)
  if (type !== 'level') return undefined
  return typeof metric === 'string' ? metric : idOf(metric)
}

/** Yields the metrics of the rewards in a component, and of the scores in a bootstrap, each with its path. */
function* rewardedIn(part: unknown, path: Path): Generator<readonly [metric: string, path: Path]> {
  for (const [key, value] of Object.entries(fieldsOf(part))) {
    const at = [...path, Array.isArray(part) ? Number(key) : key]
    if ((key === 'rewards' || key === 'scores') && Array.isArray(value))
      for (const [i, reward] of value.entries()) {
        const metric = idOf(fieldsOf(reward)['metric'])
        if (metric !== undefined) yield [metric, [...at, i]]
      }
    else yield* rewardedIn(value, at)
  }
}
