import { formatAmount } from '../game/kernel/decimal.ts'
import { isProblem, parseFormula, type Expression, type Operator } from '../game/kernel/formula-parser.ts'
import type { Names } from './economy-names.ts'

/**
 * A name that a formula shows without quotes. Other names are quoted, so that nothing in them looks like an operator.
 */
const PLAIN_NAME = /^\p{L}[\p{L}\p{M}\p{N}_ ]*$/u

const OPERATORS: Readonly<Record<Operator, string>> = { '+': '+', '-': '-', '*': '×', '/': '/', '%': 'modulo' }

/** Shows a formula with names instead of ids: `15 + votes × 5` for `15 + $vars.votes * 5`. */
export function formulaWords(text: string, names: Names): string {
  const parsed = parseFormula(text)
  return isProblem(parsed) ? text : expressionWords(parsed.expression, names)
}

/** Quotes a name unless it is plain. */
export const inQuotes = (name: string): string => (PLAIN_NAME.test(name) ? name : `'${name}'`)

function expressionWords(expression: Expression, names: Names): string {
  switch (expression.kind) {
    case 'constant':
      return typeof expression.value === 'object' ? `'${expression.value.text}'` : formatAmount(expression.value)
    case 'variable':
      return variableWords(expression.name, names)
    case 'score':
      return scoreWords(expression.name, names)
    case 'negation':
      return `-${operandWords(expression.operand, names)}`
    case 'chain': {
      const isProduct = expression.steps.some(({ operator }) => operator !== '+' && operator !== '-')
      const { first, steps } = expression
      const start = isProduct && first.kind === 'chain' ? operandWords(first, names) : expressionWords(first, names)
      return steps.reduce(
        (words, { operator, operand }) => `${words} ${OPERATORS[operator]} ${stepWords(operand, { names, isProduct })}`,
        start,
      )
    }
  }
}

/** Shows an operand on the right of an operator. A product in a sum needs no parentheses, any other chain does. */
function stepWords(operand: Expression, { names, isProduct }: { names: Names; isProduct: boolean }): string {
  const isInner =
    operand.kind === 'chain' && !isProduct && operand.steps.every(({ operator }) => '*/%'.includes(operator))
  return isInner ? expressionWords(operand, names) : operandWords(operand, names)
}

/** Adds parentheses to an operand that has several parts or begins with a sign. */
function operandWords(expression: Expression, names: Names): string {
  const words = expressionWords(expression, names)
  return expression.kind === 'chain' || words.startsWith('-') ? `(${words})` : words
}

/** Shows a variable in a formula. */
export const variableWords = (name: string, names: Names): string => {
  const shown = names.variable(name)
  return shown === name ? inQuotes(name) : shown
}

interface ScoreName {
  readonly metric: string
  readonly item?: string | undefined
}

/**
 * Shows a score in a condition or formula. A set metric without an item means the number of different items held. Spec
 * 4.16.
 */
export function scoreWords({ metric, item }: ScoreName, names: Names): string {
  const name = inQuotes(names.metric(metric))
  if (item !== undefined) return `${inQuotes(item)} in ${name}`
  return names.typeOf(metric) === 'set' ? `number of different ${name}` : name
}
