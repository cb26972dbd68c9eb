import { expect, test } from 'vitest'
import { periodsBeside, shownPeriod } from './board-period.ts'

const now = Date.parse('2026-05-02T12:00:00Z')

test.each([
  ['daily', undefined, '2026-05-02', false],
  ['daily', '2026-05-01', '2026-05-01', true],
  ['daily', '2030-01-01', '2026-05-02', false],
  ['weekly', undefined, '2026-04-26 to 2026-05-02', false],
  ['weekly', '2026-04-25T23:00:00Z', '2026-04-19 to 2026-04-25', true],
  ['monthly', '1777593600', '2026-05', false],
  ['monthly', '2025-12-31', '2025-12', true],
  ['yearly', '2025-12-31', '2025', true],
  ['alltime', '2025-12-31', undefined, false],
] as const)('the %s period at %s is %s', (cycle, at, text, isOver) => {
  expect(shownPeriod(cycle, at, now)).toEqual({ text, isOver })
})

test.each([
  ['daily', undefined, '2026-05-01', undefined],
  ['daily', '2026-04-30T08:00:00Z', '2026-04-29', '2026-05-01'],
  ['weekly', undefined, '2026-04-19', undefined],
  ['weekly', '2026-04-20', '2026-04-12', '2026-04-26'],
  ['monthly', '2026-03-31', '2026-02-01', '2026-04-01'],
  ['yearly', '2025-02-01', '2024-01-01', '2026-01-01'],
  ['alltime', undefined, undefined, undefined],
] as const)('beside the %s period at %s are %s and %s', (cycle, at, before, after) => {
  expect(periodsBeside(cycle, at, now)).toEqual({ before, after })
})
