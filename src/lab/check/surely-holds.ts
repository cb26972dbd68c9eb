import type { Formula } from '../../game/kernel/formula-parser.ts'
import { constantOf } from '../../game/kernel/formula.ts'
import type { Metric, Metrics } from '../../game/metrics/design.ts'
import { scoreKey } from '../../game/metrics/score.ts'
import { actionUse, type Player } from '../../game/players/player.ts'
import { amountOf, type Operator, type Requirement } from '../../game/rules/requirement.ts'
import { opposite } from '../../interface/missing-amount.ts'

/** Whether something surely holds for a player. If not, it may hold all the same. */
export type Test = (player: Player) => boolean

/** Returns what is compared; something that is no number if that is to be found out otherwise. */
type Side = (player: Player) => unknown

const comparisons: Readonly<Record<Operator, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

/**
 * Returns a fast test of a requirement that compares only points, counts of plays and numbers, or undefined for any other.
 * It creates no object, so it tells of nearly every play at little cost that the requirement holds.
 */
export function surelyHolds(requirement: Requirement, metrics: Metrics): Test | undefined {
  switch (requirement.kind) {
    case 'always':
      return () => true
    case 'and':
    case 'or': {
      const tests = requirement.parts.flatMap((part) => surelyHolds(part, metrics) ?? [])
      if (requirement.not || tests.length < requirement.parts.length) return undefined
      const [first, second] = tests
      if (first && !second) return first
      return requirement.kind === 'and'
        ? (player) => tests.every((test) => test(player))
        : (player) => tests.some((test) => test(player))
    }
    case 'metric': {
      const value = amountOf(requirement.value)
      return comparison(requirement, pointsSide(requirement.metric), () => value)
    }
    case 'action': {
      const { id, value } = requirement
      return comparison(
        requirement,
        (player) => actionUse(player, id).count,
        () => value,
      )
    }
    case 'var':
      return comparison(requirement, formulaSide(requirement.lhs, metrics), formulaSide(requirement.rhs, metrics))
    default:
      return undefined
  }
}

type Compared = Extract<Requirement, { kind: 'metric' | 'action' | 'var' }>

function comparison({ operator, not }: Compared, left: Side | undefined, right: Side | undefined): Test | undefined {
  if (!left || !right) return undefined
  const compare = comparisons[not ? opposite[operator] : operator]
  return (player) => {
    const a = left(player)
    const b = right(player)
    return typeof a === 'number' && typeof b === 'number' && compare(a, b)
  }
}

function formulaSide(formula: Formula, metrics: Metrics): Side | undefined {
  const constant = constantOf(formula)
  if (constant !== undefined) return () => constant
  const { expression } = formula
  if (expression.kind !== 'score' || expression.name.item !== undefined) return undefined
  return pointsSide(metrics.get(expression.name.metric))
}

function pointsSide(metric: Metric | undefined): Side | undefined {
  if (metric?.type !== 'point') return undefined
  const { start } = metric
  const key = scoreKey(metric)
  return ({ scores }) => scores[key] ?? start
}
