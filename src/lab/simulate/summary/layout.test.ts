import { describe, expect, test } from 'vitest'
import { fittedTable, largest, sentence, withoutRepeats, type SummaryStyle } from './layout.ts'

test('a sentence does not break between a number and its %', () => {
  expect(sentence(`${'x'.repeat(76)} 20 % of all`)).toEqual(['x'.repeat(76), '20 % of all'])
})

const same = (text: string): string => text
const style: SummaryStyle = { paint: { strong: same, faint: same, good: same, bad: same }, unicode: true }

describe('a table', () => {
  test('that fits stays as it is', () => {
    expect(fittedTable(['A', 'B'], [['x', '1']], new Set([1]), style)).toEqual(['A  B', 'x  1'])
  })

  test('shortens the widest names until it has 80 columns, and never numbers', () => {
    const rows = [['n'.repeat(70), '1234567890', 'm'.repeat(30)]]
    expect(fittedTable(['NAME', 'SCORE', 'OTHER'], rows, new Set([1]), style)).toEqual([
      `NAME${' '.repeat(36 - 4)}       SCORE  OTHER`,
      `${'n'.repeat(35)}…  1234567890  ${'m'.repeat(30)}`,
    ])
  })

  test('with more numbers than fit is cut', () => {
    const [, row] = fittedTable(['NAME', 'SCORE'], [['n'.repeat(9), '1'.repeat(90)]], new Set([1]), style)
    expect(row).toBe(`nnn…  ${'1'.repeat(73)}…`)
  })

  test('measures characters that are escaped', () => {
    const [, row] = fittedTable(['NAME', 'LAST'], [['\u001b'.repeat(40), 'last']], new Set(), style)
    expect(row).toBe(`${'\\u{1b}'.repeat(12)}\\…  last`)
  })
})

test('a sentence has its indents', () => {
  const text = sentence('word '.repeat(30).trim(), { first: '- ', others: '  ' })
  expect(text).toEqual([`- ${'word '.repeat(15).trim()}`, `  ${'word '.repeat(15).trim()}`])
})

test('the same name as above is left out', () => {
  const rows = ['a', 'a', 'b', 'a'].map((name) => [name, 'a'])
  expect(withoutRepeats(rows).map(([name]) => name)).toEqual(['a', '', 'b', 'a'])
})

test('the largest come first, and the others are counted', () => {
  const entries = [3, 9, 1, 5].map((size) => [`s${size}`, size, String(size)] as const)
  expect(largest(entries, 4)).toBe('s9 9, s5 5, s3 3, s1 1')
  expect(largest(entries, 2)).toBe('s9 9, s5 5, 2 more')
})
