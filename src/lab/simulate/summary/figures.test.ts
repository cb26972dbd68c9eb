import { expect, test } from 'vitest'
import { daysText, numberText, shareText } from './figures.ts'

test.each([
  [null, '-'],
  [0, '0'],
  [1_234_567, '1,234,567'],
  ['123456789012345', '123,456,789,012,345'],
  ['1'.repeat(21), '1.11e+20'],
  ['-1234.5', '-1,234'],
  ['14050.75', '14,051'],
  [999.9996, '1,000'],
  [12.345, '12.3'],
  ['0.00123456', '0.00123'],
])('the number %s is shown as %s', (figure, text) => expect(numberText(figure)).toBe(text))

test.each([
  [null, '-'],
  [0 / 0, '-'],
  [0, '0 %'],
  [0.0004, '<0.1 %'],
  [0.034, '3.4 %'],
  [0.03, '3 %'],
  [0.0996, '10 %'],
  [0.994, '99 %'],
  [0.9999, '>99 %'],
  [1, '100 %'],
  [12.5, '1,250 %'],
])('the share %s is shown as %s', (share, text) => expect(shareText(share)).toBe(text))

test.each([
  [null, '-'],
  [0, 'at once'],
  [10 / 1440, '<0.01 days'],
  [0.4, '0.4 days'],
  [0.957, '0.96 days'],
  [0.999, '1 day'],
  [1, '1 day'],
  [1.002, '1 day'],
  [4.23, '4.2 days'],
  [12.345, '12.3 days'],
])('the time of %s days is shown as %s', (days, text) => expect(daysText(days)).toBe(text))
