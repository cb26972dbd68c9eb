import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectDescribed } from './described.ts'
import { expectSuccess, isQuestion, run } from './success-run.ts'
import { successCases } from './success-cases.ts'
import { openWorld, type World } from './world.ts'

let shared: World
beforeAll(async () => {
  shared = await openWorld('in memory')
})
afterAll(() => shared.stop())

describe('a success of a route', () => {
  for (const each of successCases)
    for (const route of each.routes)
      test([route, each.when ?? []].flat().join(': '), async () => {
        const world = isQuestion(each, route) ? shared : await openWorld('in memory')
        try {
          const outcome = await run(world, each, route)
          expectSuccess(outcome, each, route)
          expectDescribed(route, outcome.reply)
        } finally {
          if (world !== shared) await world.stop()
        }
      })
})
