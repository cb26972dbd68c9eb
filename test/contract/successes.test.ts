import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { controlAnswers } from '../../src/interface/control-answers.ts'
import { controlSuccesses, expectInShape } from './control-successes.ts'
import { expectDescribed } from './described.ts'
import { successCases } from './success-cases.ts'
import { expectSuccess, isQuestion, run } from './success-run.ts'
import { openWorld, type World } from './world.ts'

let shared: World
beforeAll(async () => {
  shared = await openWorld('in memory')
})
afterAll(() => shared.stop())

describe.each([
  ['a route', successCases, expectDescribed],
  ['a control route', controlSuccesses, expectInShape],
] as const)('a success of %s', (_, cases, expectShape) => {
  for (const each of cases)
    for (const route of each.routes)
      test([route, each.when ?? []].flat().join(': '), async () => {
        const world = isQuestion(each, route) ? shared : await openWorld('in memory')
        try {
          const outcome = await run(world, each, route)
          expectSuccess(outcome, each, route)
          await expectShape(route, outcome.reply)
        } finally {
          if (world !== shared) await world.stop()
        }
      })
})

test('every control route with a schema is in the table of successes', () => {
  const called = new Set(controlSuccesses.flatMap(({ routes }) => routes))
  // Its body is an export, so a test of its own calls it, below.
  called.add('PUT /_gamify/state')
  expect(called).toEqual(new Set(Object.keys(controlAnswers)))
})

test('PUT /_gamify/state answers in the shape of its schema', async () => {
  const { text } = await shared.request('GET', '/_gamify/state')
  const world = await openWorld('in memory')
  const reply = await world.request('PUT', '/_gamify/state', { raw: text })
  await world.stop()
  expect(reply.status).toBe(200)
  await expectInShape('PUT /_gamify/state', reply)
})
