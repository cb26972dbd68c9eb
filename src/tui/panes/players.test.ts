import { expect, test } from 'vitest'
import type { ShownScore } from '../../sentences/score-text.ts'
import { paintFor } from '../../terminal/render/paint.ts'
import type { Canvas } from '../blocks.ts'
import { createTheme } from '../layout.ts'
import { levelBars } from './players.ts'

const paint = paintFor({ write: () => {}, isTerminal: false }, {}, true)
const canvas: Canvas = { read: () => ({ kind: 'loading' }), theme: createTheme(paint, true), width: 60 }

const xp = (value: string): ShownScore => ({ metric: { id: 'xp', name: 'XP', type: 'point' }, value })
const rank = (low: string, high: string): ShownScore => ({
  metric: { id: 'rank', name: 'Rank', type: 'state' },
  value: { name: 'Silver' },
  meta: { low, high, base_metric: { id: 'xp', name: 'XP' } },
})

test.each([
  ['0', '-Infinity', '20', 'Rank  ░░░░░░░░░░░░░░░░░░░░  0 of 20 XP'],
  ['15', '10', '20', 'Rank  ██████████░░░░░░░░░░  15 of 20 XP'],
  ['20', '10', '20', 'Rank  ████████████████████  20 of 20 XP'],
  ['99', '20', 'Infinity', 'Rank  ████████████████████  99 XP, at the top'],
  ['-5', '-Infinity', '20', 'Rank  ░░░░░░░░░░░░░░░░░░░░  -5 of 20 XP'],
  [
    '12345678901234567890',
    '10',
    '12345678901234567899',
    `Rank  ${'█'.repeat(5)}  12345678901234567890 of 12345678901234567899 XP`,
  ],
])('with %s between %s and %s the way is told', (amount, low, high, line) => {
  expect(levelBars([xp(amount), rank(low, high)])(canvas).slice(2)).toEqual([line])
})

test('the amount is that of the metric which the level counts, also if another has the same name', () => {
  const other: ShownScore = { metric: { id: 'old_xp', name: 'XP', type: 'point' }, value: '72' }
  expect(levelBars([other, xp('15'), rank('10', '20')])(canvas)[2]).toContain('15 of 20 XP')
})

test('a bar is shorter where there is little room, so that the amount is not cut', () => {
  const narrow = { ...canvas, width: 28 }
  expect(levelBars([xp('15'), rank('10', '20')])(narrow)[2]).toBe('Rank  █████░░░░  15 of 20 XP')
})

test('a player without levels is told of none', () => expect(levelBars([xp('5')])(canvas)).toEqual([]))

test('of a terminal that knows ASCII alone the bar is made of that', () => {
  const plain = { ...canvas, theme: createTheme(paint, false) }
  expect(levelBars([xp('15'), rank('10', '20')])(plain)[2]).toBe('Rank  ##########----------  15 of 20 XP')
})
