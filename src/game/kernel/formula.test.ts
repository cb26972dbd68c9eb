import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseAmount, type Amount } from './decimal.ts'
import { isProblem, MAX_DEPTH, MAX_LENGTH, parseFormula, type Formula, type FormulaValue } from './formula-parser.ts'
import {
  constantOf,
  evaluate,
  evaluateAmount,
  isFailure,
  MAX_TEXT_LENGTH,
  namesIn,
  type FormulaScope,
} from './formula.ts'

const variables = new Map<string, FormulaValue>([
  ['x', 7],
  ['price', '2.5'],
  ['name', { text: 'neo' }],
  ['digits', { text: '007' }],
  ['__proto__', 3],
  ['long', { text: 'z'.repeat(MAX_TEXT_LENGTH) }],
])
const scores = new Map<string, FormulaValue>([
  ['xp', 120],
  ['level', { text: 'novice' }],
  ['a-b', 30],
  ['a', 50],
  ['fruit/apple', 4],
  ["fruit/o'clock", 5],
  ['fruit/5', 6],
])
const scope: FormulaScope = {
  variable: (name) => variables.get(name),
  score: (metric, item) => scores.get(item === undefined ? metric : `${metric}/${item}`),
}

function formula(text: string): Formula {
  const parsed = parseFormula(text)
  if (isProblem(parsed)) throw new Error(`${text}: ${parsed.message} at ${parsed.position}`)
  return parsed
}

function parsingOf(text: string): 'a formula' | { message: string; position: number } {
  const parsed = parseFormula(text)
  return isProblem(parsed) ? parsed : 'a formula'
}

describe('a formula has the value', () => {
  test.each<[string, FormulaValue]>([
    ['5', 5],
    ['  007.50\n', '7.5'],
    ['-5', -5],
    ['-0', 0],
    ['--5', 5],
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['100 / 10 / 5', 2],
    ['7 % 4 * 2', 6],
    ['2 - -3', 5],
    ['-(2 + 3) * 2', -10],
    ['-7 % 3', -1],
    ['0.1 + 0.2', '0.3'],
    ['9007199254740991 + 2', '9007199254740993'],
    ['1/3', `0.${'3'.repeat(34)}`],
    ['$vars.x * 10', 70],
    ['$vars[\'x\'] + $vars[ "price" ]', '9.5'],
    ['-$vars.x', -7],
    ['$vars.__proto__', 3],
    ["$scores['xp'] * 10", 1200],
    ['$scores.xp+$vars.x', 127],
    ['$scores.fruit.apple', 4],
    ["$scores['fruit']['apple']", 4],
    ["$scores.fruit['o\\'clock']", 5],
    ["$scores['fruit'].5 + 1", 7],
    ["$scores['a-b']", 30],
    ['$scores.a-20', 30],
    ["'neo'", { text: 'neo' }],
    ['$vars.name', { text: 'neo' }],
    ['$scores.level', { text: 'novice' }],
    ["'a' + \"b\" + 'c'", { text: 'abc' }],
    ["'1' + '2'", { text: '12' }],
    ["'1' + '2' + 3", 15],
    ["'1' + 2", 3],
    ["'6' * '7'", 42],
    ["-'2.50'", '-2.5'],
    ['$vars.digits', { text: '007' }],
    ['$vars.digits + 0', 7],
    [String.raw`'it\'s' + "\"" + '\\' + '\n'`, { text: String.raw`it's"\\n` }],
    ["'日本 $vars.x (1'", { text: '日本 $vars.x (1' }],
  ])('%s', (text, value) => {
    expect(evaluate(formula(text), scope)).toEqual(value)
  })
})

describe('a formula fails', () => {
  test.each<[string, string]>([
    ['1 / 0', 'division by zero'],
    ['1 % ($vars.x - 7)', 'division by zero'],
    ['$vars.y', 'unknown name $vars["y"]'],
    ['1 + $vars.constructor * 2', 'unknown name $vars["constructor"]'],
    ['$scores.none', 'unknown name $scores["none"]'],
    ['-$scores.fruit.pear', 'unknown name $scores["fruit"]["pear"]'],
    ['$vars.name * 2', '"neo" is not a number'],
    ['2 + $vars.name', '"neo" is not a number'],
    ["-'x'", '"x" is not a number'],
    ["'' - 1", '"" is not a number'],
    ["'Infinity' - 1", '"Infinity" is not a number'],
    [`'${'q'.repeat(100)}' * 1`, `"${'q'.repeat(64)}…" is not a number`],
    [`${'9'.repeat(200)} * ${'9'.repeat(200)} + 1`, 'a number with too many digits'],
    ["$vars.long + 'z'", 'a text that is too long'],
  ])('%s: %s', (text, failure) => {
    const value = evaluate(formula(text), scope)
    expect(value).toEqual({ failure })
    expect(isFailure(value)).toBe(true)
  })

  test('where a number is wanted and the result is a text that is none', () => {
    expect(evaluateAmount(formula("'1' + '2'"), scope)).toBe(12)
    expect(evaluateAmount(formula('$vars.digits'), scope)).toBe(7)
    expect(evaluateAmount(formula('$vars.name'), scope)).toEqual({ failure: '"neo" is not a number' })
    expect(evaluateAmount(formula('$vars.y'), scope)).toEqual({ failure: 'unknown name $vars["y"]' })
  })
})

describe('a text is refused with the position of what is wrong', () => {
  const operand = 'expected a number, a string, $vars, $scores or a parenthesis'
  test.each<[string, string, number]>([
    ['', `${operand}, found the end`, 0],
    ['   ', `${operand}, found the end`, 3],
    ['1 +', `${operand}, found the end`, 3],
    ['* 2', `${operand}, found '*'`, 0],
    ['+5', `${operand}, found '+'`, 0],
    ['.5', `${operand}, found '.'`, 0],
    ['()', `${operand}, found ')'`, 1],
    ['$scores.a-b', `${operand}, found 'b'`, 10],
    ['$foo', "unknown name '$foo', expected $vars or $scores", 0],
    ['$varsx', "unknown name '$varsx' (did you mean '$vars'?)", 0],
    ['2 * $score.streak', "unknown name '$score' (did you mean '$scores'?)", 4],
    ['$ + 1', `${operand}, found '$'`, 0],
    ['1 + 💥', `${operand}, found '💥'`, 4],
    ["2 * 'abc", `${operand}, found a string without a closing quote`, 4],
    ["'abc\\'", `${operand}, found a string without a closing quote`, 0],
    ['5.', "expected an operator, found '.'", 1],
    ['1e5', "expected an operator, found 'e'", 1],
    ['0x10', "expected an operator, found 'x'", 1],
    ['1 2', "expected an operator, found '2'", 2],
    ["1 'a'", 'expected an operator, found a string', 2],
    ['1)', "expected an operator, found ')'", 1],
    ['$vars.x.y', "expected an operator, found '.'", 7],
    ['$scores.a.b.c', "expected an operator, found '.'", 11],
    ['1; process.exit()', "expected an operator, found ';'", 1],
    ['(1 + 2', "expected an operator or ')', found the end", 6],
    ['$vars', "expected '.' or '[', found the end", 5],
    ['$scores()', "expected '.' or '[', found '('", 7],
    ['$vars.', 'expected a name, found the end', 6],
    ["$vars.'x'", 'expected a name, found a string', 6],
    ['$vars[x]', "expected a name in quotes, found 'x'", 6],
    ["$scores['xp'", "expected ']', found the end", 12],
    [`1 + ${'9'.repeat(257)}`, 'a number has too many digits', 4],
  ])('%s: %s', (text, message, position) => {
    expect(parsingOf(text)).toEqual({ message, position })
  })

  test('nesting has a limit, for parentheses and for minus signs', () => {
    const nested = (depth: number): string => '('.repeat(depth) + '1' + ')'.repeat(depth)
    const tooDeep = { message: 'a formula can nest at most 64 levels deep', position: MAX_DEPTH }
    expect(evaluate(formula(nested(MAX_DEPTH)), scope)).toBe(1)
    expect(parsingOf(nested(MAX_DEPTH + 1))).toEqual(tooDeep)
    expect(parsingOf('('.repeat(MAX_LENGTH))).toEqual(tooDeep)
    expect(parsingOf(`${'-'.repeat(MAX_LENGTH - 1)}1`)).toEqual(tooDeep)
    expect(evaluate(formula(`${'(1)+'.repeat(MAX_DEPTH * 2)}1`), scope)).toBe(MAX_DEPTH * 2 + 1)
  })

  test('length has a limit, and nothing within it is too much for the stack', () => {
    const longest = `1${'+1'.repeat(MAX_LENGTH / 2 - 1)} `
    expect(longest).toHaveLength(MAX_LENGTH)
    expect(evaluate(formula(longest), scope)).toBe(MAX_LENGTH / 2)
    const tooLong = { message: 'a formula can have at most 4096 characters', position: MAX_LENGTH }
    expect(parsingOf(`${longest} `)).toEqual(tooLong)
    expect(parsingOf('('.repeat(10_000) + '1' + ')'.repeat(10_000))).toEqual(tooLong)
  })
})

describe('what a formula is made of', () => {
  test('a number, signed or not, is a constant', () => {
    const texts = ['5', ' -2.50 ', '-(-3)', '1 + 1', "'5'", '$vars.x', '-$vars.x']
    expect(texts.map((text) => constantOf(formula(text)))).toEqual([5, '-2.5', 3, ...Array(4).fill(undefined)])
  })

  test('its names are listed once each, in order', () => {
    const text = "-$scores.xp * ($vars.x + $scores.bag['xp']) - $vars['b'] % $scores['xp'] + $vars.x + $scores.bag.xp"
    expect(namesIn(formula(text))).toEqual({
      vars: ['x', 'b'],
      scores: [{ metric: 'xp' }, { metric: 'bag', item: 'xp' }],
    })
    expect(namesIn(formula("5 + '$vars.x'"))).toEqual({ vars: [], scores: [] })
  })

  test('its text is kept as written', () => {
    expect(formula(' $vars.x ').text).toBe(' $vars.x ')
  })
})

/** A random formula as text, with its value by big integers; parenthesised no more than its priorities ask for. */
interface Sample {
  readonly text: string
  readonly value: bigint
  readonly rank: number
}

const OPERATORS: readonly (readonly [string, number, (a: bigint, b: bigint) => bigint])[] = [
  ['+', 1, (a, b) => a + b],
  ['-', 1, (a, b) => a - b],
  ['*', 2, (a, b) => a * b],
  ['%', 2, (a, b) => a % b],
]

const { sample } = fc.letrec<{ sample: Sample; leaf: Sample; negation: Sample; operation: Sample }>((tie) => ({
  sample: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('operation'), tie('negation')),
  leaf: fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** 60n }).map((value) => ({ text: String(value), value, rank: 4 })),
    fc.nat(9).map((value) => ({ text: String(value), value: BigInt(value), rank: 4 })),
    fc.constant({ text: '$vars.x', value: 7n, rank: 4 }),
    fc.constant({ text: "$scores['xp']", value: 120n, rank: 4 }),
  ),
  negation: tie('sample').map((inner) => ({ text: `-${within(inner, 3)}`, value: -inner.value, rank: 3 })),
  operation: fc
    .tuple(fc.constantFrom(...OPERATORS), tie('sample'), tie('sample'), fc.constantFrom('', ' ', '\t\n'))
    .map(([[sign, rank, operate], left, right, blank]) => {
      const guarded = sign === '%' && right.value === 0n ? { text: '3', value: 3n, rank: 4 } : right
      return {
        text: [within(left, rank), sign, within(guarded, rank + 1)].join(blank),
        value: operate(left.value, guarded.value),
        rank,
      }
    }),
}))

function within(inner: Sample, rank: number): string {
  return inner.rank < rank ? `(${inner.text})` : inner.text
}

test('any formula of whole numbers has the value that big integers give it', () => {
  fc.assert(
    fc.property(sample, ({ text, value }) => {
      fc.pre(text.length <= MAX_LENGTH && String(value).length <= 200)
      expect(evaluateAmount(formula(text), scope)).toBe(parseAmount(String(value)) as Amount)
    }),
    { numRuns: 500 },
  )
})

test('any text is a formula or has a problem within it, and any formula a value or a failure', () => {
  const pieces = [
    '$vars',
    '$scores',
    '.',
    'x',
    "['xp']",
    "'",
    '"',
    '\\',
    '(',
    ')',
    '-',
    '+',
    '%',
    '/',
    '1',
    '.5',
    ' ',
    'é',
  ]
  const text = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((all) => all.join('')),
    fc.string(),
  )
  fc.assert(
    fc.property(text, (any) => {
      const parsed = parseFormula(any)
      if (!isProblem(parsed)) return void evaluate(parsed, scope)
      expect(parsed.position).toBeGreaterThanOrEqual(0)
      expect(parsed.position).toBeLessThanOrEqual(any.length)
    }),
    { numRuns: 2000 },
  )
})
