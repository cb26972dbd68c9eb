import { expect, test } from 'vitest'
import type * as z from 'zod'
import { pathText, problemsOf } from '../kernel/schema-problems.ts'
import { kindSchemas } from './kind-table.ts'

const wrongPaths = (schema: z.ZodType, component: object): readonly string[] => {
  const { error } = schema.safeParse({ id: 'a', name: 'A', ...component })
  return error ? problemsOf(error).map(({ path, message }) => `${pathText(path)}: ${message}`) : []
}

const points = (value: unknown) => ({ metric: { id: 'xp', type: 'point' }, verb: 'add', value })
const task = (id: string) => ({ id, name: id, type: 'task' })
const subProcess = (value: string) => ({
  ...task('sub'),
  type: 'sub_process',
  activities: [{ ...task('b'), rewards: [points(value)] }],
})

test.each([
  ['an action', kindSchemas.actions, (value: string) => ({ rules: [{ rewards: [points(value)] }] })],
  ['a custom rule', kindSchemas.rules, (value: string) => ({ type: 'custom', rules: [{ rewards: [points(value)] }] })],
  [
    'an achievement',
    kindSchemas.rules,
    (value: string) => ({ type: 'achievement', metric: 'badges', items: [{ key: 'A', value }] }),
  ],
  ['an activity', kindSchemas.processes, (value: string) => ({ activities: [subProcess(value)] })],
])('a formula in %s is parsed as that is read, and told where it does not', (_what, schema, withFormula) => {
  expect(wrongPaths(schema, withFormula('$scores.absent + 1'))).toEqual([])
  expect(wrongPaths(schema, withFormula('1+'))).toEqual([
    expect.stringMatching(/\.value: .+ at character 3 of the formula$/),
  ])
})
