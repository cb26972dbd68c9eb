import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/game/routes.ts'
import { onEachStorage } from '../support/storages.ts'
import { controlErrors } from './control-errors.ts'
import { documentedRoutes, fill, isOfFiles, nameOf, thingsFor } from './documented-routes.ts'
import { ask, expectError, type ErrorCase } from './error-case.ts'
import { errorCases } from './error-cases.ts'
import { usualErrors } from './usual-errors.ts'
import { openFlawedWorld, openWorld, type World } from './world.ts'

const cases: readonly ErrorCase[] = [...errorCases, ...controlErrors]

onEachStorage((storage) => {
  // Most is refused before a storage is asked: on disk those are called that may look into files.
  const isAsked = (path: string): boolean => storage === 'in memory' || isOfFiles(path)
  let world: World
  let flawed: World
  const prints = new Map<World, string>()
  const answers = new Map<World, string>()
  beforeAll(async () => {
    world = await openWorld(storage)
    flawed = await openFlawedWorld(storage)
    for (const each of [world, flawed]) {
      prints.set(each, await each.stateprint())
      answers.set(each, await each.fingerprint())
    }
  })
  afterAll(() => Promise.all([world.stop(), flawed.stop()]))

  /** Nothing is other than it was, by the state and the journals. */
  async function expectUnchanged(of: World): Promise<void> {
    const before = prints.get(of)
    const after = await of.stateprint()
    prints.set(of, after)
    expect(after).toBe(before)
  }

  test('every route of the program is documented, and the other way round', () => {
    const rows = routes.map(({ api, method, path }) => `${method} /${api}${path}`)
    expect(rows.toSorted()).toEqual(documentedRoutes.map(nameOf).toSorted())
  })

  describe('an error of a route', () => {
    for (const each of cases.filter(({ routes: of }) => of.some(isAsked))) {
      test(`${each.routes.join(', ')}: ${each.when}`, async () => {
        const asked = each.flawed ? flawed : world
        for (const name of each.routes) expectError(await ask(asked, name, each), each.answer)
        await expectUnchanged(asked)
      })
    }
  })

  describe('an error as every route gives it', () => {
    for (const route of documentedRoutes.filter(({ path }) => isAsked(path))) {
      test(nameOf(route), async () => {
        for (const each of usualErrors(route)) {
          const told = typeof each.ask === 'function' ? each.ask(world) : each.ask
          const reply = await world.request(route.method, fill(route.path, thingsFor(route.path)), told)
          expectError(reply, each.answer, each.when)
        }
        await expectUnchanged(world)
      })
    }
  })

  test('after all of them every GET answers as it did', async () => {
    for (const each of [world, flawed]) expect(await each.fingerprint()).toBe(answers.get(each))
  })
})
