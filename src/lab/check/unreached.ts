import type { Coverage } from '../../game/design/coverage.ts'
import type { Design } from '../../game/design/design.ts'
import { exercisableParts, type ExercisablePart } from '../../game/design/exercisable.ts'
import { namesIn } from '../../game/kernel/formula.ts'
import type { Metric } from '../../game/metrics/design.ts'
import type { AchievementRule } from '../../game/rules/design.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Reward } from '../../game/rules/reward.ts'
import type { Check } from './check.ts'
import { aimOf } from './goal.ts'

/** A part of a design that nothing in the search exercised. */
export type UnreachedPart = Coverage['parts'][number]

/** What can change whether a check holds. */
interface Dependence {
  /** The metrics, each with the items that matter; all of them if undefined. */
  readonly scores: Map<string, Set<string> | undefined>
  /** Actions whose plays are counted. */
  readonly actions: Set<string>
  readonly processes: Set<string>
}

/**
 * Returns the parts of a design that could change what a check is about, and that no sequence of a search has exercised. A
 * check says little that holds beside many of them. Spec 7.3 "The summary".
 */
export function unreachedParts(check: Check, design: Design, { parts }: Coverage): readonly UnreachedPart[] {
  const dependence = dependenceOf(check, design)
  // The parts of a coverage are in the order of those of the design.
  return [...exercisableParts(design)].flatMap((part, i) => {
    const counted = parts[i]
    return counted?.count === 0 && isPartOf(part, dependence, design) ? [counted] : []
  })
}

function dependenceOf(check: Check, design: Design): Dependence {
  const dependence: Dependence = { scores: new Map(), actions: new Set(), processes: new Set() }
  switch (check.kind) {
    case 'always':
      addRequirement(check.requires, dependence, design)
      break
    case 'never_falls':
    case 'at_most':
      addScore(check.metric, undefined, dependence, design)
      break
    case 'ends':
      dependence.processes.add(check.process.id)
      break
    default:
      // What gives the goal itself is not reached as long as the goal is not.
      for (const { measure } of aimOf(check.goal, design).targets)
        if (measure.kind === 'plays') dependence.actions.add(measure.action)
        else addScore(measure.metric, measure.kind === 'item' ? measure.item : undefined, dependence, design)
      if (check.goal.kind === 'process') dependence.processes.add(check.goal.process.id)
  }
  return dependence
}

function addRequirement(requirement: Requirement, dependence: Dependence, design: Design): void {
  switch (requirement.kind) {
    case 'and':
    case 'or':
      for (const part of requirement.parts) addRequirement(part, dependence, design)
      return
    case 'metric':
      return addScore(requirement.metric, requirement.item, dependence, design)
    case 'action':
      return void dependence.actions.add(requirement.id)
    case 'var':
      for (const formula of [requirement.lhs, requirement.rhs]) addNames(namesIn(formula).scores, dependence, design)
      return
    // No part of a design that is counted changes them.
    case 'always':
    case 'team':
    case 'time':
  }
}

function addNames(names: ReturnType<typeof namesIn>['scores'], dependence: Dependence, design: Design): void {
  for (const { metric, item } of names) {
    const found = design.metrics.get(metric)
    if (found) addScore(found, item, dependence, design)
  }
}

/** Adds a metric, and what it is computed of: the metrics of a compound, and the points of a level. */
function addScore(metric: Metric, item: string | undefined, dependence: Dependence, design: Design): void {
  const { scores } = dependence
  const known = scores.get(metric.id)
  if (scores.has(metric.id) && (known === undefined || (item !== undefined && known.has(item)))) return
  scores.set(metric.id, item === undefined ? undefined : new Set([...(known ?? []), item]))
  if (metric.type === 'compound') addNames(namesIn(metric.formula).scores, dependence, design)
  for (const level of design.levels)
    if (level.metric.id === metric.id) addScore(level.base, undefined, dependence, design)
}

function isPartOf(
  { kind, component, id, compiled }: ExercisablePart,
  { scores, actions, processes }: Dependence,
  design: Design,
): boolean {
  switch (kind) {
    case 'reward':
      return isGiven(compiled as Reward, scores)
    case 'action':
      return actions.has(id)
    case 'rule':
      return 'reward' in compiled && isGiven((compiled as AchievementRule).reward, scores)
    case 'level':
      return design.levels.some((level) => level.id === id && scores.has(level.metric.id))
    case 'activity':
    case 'flow':
      return component === 'processes' && processes.has(id)
    default:
      return false
  }
}

function isGiven(reward: Reward, scores: Dependence['scores']): boolean {
  if (!scores.has(reward.metric.id)) return false
  const items = scores.get(reward.metric.id)
  return items === undefined || reward.type !== 'set' || reward.items.some(([name]) => items.has(name))
}
