import type { Expression, Formula } from '../../game/kernel/formula-parser.ts'
import type { Metric, Metrics } from '../../game/metrics/design.ts'
import { anything, exactly, operate, opposite, type Interval } from './interval.ts'

/**
 * What the scores of a player, the counts of plays, the clocks and the variables of a play can be, each on its own, by
 * key. Ranges can narrow others: what they do not have themselves, the ones behind them have.
 */
export class Ranges {
  readonly amounts = new Map<string, Interval>()
  /** The states of each state metric; an empty text is none. */
  readonly states = new Map<string, ReadonlySet<string>>()
  readonly behind: Ranges | undefined

  constructor(behind?: Ranges) {
    this.behind = behind
  }

  amount(key: string): Interval {
    return this.amounts.get(key) ?? this.behind?.amount(key) ?? anything
  }

  statesOf(metric: string): ReadonlySet<string> {
    return this.states.get(metric) ?? this.behind?.statesOf(metric) ?? none
  }
}

const none: ReadonlySet<string> = new Set([''])

/** The keys of amounts. No id has a colon, and names come last. */
export const keys = {
  /** The points of a metric, the value of a compound, or the number of different items of a set. */
  score: (metric: string) => `score:${metric}`,
  item: (metric: string, item: string) => `item:${metric}:${item}`,
  plays: (action: string) => `plays:${action}`,
  /** 1 for a member, 0 for others. */
  team: (definition: string, role = '') => `team:${definition}:${role}`,
  clock: (clock: string) => `clock:${clock}`,
  variable: (name: string) => `variable:${name}`,
}

/** Whether the amounts of a key are whole numbers: all but points, compounds and counts of items. */
export function isWhole(key: string): boolean {
  return !key.startsWith('score:') && !key.startsWith('item:')
}

/** Returns the key of what a name in a formula or requirement means, or undefined if that can be a text. */
export function scoreKeyOf(metric: Metric | undefined, item: string | undefined): string | undefined {
  if (!metric || metric.type === 'state') return undefined
  if (metric.type !== 'set' || item === undefined) return keys.score(metric.id)
  const name = metric.items.has(item) ? item : metric.itemsByLowerCaseName.get(item.toLowerCase())
  return name === undefined ? undefined : keys.item(metric.id, name)
}

/** Returns the key of a formula that consists of one name, or undefined. */
export function keyOfName({ expression }: Formula, metrics: Metrics): string | undefined {
  if (expression.kind === 'variable') return keys.variable(expression.name)
  if (expression.kind !== 'score') return undefined
  return scoreKeyOf(metrics.get(expression.name.metric), expression.name.item)
}

/** Returns the interval of the values of a formula, or undefined if one of them can be a text. */
export function valuesOf({ expression }: Formula, ranges: Ranges, metrics: Metrics): Interval | undefined {
  return evaluated(expression, ranges, metrics)
}

function evaluated(expression: Expression, ranges: Ranges, metrics: Metrics): Interval | undefined {
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'object' ? undefined : exactly(expression.value)
    case 'variable': {
      const key = keys.variable(expression.name)
      return isText(key, ranges) ? undefined : ranges.amount(key)
    }
    case 'score': {
      const key = scoreKeyOf(metrics.get(expression.name.metric), expression.name.item)
      return key === undefined ? undefined : ranges.amount(key)
    }
    case 'negation': {
      const operand = evaluated(expression.operand, ranges, metrics)
      return operand && opposite(operand)
    }
    case 'chain': {
      let value = evaluated(expression.first, ranges, metrics)
      for (const { operator, operand } of expression.steps) {
        const next = evaluated(operand, ranges, metrics)
        if (value === undefined || next === undefined) return undefined
        value = operate(operator, value, next)
      }
      return value
    }
  }
}

/** A variable without a range is a text. */
function isText(key: string, ranges: Ranges): boolean {
  for (let at: Ranges | undefined = ranges; at; at = at.behind) if (at.amounts.has(key)) return false
  return true
}
