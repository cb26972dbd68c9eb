import type { Random } from './random.ts'
import { list, object, scalar, treeOf, written, type Tree } from './tree.ts'

/** Names that every object of JavaScript has, and others that are no field's. */
export const oddNames: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  'length',
  '0',
  '',
  ' ',
  'a.b',
  'a[b]',
  '$ref',
  '\u0000',
  '\uD800',
  'id',
  '_errors',
  'n'.repeat(10_000),
]

/** Numbers as JSON may write them: beyond what any type holds, between all that are whole. */
const oddNumbers: readonly string[] = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '1e-400',
  '5e-324',
  '1e21',
  '2147483648',
  '4294967296',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551616',
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
  '1E+2',
]

/** What is no JSON, in the place of a value. */
const notJson: readonly string[] = [
  'NaN',
  'Infinity',
  '-Infinity',
  'undefined',
  '01',
  '+1',
  '.5',
  '0x10',
  "'a'",
  '1_000',
  '',
]

const oddInstants: readonly string[] = [
  'yesterday',
  '-1',
  '1e9',
  '8640000000000001',
  '-8640000000000001',
  '253402300800000',
  '9'.repeat(400),
  '0000-00-00',
  '2030-02-30',
  '+275760-09-13',
  '2030-01-06T25:00:00Z',
  '2030-01-06T12:00:00+99:00',
]

/** Formulas and patterns that are wrong, or cost whoever reads them naively. */
const costly: readonly string[] = [
  '('.repeat(5000),
  `${'('.repeat(2000)}1${')'.repeat(2000)}`,
  `${'-'.repeat(4000)}1`,
  `${'1 + '.repeat(2000)}1`,
  `${'$scores.xp * '.repeat(300)}1`,
  `${'9'.repeat(250)} * ${'9'.repeat(250)}`,
  '1 / 0',
  '0 / 0',
  '1 % 0',
  '10 / 3',
  '$scores.__proto__',
  '$scores["constructor"]["constructor"]',
  '$vars.toString',
  '$scores',
  `$scores${"['xp']".repeat(600)}`,
  '1;2',
  '*'.repeat(5000),
  `${'*a'.repeat(2000)}*`,
  '(a+)+$',
  '[',
  '\\',
]

const oddWords: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\u0007\u001B[31m',
  'a\nb',
  '\r\nx: y',
  '\uD83D',
  '\uDC00\uD800',
  '\u202Eoen',
  '\uFEFF',
  '\u2028',
  'e\u0301',
  '🜁🜂',
  'neö',
  'NEO',
  '1neo',
  ' neo ',
  'neo/open/more',
  'neo/',
  '/neo',
  '//',
  '..',
  '../../etc/passwd',
  ':player_id',
  '%',
  '%00',
  '%2F',
  '{}',
  '[]',
  'null',
  'true',
  '<script>',
  "'; DROP",
  '${x}',
  '~',
  '-',
  '*',
  '0190f0c0-0000-7000-8000-000000000001',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
  '00000000-0000-7000-8000-000000000000',
]

/** Lengths around those at which something changes. */
const lengths = [63, 64, 65, 256, 257, 4097, 10_000, 100_000]

/** A text that is wrong somewhere. */
export function oddText(random: Random): string {
  switch (random.below(8)) {
    case 0:
      return random.pick(['n', 'é', '\uD800', '9', '/', '('] as const).repeat(random.pick(lengths))
    case 1:
      return random.pick(oddInstants)
    case 2:
      return random.pick(oddNumbers)
    case 3:
      return random.pick(notJson)
    case 4:
      return random.pick(costly)
    case 5:
      return random.pick(oddNames)
    default:
      return random.pick(oddWords)
  }
}

/** A value that is wrong nearly everywhere. */
export function oddTree(random: Random): Tree {
  switch (random.below(8)) {
    case 0:
      return written(random.pick(oddNumbers))
    case 1:
      return random.oneIn(3) ? written(random.pick(notJson)) : scalar(random.pick([true, false, null] as const))
    case 2:
      return random.pick([list([]), object([]), list([list([])]), list([scalar('neo')]), treeOf({ id: 'neo' })])
    case 3:
      return object([[random.pick(oddNames), written(random.pick(oddNumbers))]])
    default:
      return scalar(oddText(random))
  }
}
