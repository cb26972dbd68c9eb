import { expect, test } from 'vitest'
import type { Plot } from './plot.ts'
import { inRows } from './rows.ts'

const plots = (widths: string): readonly Plot[] =>
  [...widths].map((width, i) => ({ id: String(i), isWide: width === 'W' }) as unknown as Plot)

const laidOut = (widths: string): readonly string[] =>
  inRows(plots(widths)).map((shown) => shown.map(({ isWide }) => (isWide === true ? 'W' : 'h')).join(''))

test.each([
  ['', ['', '']],
  ['hh', ['hh', '']],
  ['hhh', ['hhW', '']],
  ['hWh', ['WWW', '']],
  ['hhWhWh', ['hhWWWW', '']],
  ['hhhhhhh', ['hhhhhh', 'W']],
  ['hhWhhhhWh', ['hhWhh', 'hhWW']],
])('plots %j are laid out in full rows, and rows are not split', (widths, rows) => {
  expect(laidOut(widths)).toEqual(rows)
})
