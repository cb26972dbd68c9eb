import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/game/routes.ts'
import { serveGame, type TestGame } from '../support/http.ts'
import { adminErrors } from './admin-errors.ts'
import { controlErrors } from './control-errors.ts'
import { documentedRoutes, fill, nameOf } from './documented-routes.ts'
import { ask, errors, expectError, type ErrorCase } from './error-case.ts'
import { flawedDesign } from './game-design.ts'
import { runtimeErrors } from './runtime-errors.ts'
import { usualErrors } from './usual-errors.ts'
import { openWorld, type World } from './world.ts'

const cases: readonly ErrorCase[] = [...runtimeErrors, ...adminErrors, ...controlErrors]

let world: World
let before: string
beforeAll(async () => {
  world = await openWorld()
  before = await world.fingerprint()
})
afterAll(() => world.stop())

/** Nothing is other than it was, by the bytes of every GET and by the journals. */
async function expectUnchanged(): Promise<void> {
  const after = await world.fingerprint()
  const same = after === before
  before = after
  expect(same).toBe(true)
}

test('every route of the program is documented, and the other way round', () => {
  const rows = routes.map(({ api, method, path }) => `${method} /${api}${path}`)
  expect(rows.toSorted()).toEqual(documentedRoutes.map(nameOf).toSorted())
})

describe('an error of a route', () => {
  for (const each of cases) {
    test(`${each.routes.join(', ')}: ${each.when}`, async () => {
      for (const name of each.routes) expectError(await ask(world, name, each), each.answer)
      await expectUnchanged()
    })
  }
})

describe('an error as every route gives it', () => {
  const params = { player_id: 'neo', action_id: 'like', rule_id: 'welcome' }
  for (const route of documentedRoutes) {
    test(nameOf(route), async () => {
      for (const each of usualErrors(route)) {
        const told = typeof each.ask === 'function' ? each.ask(world) : each.ask
        const reply = await world.request(route.method, fill(route.path, params), told)
        expectError(reply, each.answer, each.when)
      }
      await expectUnchanged()
    })
  }
})
