import { expect, test } from 'vitest'
import { missingAmount } from './missing-amount.ts'

test.each([
  ['4', 'ge', '5', '1'],
  ['5', 'gt', '5', '1'],
  ['3', 'gt', '5', '3'],
  ['5', 'lt', '5', '-1'],
  ['5', 'le', '3', '-2'],
  ['7', 'eq', '5', '-2'],
  ['0.5', 'ge', '1', '0.5'],
  ['0', 'gt', '2.5', '3'],
  ['0.5', 'gt', '1', '1'],
  ['2.5', 'lt', '0', '-3'],
  ['-2.5', 'gt', '-2.5', '1'],
] as const)('%s %s %s needs %s more', (has, operator, needs, missing) =>
  expect(missingAmount(has, operator, needs)).toBe(missing),
)

test.each([
  ['5', 'ne', '5'],
  ['Gold', 'eq', 'Silver'],
  ['', 'ge', '5'],
  ['5', 'ge', 'Infinity'],
] as const)('there is no amount that makes %s %s %s hold', (has, operator, needs) =>
  expect(missingAmount(has, operator, needs)).toBeUndefined(),
)
