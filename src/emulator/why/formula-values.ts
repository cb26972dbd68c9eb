import { formatAmount } from '../../game/kernel/decimal.ts'
import type { Formula, FormulaValue } from '../../game/kernel/formula-parser.ts'
import { constantOf, evaluate, isFailure, namesIn, type FormulaScope } from '../../game/kernel/formula.ts'
import type { Reward } from '../../game/rules/reward.ts'
import type { Computed } from '../../interface/why-answer.ts'

/** Formats a value for an answer. */
export const textOf = (value: FormulaValue): string => (typeof value === 'object' ? value.text : formatAmount(value))

/** Returns the values of a reward's formulas. Formulas that are plain numbers are left out. Spec 4.4. */
export function computedIn(reward: Reward, scope: FormulaScope): Computed[] {
  return formulasOf(reward).flatMap((formula) => {
    if (constantOf(formula) !== undefined) return []
    const value = evaluate(formula, scope)
    if (isFailure(value)) return []
    const isName = formula.expression.kind === 'variable' || formula.expression.kind === 'score'
    return [{ formula: formula.text, value: textOf(value), reads: isName ? {} : readsOf(formula, scope) }]
  })
}

function formulasOf(reward: Reward): readonly Formula[] {
  if (reward.type === 'state') return []
  return reward.type === 'point' ? [reward.value] : reward.items.map(([, count]) => count)
}

/** Returns the values of the names in a formula. */
export function readsOf(formula: Formula, scope: FormulaScope): Record<string, string> {
  const { vars, scores } = namesIn(formula)
  const found = [
    ...vars.map((name) => [`$vars${keyText(name)}`, scope.variable(name)] as const),
    ...scores.map(({ metric, item }) => {
      const name = `$scores${keyText(metric)}${item === undefined ? '' : keyText(item)}`
      return [name, scope.score(metric, item)] as const
    }),
  ]
  return Object.fromEntries(
    found.flatMap(([name, value]) => (value === undefined || isFailure(value) ? [] : [[name, textOf(value)]])),
  )
}

/** Formats a name for use in a formula. */
const keyText = (name: string): string => (/^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)
