/**
 * The language of formulas (spec 4.4, 4.16) and its parser, which turns text into a tree and runs nothing.
 *
 *     sum     = product (("+" | "-") product)*
 *     product = factor (("*" | "/" | "%") factor)*
 *     factor  = "-" factor | "(" sum ")" | number | string | "$vars" key | "$scores" key key?
 *     key     = "." name | "[" string "]"
 *
 * - A number is digits, optionally with a decimal point between them. There is no unary plus.
 * - A name after a dot is letters, digits and `_`. Use brackets for ids and items that contain other characters:
 *   `$scores.a-b` is a difference, and `$scores['a-b']` is the score of the metric `a-b`.
 * - In a string, write a quote as `\'` or `\"` and a backslash as `\\`. Before any other character, a backslash is just a
 *   backslash.
 * - Spaces between the parts are ignored.
 */

import { negate, parseAmount, type Amount } from './decimal.ts'
import { quoted } from './message-text.ts'
import { suggestion } from './nearest.ts'

/** The maximum length of a formula, in UTF-16 units. */
export const MAX_LENGTH = 4096

/**
 * The maximum nesting of parentheses and minus signs. Code that walks an expression recurses at most three times as
 * deep.
 */
export const MAX_DEPTH = 64

/** A number or a text. They are different types because `+` joins two texts even if both of them are numbers. */
export type FormulaValue = Amount | { readonly text: string }

/** The binary operators of formulas. */
export type Operator = '+' | '-' | '*' | '/' | '%'

/** A score that a formula reads: the score of a metric, or the count of one item of a set metric. */
export interface ScoreName {
  readonly metric: string
  readonly item?: string
}

/**
 * A parsed formula. A `chain` is a sequence of operators of equal precedence, evaluated from left to right: a long sum
 * becomes a long list instead of a deep tree.
 */
export type Expression =
  | { readonly kind: 'constant'; readonly value: FormulaValue }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'score'; readonly name: ScoreName }
  | { readonly kind: 'negation'; readonly operand: Expression }
  | { readonly kind: 'chain'; readonly first: Expression; readonly steps: readonly Step[] }

/** An operator of a chain and its right operand. */
interface Step {
  readonly operator: Operator
  readonly operand: Expression
}

/** A formula as text and as the parsed expression. */
export interface Formula {
  readonly text: string
  readonly expression: Expression
}

/** Why a text is not a formula. `position` is the offset of the problem in UTF-16 units. */
export interface FormulaProblem {
  readonly message: string
  readonly position: number
}

/** Parses a formula, or returns what is wrong with it. Never throws, however long or deep the text is. */
export function parseFormula(text: string): Formula | FormulaProblem {
  if (text.length > MAX_LENGTH) {
    return { message: `a formula can have at most ${MAX_LENGTH} characters`, position: MAX_LENGTH }
  }
  const cursor: Cursor = { text, position: 0, depth: 0 }
  const expression = parseSum(cursor)
  if (isProblem(expression)) return expression
  skipBlanks(cursor)
  return cursor.position < text.length ? expected(cursor, 'an operator') : { text, expression }
}

/** Whether a result of the parser is a problem. */
export function isProblem(parsed: string | object): parsed is FormulaProblem {
  return typeof parsed === 'object' && 'message' in parsed
}

/** The state of the parser: its position in the text, and the current nesting of parentheses and minus signs. */
interface Cursor {
  readonly text: string
  position: number
  depth: number
}

type Parsed = Expression | FormulaProblem

const BLANKS = /\s*/y
const SUM_OPERATOR = /[+-]/y
const PRODUCT_OPERATOR = /[*/%]/y
const NUMBER = /\d+(?:\.\d+)?/y
const NAME = /[A-Za-z0-9_]+/y
const STRING = /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y
const ROOTS = ['$vars', '$scores'] as const
const ROOT = /\$(?:vars|scores)\b/y
const OTHER_ROOT = /\$\w+/y
const MINUS = /-/y
const POINT = /\./y
const KEY_START = /[.[]/y
const OPEN_BRACKET = /\[/y
const CLOSE_BRACKET = /\]/y
const OPEN_PARENTHESIS = /\(/y
const CLOSE_PARENTHESIS = /\)/y

function parseSum(cursor: Cursor): Parsed {
  return parseChain(cursor, SUM_OPERATOR, parseProduct)
}

function parseProduct(cursor: Cursor): Parsed {
  return parseChain(cursor, PRODUCT_OPERATOR, parseFactor)
}

function parseChain(cursor: Cursor, operators: RegExp, parseOperand: (cursor: Cursor) => Parsed): Parsed {
  const first = parseOperand(cursor)
  if (isProblem(first)) return first
  const steps: Step[] = []
  for (let operator = take(cursor, operators); operator !== undefined; operator = take(cursor, operators)) {
    const operand = parseOperand(cursor)
    if (isProblem(operand)) return operand
    steps.push({ operator: operator as Operator, operand })
  }
  return steps.length === 0 ? first : { kind: 'chain', first, steps }
}

function parseFactor(cursor: Cursor): Parsed {
  if (take(cursor, MINUS) !== undefined) return parseDeeper(cursor, parseNegation)
  if (take(cursor, OPEN_PARENTHESIS) !== undefined) return parseDeeper(cursor, parseGroup)
  const root = take(cursor, ROOT)
  if (root !== undefined) return root === '$vars' ? parseVariable(cursor) : parseScore(cursor)
  const other = match(cursor, OTHER_ROOT)
  return other === undefined ? parseConstant(cursor) : unknownRoot(other, cursor.position)
}

function unknownRoot(name: string, position: number): FormulaProblem {
  const meant = suggestion(name, ROOTS) || `, expected ${ROOTS.join(' or ')}`
  return { message: `unknown name ${quoted(name)}${meant}`, position }
}

function parseDeeper(cursor: Cursor, parse: (cursor: Cursor) => Parsed): Parsed {
  if (cursor.depth === MAX_DEPTH) {
    return { message: `a formula can nest at most ${MAX_DEPTH} levels deep`, position: cursor.position - 1 }
  }
  cursor.depth += 1
  const parsed = parse(cursor)
  cursor.depth -= 1
  return parsed
}

function parseNegation(cursor: Cursor): Parsed {
  const operand = parseFactor(cursor)
  if (isProblem(operand)) return operand
  const constant = operand.kind === 'constant' ? operand.value : undefined
  if (constant === undefined || typeof constant === 'object') return { kind: 'negation', operand }
  return { kind: 'constant', value: negate(constant) }
}

function parseGroup(cursor: Cursor): Parsed {
  const inner = parseSum(cursor)
  if (isProblem(inner)) return inner
  return take(cursor, CLOSE_PARENTHESIS) === undefined ? expected(cursor, "an operator or ')'") : inner
}

function parseVariable(cursor: Cursor): Parsed {
  const name = parseKey(cursor)
  return isProblem(name) ? name : { kind: 'variable', name }
}

function parseScore(cursor: Cursor): Parsed {
  const metric = parseKey(cursor)
  if (isProblem(metric)) return metric
  if (!isAt(cursor, KEY_START)) return { kind: 'score', name: { metric } }
  const item = parseKey(cursor)
  return isProblem(item) ? item : { kind: 'score', name: { metric, item } }
}

function parseKey(cursor: Cursor): string | FormulaProblem {
  if (take(cursor, POINT) !== undefined) return take(cursor, NAME) ?? expected(cursor, 'a name')
  if (take(cursor, OPEN_BRACKET) === undefined) return expected(cursor, "'.' or '['")
  const quoted = take(cursor, STRING)
  if (quoted === undefined) return expected(cursor, 'a name in quotes')
  return take(cursor, CLOSE_BRACKET) === undefined ? expected(cursor, "']'") : unquote(quoted)
}

function parseConstant(cursor: Cursor): Parsed {
  const quoted = take(cursor, STRING)
  if (quoted !== undefined) return { kind: 'constant', value: { text: unquote(quoted) } }
  const digits = take(cursor, NUMBER)
  if (digits === undefined) return expected(cursor, 'a number, a string, $vars, $scores or a parenthesis')
  const value = parseAmount(digits)
  if (value !== undefined) return { kind: 'constant', value }
  return { message: 'a number has too many digits', position: cursor.position - digits.length }
}

function unquote(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\(['"\\])/g, '$1')
}

/** Skips blanks and consumes what the pattern matches there. Consumes no more than the blanks if it does not match. */
function take(cursor: Cursor, pattern: RegExp): string | undefined {
  skipBlanks(cursor)
  const found = match(cursor, pattern)
  cursor.position += found?.length ?? 0
  return found
}

function isAt(cursor: Cursor, pattern: RegExp): boolean {
  skipBlanks(cursor)
  return match(cursor, pattern) !== undefined
}

function skipBlanks(cursor: Cursor): void {
  cursor.position += match(cursor, BLANKS)?.length ?? 0
}

function match(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.position
  return pattern.exec(cursor.text)?.[0]
}

function expected(cursor: Cursor, what: string): FormulaProblem {
  return { message: `expected ${what}, found ${describeNext(cursor)}`, position: cursor.position }
}

function describeNext(cursor: Cursor): string {
  const next = cursor.text.codePointAt(cursor.position)
  if (next === undefined) return 'the end'
  if (match(cursor, STRING) !== undefined) return 'a string'
  const character = String.fromCodePoint(next)
  return character === "'" || character === '"' ? 'a string without a closing quote' : `'${character}'`
}
