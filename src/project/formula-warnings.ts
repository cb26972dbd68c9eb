import { parseAmount } from '../game/kernel/decimal.ts'
import { isProblem, parseFormula, type Formula, type FormulaValue } from '../game/kernel/formula-parser.ts'
import { evaluate, evaluateAmount, isFailure, namesIn, type FormulaScope } from '../game/kernel/formula.ts'
import { fieldsOf } from '../game/kernel/json-value.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { absentValue, variablesSchema, type Variable } from '../game/rules/variable.ts'

type Path = readonly (string | number)[]

/** A formula that fails if a play leaves out an optional variable. */
interface FormulaWarning {
  readonly path: Path
  readonly message: string
}

/** A formula in a component and its path. `isAmount` is set if its value must be a number. */
interface LocatedFormula {
  readonly path: Path
  readonly formula: Formula
  readonly isAmount: boolean
}

/**
 * Yields the formulas of an action or a custom rule that fail if a play leaves out an optional variable. The variable
 * then has its default, 0 or the empty text. Skips rules whose requirement reads the variable. Spec 4.4, 4.16.
 */
export function* formulaWarnings(component: unknown): Generator<FormulaWarning> {
  const { variables, rules } = fieldsOf(component)
  const parsed = variablesSchema.safeParse(variables)
  const optional = parsed.success ? parsed.data.filter(({ required }) => !required) : []
  if (optional.length === 0) return
  for (const [i, rule] of Object.entries(fieldsOf(rules))) {
    const { rewards, requires } = fieldsOf(rule)
    const conditions = [...formulasIn(requires, ['rules', Number(i), 'requires'])]
    yield* warningsOf(conditions, optional)
    const guarded = new Set(conditions.flatMap(({ formula }) => namesIn(formula).vars))
    const unguarded = optional.filter(({ name }) => !guarded.has(name))
    yield* warningsOf(formulasIn(rewards, ['rules', Number(i), 'rewards']), unguarded)
  }
}

function* warningsOf(formulas: Iterable<LocatedFormula>, optional: readonly Variable[]): Generator<FormulaWarning> {
  for (const located of formulas) {
    const read = new Set(namesIn(located.formula).vars)
    const missing = optional.filter(({ name }) => read.has(name))
    const alone = missing.map((variable) => [variable]).filter((each) => failureWithout(each, located) !== undefined)
    for (const variables of alone.length > 0 ? alone : [missing]) {
      const failure = failureWithout(variables, located)
      if (failure !== undefined) yield { path: located.path, message: messageOf(variables, failure) }
    }
  }
}

function messageOf(variables: readonly Variable[], failure: string): string {
  const names = variables.map(({ name }) => quoted(name)).join(' and ')
  const isOne = variables.length === 1
  return (
    `this formula fails if a play leaves out the ${isOne ? 'variable' : 'variables'} ${names}: ${failure}; ` +
    `${isOne ? 'make it required or give it' : 'make one required or give it'} a default that works`
  )
}

/**
 * Returns why a formula fails without some variables. Returns undefined if it does not, or if it can also fail with
 * them.
 */
function failureWithout(variables: readonly Variable[], { formula, isAmount }: LocatedFormula): string | undefined {
  const values = new Map(variables.map((variable) => [variable.name, absentValue(variable)]))
  const valueIn = (scope: FormulaScope) => (isAmount ? evaluateAmount : evaluate)(formula, scope)
  const without = valueIn(scopeWith(values))
  return isFailure(without) && !isFailure(valueIn(scopeWith(new Map()))) ? without.failure : undefined
}

/**
 * Returns a scope with the values of variables. Every other name has a different amount, so that no difference of two
 * names is 0.
 */
function scopeWith(values: ReadonlyMap<string, FormulaValue>): FormulaScope {
  const amounts = new Map<string, FormulaValue>()
  const amountOf = (key: string): FormulaValue => {
    const amount = amounts.get(key) ?? parseAmount(`${amounts.size + 3}.${7321 + 197 * amounts.size}`) ?? 1
    amounts.set(key, amount)
    return amount
  }
  return {
    variable: (name) => values.get(name) ?? amountOf(`vars ${name}`),
    score: (metric, item) => amountOf(`scores ${metric} ${item ?? ''}`),
  }
}

/** Yields the formulas of rewards and of comparisons of variables in a part of a component. */
function* formulasIn(part: unknown, path: Path): Generator<LocatedFormula> {
  for (const [key, value] of Object.entries(fieldsOf(part))) {
    const at = [...path, Array.isArray(part) ? Number(key) : key]
    if (key === 'value') for (const [inner, text] of textsIn(value)) yield* parsedFormula(text, [...at, ...inner], true)
    else if (key === 'lhs' || key === 'rhs') yield* parsedFormula(value, at, false)
    else yield* formulasIn(value, at)
  }
}

function textsIn(value: unknown): readonly (readonly [path: Path, text: unknown])[] {
  return typeof value === 'object'
    ? Object.entries(fieldsOf(value)).map(([item, text]) => [[item], text])
    : [[[], value]]
}

function* parsedFormula(text: unknown, path: Path, isAmount: boolean): Generator<LocatedFormula> {
  const formula = typeof text === 'string' ? parseFormula(text) : undefined
  if (formula !== undefined && !isProblem(formula)) yield { path, formula, isAmount }
}
