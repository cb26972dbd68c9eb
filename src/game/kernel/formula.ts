/** Formulas at work (spec 4.4, 4.16): a parsed formula is walked against a scope of variables and scores. */

import { add, divide, multiply, negate, parseAmount, remainder, subtract, type Amount } from './decimal.ts'
import type { Expression, Formula, FormulaValue, Operator, ScoreName } from './formula-parser.ts'

/** The longest text that joining may give, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 65_536

/** How much of a name or text a failure shows, in UTF-16 units. */
const MAX_SHOWN_LENGTH = 64

/** Why a formula has no value here: an unknown name, a text where a number must be, a division by zero, a size. */
export interface FormulaFailure {
  readonly failure: string
}

/**
 * What the names in a formula stand for; `undefined` is an unknown name, a failure that of a score which is computed
 * itself. An item is matched as the scope likes.
 */
export interface FormulaScope {
  variable(name: string): FormulaValue | undefined
  score(metric: string, item: string | undefined): FormulaValue | FormulaFailure | undefined
}

/** The names that a formula reads, each once, in the order in which they first occur. */
interface FormulaNames {
  readonly vars: readonly string[]
  readonly scores: readonly ScoreName[]
}

/** The value of a formula in a scope. */
export function evaluate(formula: Formula, scope: FormulaScope): FormulaValue | FormulaFailure {
  return valueOf(formula.expression, scope)
}

/** The value of a formula that must be a number; a text that is one counts. */
export function evaluateAmount(formula: Formula, scope: FormulaScope): Amount | FormulaFailure {
  const value = valueOf(formula.expression, scope)
  return isFailure(value) ? value : numberOrFailure(value)
}

/** Whether evaluating gave a failure. */
export function isFailure(value: FormulaValue | FormulaFailure): value is FormulaFailure {
  return typeof value === 'object' && (value as Partial<FormulaFailure>).failure !== undefined
}

/** The number of a formula that is one number, signed or not; `undefined` for all others. */
export function constantOf(formula: Formula): Amount | undefined {
  const { expression } = formula
  return expression.kind === 'constant' && typeof expression.value !== 'object' ? expression.value : undefined
}

/** What a formula reads, for the checks of a design and for knowing when to compute it again. */
export function namesIn(formula: Formula): FormulaNames {
  const vars = new Set<string>()
  const scores = new Map<string, ScoreName>()
  const visit = (expression: Expression): void => {
    if (expression.kind === 'variable') vars.add(expression.name)
    else if (expression.kind === 'score') {
      scores.set(JSON.stringify([expression.name.metric, expression.name.item]), expression.name)
    } else if (expression.kind === 'negation') visit(expression.operand)
    else if (expression.kind === 'chain') {
      visit(expression.first)
      for (const step of expression.steps) visit(step.operand)
    }
  }
  visit(formula.expression)
  return { vars: [...vars], scores: [...scores.values()] }
}

/** How many operators a formula has, which is what its evaluation costs. */
export function stepsIn({ expression }: Formula): number {
  const count = (part: Expression): number => {
    if (part.kind === 'negation') return 1 + count(part.operand)
    if (part.kind !== 'chain') return 0
    return part.steps.reduce((steps, { operand }) => steps + 1 + count(operand), count(part.first))
  }
  return count(expression)
}

type Evaluated = FormulaValue | FormulaFailure

const ARITHMETIC: Readonly<Record<Operator, (a: Amount, b: Amount) => Amount | undefined>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
}

function valueOf(expression: Expression, scope: FormulaScope): Evaluated {
  switch (expression.kind) {
    case 'constant':
      return expression.value
    case 'variable':
      return scope.variable(expression.name) ?? { failure: `unknown name $vars${keys(expression.name)}` }
    case 'score': {
      const { metric, item } = expression.name
      return scope.score(metric, item) ?? { failure: `unknown name $scores${keys(metric, item)}` }
    }
    case 'negation':
      return negated(valueOf(expression.operand, scope))
    case 'chain': {
      let value = valueOf(expression.first, scope)
      for (const { operator, operand } of expression.steps) {
        if (isFailure(value)) return value
        value = operate(operator, value, valueOf(operand, scope))
      }
      return value
    }
  }
}

function negated(operand: Evaluated): Amount | FormulaFailure {
  const amount = isFailure(operand) ? operand : numberOrFailure(operand)
  return typeof amount === 'object' ? amount : negate(amount)
}

function operate(operator: Operator, left: FormulaValue, right: Evaluated): Evaluated {
  if (isFailure(right)) return right
  if (operator === '+' && typeof left === 'object' && typeof right === 'object') return join(left.text, right.text)
  const a = numberOrFailure(left)
  if (typeof a === 'object') return a
  const b = numberOrFailure(right)
  if (typeof b === 'object') return b
  const result = ARITHMETIC[operator](a, b)
  if (result !== undefined) return result
  return { failure: b === 0 ? 'division by zero' : 'a number with too many digits' }
}

function join(left: string, right: string): Evaluated {
  if (left.length + right.length > MAX_TEXT_LENGTH) return { failure: 'a text that is too long' }
  return { text: left + right }
}

/** The number that a value is; a text that is one counts. Spec 4.16 "Amounts". */
export function numberIn(value: FormulaValue): Amount | undefined {
  return typeof value === 'object' ? parseAmount(value.text) : value
}

function numberOrFailure(value: FormulaValue): Amount | FormulaFailure {
  if (typeof value !== 'object') return value
  return numberIn(value) ?? { failure: `${shown(value.text)} is not a number` }
}

function keys(...names: readonly (string | undefined)[]): string {
  return names.map((name) => (name === undefined ? '' : `[${shown(name)}]`)).join('')
}

/** A text in quotes, cut where it is long. */
function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text)
}
