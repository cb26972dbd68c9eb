import { expect, test } from 'vitest'
import { formulaWarnings } from './formula-warnings.ts'

const n = { name: 'n', type: 'int' }
const word = { name: 'word', type: 'string' }
const give = (value: unknown) => ({ metric: { id: 'xp', type: 'point' }, verb: 'add', value })
const compare = (lhs: string, rhs: string) => ({ type: 'var', context: { lhs, operator: 'gt', rhs } })
const warnings = (variables: readonly unknown[], ...rewards: readonly unknown[]) => [
  ...formulaWarnings({ id: 'share', variables, rules: [{ rewards: rewards.map(give) }] }),
]
const fails = (names: string, why: string) => expect.stringMatching(`^this formula fails .* ${names}: ${why}; make `)

test.each([
  ['100 / $vars.n', [n], "'n'", 'division by zero'],
  ['100 % -$vars.n', [n], "'n'", 'division by zero'],
  ['100 / ($scores.xp * $vars.n)', [n], "'n'", 'division by zero'],
  ['100 / $vars.n', [{ ...n, default: 0 }], "'n'", 'division by zero'],
  ['100 / ($vars.n - 1)', [{ ...n, default: 1 }], "'n'", 'division by zero'],
  ['100 / ($vars.n + $vars.m)', [n, { ...n, name: 'm' }], "'n' and 'm'", 'division by zero'],
  ['2 * $vars.word', [word], "'word'", '"" is not a number'],
  ['$vars.word', [word], "'word'", '"" is not a number'],
  ['1 + $vars.word', [{ ...word, default: 'many' }], "'word'", '"many" is not a number'],
])('%s fails without %j', (formula, variables, names, why) => {
  expect(warnings(variables, '5', formula)).toEqual([
    { path: ['rules', 0, 'rewards', 1, 'value'], message: fails(names, why) },
  ])
})

test.each([
  ['100 / $vars.n', [{ ...n, required: true }]],
  ['100 / $vars.n', [{ ...n, default: 4 }]],
  ['100 / (1 + $vars.n)', [n]],
  ['100 / ($scores.a - $scores.b + $vars.n)', [n]],
  ['$vars.n / $scores.xp', [n]],
  ['2 * $vars.word', [{ ...word, default: '0.5' }]],
  ['2 * $vars.word', [{ ...word, required: true }]],
  ['100 / 0 + $vars.n', [n]],
  ['100 / $vars.other', [n]],
  ['100 / ', [n]],
])('%s does not, or not only, fail without %j', (formula, variables) => {
  expect(warnings(variables, formula)).toEqual([])
})

test('each such variable, item and side of a comparison has a warning', () => {
  const requires = { type: 'and', expression: [{}, compare('1 / $vars.n', '$vars.word')] }
  const rules = [{ rewards: [give({ A: '1', B: '1 / $vars.n + 2 * $vars.word' })] }, { rewards: [], requires }]
  expect([...formulaWarnings({ variables: [n, word], rules })]).toEqual([
    { path: ['rules', 0, 'rewards', 0, 'value', 'B'], message: fails("'n'", 'division by zero') },
    { path: ['rules', 0, 'rewards', 0, 'value', 'B'], message: fails("'word'", '"" is not a number') },
    {
      path: ['rules', 1, 'requires', 'expression', 1, 'context', 'lhs'],
      message: fails("'n'", 'division by zero'),
    },
  ])
})

test('a rule that looks at the variable first has none', () => {
  const rules = [{ rewards: [give('1 / $vars.n')], requires: compare('$vars.n', '0') }]
  expect([...formulaWarnings({ variables: [n], rules })]).toEqual([])
})

test.each([
  undefined,
  5,
  { variables: 5, rules: [] },
  { variables: [n], rules: 'x' },
  { variables: [n], rules: [null] },
])('what has another shape has none: %j', (component) => {
  expect([...formulaWarnings(component)]).toEqual([])
})
