/** Evaluates parsed formulas in a scope of variables and scores (spec 4.4, 4.16). */

import { add, divide, multiply, negate, parseAmount, remainder, subtract, type Amount } from './decimal.ts'
import type { Expression, Formula, FormulaValue, Operator, ScoreName } from './formula-parser.ts'

/** The maximum length of a text that a formula joins, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 65_536

/** The number of UTF-16 units of a name or text that a failure shows. */
const MAX_SHOWN_LENGTH = 64

/** Why a formula has no value: an unknown name, a text instead of a number, a division by zero, or a size limit. */
export interface FormulaFailure {
  readonly failure: string
}

/**
 * The values of the names in a formula. `undefined` means that the name is unknown. A failure means that the score is a
 * compound whose own formula failed. The scope decides how it compares the names of items.
 */
export interface FormulaScope {
  variable(name: string): FormulaValue | undefined
  score(metric: string, item: string | undefined): FormulaValue | FormulaFailure | undefined
}

/** The names that a formula reads, without duplicates, in the order of their first use. */
interface FormulaNames {
  readonly vars: readonly string[]
  readonly scores: readonly ScoreName[]
}

/** Returns the value of a formula in a scope. */
export function evaluate(formula: Formula, scope: FormulaScope): FormulaValue | FormulaFailure {
  return valueOf(formula.expression, scope)
}

/** Returns the value of a formula that must be a number. A text that contains a number is accepted. */
export function evaluateAmount(formula: Formula, scope: FormulaScope): Amount | FormulaFailure {
  const value = valueOf(formula.expression, scope)
  return isFailure(value) ? value : numberOrFailure(value)
}

/** Whether a result of the evaluation is a failure. */
export function isFailure(value: FormulaValue | FormulaFailure): value is FormulaFailure {
  return typeof value === 'object' && (value as Partial<FormulaFailure>).failure !== undefined
}

/** Returns the number of a formula that consists of one number, with or without a sign; otherwise `undefined`. */
export function constantOf(formula: Formula): Amount | undefined {
  const { expression } = formula
  return expression.kind === 'constant' && typeof expression.value !== 'object' ? expression.value : undefined
}

/**
 * Returns the names that a formula reads, to validate a design and to decide when the formula must be computed again.
 */
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

/** Returns the number of operators of a formula, which is the cost of its evaluation. */
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

/** Returns the value as a number. A text that contains a number is accepted. Spec 4.16 "Amounts". */
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

/** Quotes a text, and truncates it if it is long. */
function shown(text: string): string {
  return JSON.stringify(text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text)
}
