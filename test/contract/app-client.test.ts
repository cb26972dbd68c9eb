import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../src/game/routes.ts'
import { places, type Outcome, type Place } from '../support/client-places.ts'
import type { Ask, Reply } from '../support/http.ts'
import { expectDescribed } from './described.ts'
import { fill } from './documented-routes.ts'
import { expectError, type ErrorCase } from './error-case.ts'
import { errorCases } from './error-cases.ts'
import type { Success } from './success-case.ts'
import { successCases } from './success-cases.ts'
import { expectSuccess, isQuestion, run } from './success-run.ts'
import { openFlawedWorld, openWorld, type World } from './world.ts'

/** The image in a form with one field. */
function imageIn(raw: Uint8Array): readonly number[] {
  const bytes = Buffer.from(raw)
  return [...bytes.subarray(bytes.indexOf('\r\n\r\n') + 4, bytes.lastIndexOf('\r\n--'))]
}

/** A world whose calls go through the client of apps. */
function through(place: Place, world: World, params?: Readonly<Record<string, string>>, route?: string): World {
  const [, pattern = ''] = route?.split(' ') ?? []
  return {
    ...world,
    request: async (
      method,
      path,
      { client = 'gamify-staging', as, query, body, raw, search }: Ask = {},
    ): Promise<Reply> => {
      const known = world.emulator.settings.clients.find(({ client_id }) => client_id === client)
      if (!known || search !== undefined) throw new Error('the client cannot send this')
      const file = raw === undefined ? undefined : imageIn(Buffer.from(raw))
      const outcome = await place.call({
        url: world.url,
        clientId: known.client_id,
        clientSecret: known.client_secret,
        player: as,
        ...(route === `${method} ${pattern}` && path === fill(pattern, params)
          ? { route, params }
          : { route: `${method} ${path}` }),
        query,
        // A browser sends no body to be ignored.
        body: method === 'GET' ? undefined : body,
        file,
      })
      return replyOf(outcome)
    },
  }
}

function replyOf(outcome: Outcome): Reply {
  if ('code' in outcome) {
    const { status, code, description, data } = outcome
    const body = { error: code, error_description: description, ...(data !== undefined && { data }) }
    return { status, headers: {}, text: JSON.stringify(body), bytes: Buffer.alloc(0), body }
  }
  const { answer, picture } = outcome
  const type = picture ? 'image/png' : 'application/json; charset=utf-8'
  const body = picture ? undefined : answer
  const bytes = Buffer.from(picture ?? JSON.stringify(answer))
  return { status: 200, headers: { 'content-type': type }, text: bytes.toString(), bytes, body }
}

const isOfVersion2 = (route: string): boolean => / \/v2\//.test(route)

test('the table has every route of version 2', () => {
  const rows = routes.flatMap(({ api, method, path }) => (api === 'v2' ? [`${method} /v2${path}`] : []))
  expect(new Set(successCases.flatMap((each) => each.routes.filter(isOfVersion2)))).toEqual(new Set(rows))
})

const paramsOf = ({ params }: Success, { facts }: World) => (typeof params === 'function' ? params(facts) : params)

/** What the client can send: with a token, and JSON or an image. */
const canSend = ({ ask, routes }: ErrorCase, world: World): boolean => {
  const { client, raw, headers, search } = (typeof ask === 'function' ? ask(world.facts) : ask) ?? {}
  return routes.some(isOfVersion2) && client !== null && [raw, headers, search].every((each) => each === undefined)
}

describe.each(places)('the client of apps in %s%s', (_, _why, isThere, open) => {
  let place: Place
  let shared: World
  let flawed: World
  beforeAll(async () => {
    if (!isThere) return
    place = await open()
    shared = await openWorld('in memory')
    flawed = await openFlawedWorld('in memory')
  }, 60_000)
  afterAll(() => Promise.all([place?.close(), shared?.stop(), flawed?.stop()]))

  describe.skipIf(!isThere)('a success of a route', () => {
    for (const each of successCases)
      for (const route of each.routes.filter(isOfVersion2))
        test([route, each.when ?? []].flat().join(': '), async () => {
          const world = isQuestion(each, route) ? shared : await openWorld('in memory')
          try {
            const outcome = await run(through(place, world, paramsOf(each, world), route), each, route)
            expectSuccess(outcome, each, route)
            expectDescribed(route, outcome.reply)
          } finally {
            if (world !== shared) await world.stop()
          }
        })
  })

  test.skipIf(!isThere)(
    'every error of a route is thrown with its status, code, description and data',
    async () => {
      let thrown = 0
      for (const each of errorCases.filter((one) => canSend(one, shared))) {
        const world = each.flawed ? flawed : shared
        const params = typeof each.params === 'function' ? each.params(world.facts) : each.params
        const told = typeof each.ask === 'function' ? each.ask(world.facts) : each.ask
        for (const route of each.routes.filter(isOfVersion2)) {
          const [method = '', path = ''] = route.split(' ')
          const reply = await through(place, world).request(method, fill(path, params), told)
          expectError(reply, each.answer, `${route}: ${each.when}`)
          thrown += 1
        }
      }
      expect(thrown).toBeGreaterThan(200)
    },
    120_000,
  )
})
