import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { shownSchema } from '../kernel/shown-as.ts'
import { instanceLimit, laneOrRole } from './instance-settings.ts'

const accepts = (schema: z.ZodType | undefined, value: unknown): boolean => schema?.safeParse(value).success ?? false

describe.each([
  {
    what: 'a limit of instances',
    schema: instanceLimit,
    good: [0, 3, '0', '3', '+3', '3.0', '-0', '-0.00', '007', '9'.repeat(100), 'Infinity'],
    bad: [-1, 1.5, '-1', '1.5', '3.01', '-0.5', '', ' 3', '3.', '.0', '1e3', '-Infinity', '+Infinity', null],
  },
  {
    what: 'a lane or role',
    schema: laneOrRole,
    good: ['member', '**', '*~', 'a b', 'x'.repeat(64)],
    bad: ['', '*', '~', 'x'.repeat(65), 3],
  },
])('$what', ({ schema, good, bad }) => {
  test.each(good)('may be %j, and documents say so', (value) => {
    expect([accepts(schema, value), accepts(shownSchema(schema), value)]).toEqual([true, true])
  })

  test.each(bad)('may not be %j, and documents say so', (value) => {
    expect([accepts(schema, value), accepts(shownSchema(schema), value)]).toEqual([false, false])
  })
})
