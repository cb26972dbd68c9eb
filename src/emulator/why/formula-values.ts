import { formatAmount } from '../../game/kernel/decimal.ts'
import type { Formula, FormulaValue } from '../../game/kernel/formula-parser.ts'
import { constantOf, evaluate, isFailure, namesIn, type FormulaScope } from '../../game/kernel/formula.ts'
import type { Computed } from '../../interface/why-answer.ts'
import type { Reward } from '../../game/rules/reward.ts'

/** A value as it goes over the wire. */
export const textOf = (value: FormulaValue): string => (typeof value === 'object' ? value.text : formatAmount(value))

/** What the formulas of a reward came to; of one that is a number there is nothing to tell. Spec 4.4. */
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

/** What the names in a formula stand for. */
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

/** A name as formulas take it. */
const keyText = (name: string): string => (/^\w+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`)
