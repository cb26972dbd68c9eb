import { expect, test } from 'vitest'
import { amount, counted, numberCell, percent, shareCell } from './numbers.ts'

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
  [0, '0%'],
  [0.00001, '<0.1%'],
  [0.123, '12.3%'],
  [0.99999, '>99.9%'],
  [1, '100%'],
])('writes the share %d so that few are not none and most are not all', (share, written) => {
  expect(percent(share)).toBe(written)
})

test('writes a noun as its number demands', () => {
  expect([counted(1, 'player'), counted(2000, 'player')]).toEqual(['1 player', '2,000 players'])
})

test('keeps the exact figure of a cell, and has none where there is no figure', () => {
  expect([numberCell(1 / 3), shareCell(1 / 3), numberCell(null), shareCell(undefined)]).toEqual([
    { text: '0.33', exact: String(1 / 3) },
    { text: '33.3%', exact: String(1 / 3) },
    { text: '–' },
    { text: '–' },
  ])
})
