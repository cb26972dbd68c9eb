import {
  isProblem,
  MAX_DEPTH,
  MAX_LENGTH,
  parseFormula,
  type FormulaValue,
} from '../../src/game/kernel/formula-parser.ts'
import { evaluate, isFailure, MAX_TEXT_LENGTH, type FormulaScope } from '../../src/game/kernel/formula.ts'
import { block, code, page, table } from './markdown.ts'

/** The variables of the examples. */
const vars: Readonly<Record<string, FormulaValue>> = { stars: 3, word: { text: 'tail' } }
const scores: Readonly<Record<string, FormulaValue>> = { xp: 40, 'gold-coins': 7, 'badges/Rookie': 1 }

const scope: FormulaScope = {
  variable: (name) => vars[name],
  score: (metric, item) => scores[item === undefined ? metric : `${metric}/${item}`],
}

const examples = [
  '5',
  '1 + 2 * 3',
  '(1 + 2) * 3',
  '-2 * -3',
  '0.1 + 0.2',
  '10 / 4',
  '7 % 3',
  '1 / 3',
  '9007199254740993 + 1',
  '2 * $vars.stars',
  '$scores.xp + 10',
  "$scores['gold-coins'] * 2",
  '$scores.badges.Rookie',
  "$scores['badges']['Rookie'] + 1",
  "'5' * 2",
  "'cock' + $vars.word",
  '$scores.xp / 0',
  '$vars.moons',
  '$vars.word * 2',
  '2 +',
  '2 ** 3',
  '(1 + 2',
] as const

/** Returns the page of formulas: the grammar from the source of the parser, and examples with their results. */
export function formulasPage(parserSource: string): string {
  return page([
    '# Formulas',
    '[4.4](../interface/4-design-and-rules.md#44-formulas) says where you can use formulas and what they can read.',
    '## Grammar',
    ...grammarIn(parserSource),
    '## Limits',
    table(
      ['What', 'At most'],
      [
        ['characters of a formula', String(MAX_LENGTH)],
        ['nested parentheses and minus signs', String(MAX_DEPTH)],
        ['characters of a joined text', String(MAX_TEXT_LENGTH)],
      ],
    ),
    '## Examples',
    `With ${given}:`,
    table(
      ['Formula', 'Result'],
      examples.map((text) => [code(text), outcomeOf(text)]),
    ),
  ])
}

const given = [
  ...Object.entries(vars).map(([name, value]) => code(`$vars.${name} = ${valueText(value)}`)),
  ...Object.entries(scores).map(([name, value]) =>
    code(`$scores['${name.replace('/', "']['")}'] = ${valueText(value)}`),
  ),
].join(', ')

function outcomeOf(text: string): string {
  const formula = parseFormula(text)
  if (isProblem(formula)) return `not a formula: ${formula.message}, at character ${formula.position + 1}`
  const value = evaluate(formula, scope)
  return isFailure(value) ? `cannot be computed: ${value.failure}` : code(valueText(value))
}

function valueText(value: FormulaValue): string {
  return typeof value === 'object' ? JSON.stringify(value.text) : String(value)
}

/** Reads the first comment of the parser: indented lines are the grammar, and the lines after it are remarks. */
function grammarIn(source: string): string[] {
  const [, comment] = /^\/\*\*\n([^]*?)\n \*\//.exec(source) ?? []
  if (comment === undefined) throw new Error('the parser of formulas does not begin with its grammar')
  const lines = comment.split('\n').map((line) => line.replace(/^ \* ?/, ''))
  const grammar = lines.filter((line) => line.startsWith('    ')).map((line) => line.slice(4))
  const remarks = lines.slice(lines.findIndex((line) => line.startsWith('- ')))
  return [block('', grammar.join('\n')), remarks.join('\n').trim()]
}
