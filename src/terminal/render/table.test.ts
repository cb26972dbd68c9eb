import { expect, test } from 'vitest'
import { table } from './table.ts'

test('a table has columns as wide as what is shown in them, and no blanks at line ends', () => {
  expect(
    table(
      ['ID', 'ALIAS', 'ON'],
      [
        ['neo', '救世主', 'yes'],
        ['trinity', 'T', ''],
      ],
    ),
  ).toBe(['ID       ALIAS   ON', 'neo      救世主  yes', 'trinity  T'].join('\n'))
})

test('a column of numbers ends where it ends', () => {
  expect(
    table(
      ['RANK', 'ID', 'SCORE'],
      [
        ['9', 'neo', '-5'],
        ['10', 'smith', '123456'],
      ],
      new Set([0, 2]),
    ),
  ).toBe(['RANK  ID      SCORE', '   9  neo        -5', '  10  smith  123456'].join('\n'))
})

test('a table without rows is its head', () => {
  expect(table(['ID', 'ALIAS'], [])).toBe('ID  ALIAS')
})

test('a cell cannot steer the terminal or break out of its line', () => {
  expect(table(['A'], [['\u001b]0;x\u0007\n']])).toBe('A\n\\u{1b}]0;x\\u{7}\\u{a}')
})

test('a very long table is one too', () => {
  const rows = Array.from({ length: 200_000 }, (_, place) => [`p${place}`, 'x'])
  expect(table(['ID', 'X'], rows).split('\n')).toHaveLength(200_001)
})
