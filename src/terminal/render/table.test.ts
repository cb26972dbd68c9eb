import { expect, test } from 'vitest'
import { cut, table } from './table.ts'

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

test('what fits stays, and what is too wide ends with a mark within its width', () => {
  expect(cut('trinity', 7, true)).toBe('trinity')
  expect(cut('trinity', 6, true)).toBe('trini…')
  expect(cut('trinity', 6, false)).toBe('trini~')
  expect(cut('trinity', 1, true)).toBe('…')
  expect(cut('trinity', 0, true)).toBe('')
})

test('a letter that takes two places is not cut in half', () => {
  expect(cut('救世主', 5, true)).toBe('救世…')
  expect(cut('救世主', 4, true)).toBe('救…')
})
