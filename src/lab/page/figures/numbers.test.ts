import { expect, test } from 'vitest'
import { amount, amountCell, counted, number, numberCell, percent, shareCell } from './numbers.ts'

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.125', '-1,234,567.125'],
  ['123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
])('writes all digits of the amount %s', (text, written) => {
  expect(amount(text)).toBe(written)
})

test.each([
  [0, '0\u00a0%'],
  [0.00001, '<0.1\u00a0%'],
  [0.123, '12.3\u00a0%'],
  [0.99999, '>99.9\u00a0%'],
  [1, '100\u00a0%'],
])('writes the share %d so that few are not none and most are not all', (share, written) => {
  expect(percent(share)).toBe(written)
})

test.each([
  [0.04787, '0.0479'],
  [55.87, '55.9'],
  [12_345.67, '12,346'],
  [123_456_789, '123,456,789'],
])('writes the number %d with three digits, and all digits of whole numbers', (value, written) => {
  expect(number(value)).toBe(written)
})

test('writes how far the interval of a mean reaches, unless it has no width', () => {
  expect(
    [
      numberCell(12.34, 0.4),
      numberCell(5, 0),
      shareCell(0.5, 0.02),
      amountCell('287.25', '4'),
      amountCell('7', '0'),
    ].map(({ text }) => text),
  ).toEqual(['12.3 ± 0.4', '5', '50\u00a0% ± 2\u00a0%', '287 ± 4', '7'])
  expect(amountCell('287.25', '4').exact).toBe('287.25')
})

test('writes a noun as its number demands', () => {
  expect([counted(1, 'player'), counted(2000, 'player')]).toEqual(['1 player', '2,000 players'])
})

test('keeps the exact figure of a cell, and has none where there is no figure', () => {
  expect([numberCell(1 / 3), shareCell(1 / 3), numberCell(null), shareCell(undefined)]).toEqual([
    { text: '0.333', exact: String(1 / 3) },
    { text: '33.3\u00a0%', exact: String(1 / 3) },
    { text: '–' },
    { text: '–' },
  ])
})
