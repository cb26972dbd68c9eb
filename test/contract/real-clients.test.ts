import { beforeAll, describe, expect, test } from 'vitest'
import type { Ask, Reply } from '../support/http.ts'
import { documentedRoutes, nameOf, takesImage, type DocumentedRoute } from './documented-routes.ts'
import { askOf, pathOf, type Success } from './success-case.ts'
import { successCases } from './success-cases.ts'
import { untoldForm } from './success-parts.ts'
import { prepare } from './success-run.ts'
import { openWorld, type World } from './world.ts'

/** A line of the table of successes at one of its routes. */
interface Call {
  readonly line: Success
  readonly name: string
  readonly route: DocumentedRoute
}

const routesByName = new Map(documentedRoutes.map((route) => [nameOf(route), route]))

const calls: readonly Call[] = successCases.flatMap((line) =>
  line.routes.flatMap((name) => {
    const route = routesByName.get(name)
    return route ? [{ line, name, route }] : []
  }),
)

/** The same request as clients send it that are not strict; undefined where it would be no other. */
type Habit = (ask: Ask, route: DocumentedRoute) => Ask | undefined

const json = { 'content-type': 'application/json' }
const isWithoutFields = (ask: Ask, { method, path }: DocumentedRoute): boolean =>
  ask.body === undefined && ask.raw === undefined && !takesImage({ method, path })
const readsNoBody = ({ method }: DocumentedRoute): boolean => method === 'GET' || method === 'DELETE'

/** Sends this in place of no fields. */
const inPlaceOfNothing =
  (raw: string, applies: (route: DocumentedRoute) => boolean = () => true): Habit =>
  (ask, route) =>
    applies(route) && isWithoutFields(ask, route) ? { ...ask, raw, headers: json } : undefined

/** Sends a JSON body under another type. */
const underType =
  (headers: Readonly<Record<string, string>>): Habit =>
  ({ body, ...ask }) =>
    body === undefined ? undefined : { ...ask, raw: JSON.stringify(body), headers }

/** What published clients do and strict ones do not. 5.1. */
const habits: Readonly<Record<string, Habit>> = {
  'a body {} on GET and DELETE': inPlaceOfNothing('{}', readsNoBody),
  'a body null on GET and DELETE': inPlaceOfNothing('null', readsNoBody),
  'an empty body of type JSON': inPlaceOfNothing(''),
  'a body [] for no fields': inPlaceOfNothing('[]'),
  'JSON whose type names a charset': underType({ 'content-type': 'application/json; charset=UTF-8' }),
  'JSON and images that do not tell their type': (ask, route) =>
    takesImage(route) ? { ...ask, ...untoldForm } : underType({})(ask, route),
  'Accept: text/json': (ask) => ({ ...ask, headers: { ...ask.headers, accept: 'text/json' } }),
  'a player_id everywhere, and every query parameter twice': ({ as = 'nobody', ...ask }, { acts }) => {
    const names = [...(acts ? ['player_id'] : []), ...Object.keys(ask.query ?? {}), 'unheard']
    return { ...ask, as, search: names.map((name) => `${name}=nothing`).join('&') }
  },
}

const strictly: Habit = (ask) => ask

/** The ways through the server: most paths have a shorter one than those with an escape in them. */
const ways = {
  'the short way': (path: string) => path,
  'the way of odd paths': (path: string) => path.replace('/v', '/%76'),
} as const
type Way = keyof typeof ways

/** Makes a call, with what has to be there before it; undefined where a habit makes it no other. */
async function send(world: World, { line, name, route }: Call, habit: Habit, way: Way): Promise<Reply | undefined> {
  const { facts } = world
  const ask = habit(askOf(line, name, facts), route)
  if (!ask) return undefined
  const refused = await prepare(world, line)
  return refused ?? world.request(route.method, ways[way](pathOf(line, name, facts)), ask)
}

/** Calls that all succeed in one world, one after the other, and what strict ones are answered. */
interface Course {
  readonly world: World
  readonly calls: { readonly call: Call; readonly reply: Reply }[]
}

/** Puts each call into the first world in which it succeeds: where it does not, it changes nothing. */
async function courses(): Promise<readonly Course[]> {
  const all: Course[] = []
  for (const call of calls) {
    for (let i = 0; ; i += 1) {
      const course = all[i] ?? { world: await openWorld('in memory'), calls: [] }
      if (i === all.length) all.push(course)
      const reply = await send(course.world, call, strictly, 'the short way')
      if (reply?.status === 200) {
        course.calls.push({ call, reply })
        break
      }
      if (course.calls.length === 0) throw new Error(`${call.name} fails where nothing was done before: ${reply?.text}`)
    }
  }
  return all
}

/** What an answer says; a token for a stream is never the same twice. */
function told(reply: Reply | undefined): unknown {
  const { status, body, bytes } = reply ?? {}
  if (typeof body?.token === 'string') return { status, token: expect.any(String) }
  return { status, answer: body ?? bytes?.toString('base64') }
}

describe('what clients send that are not strict is answered as what strict ones send', () => {
  let strict: readonly (Course & { readonly print: string })[] = []
  beforeAll(async () => {
    const all = await courses()
    strict = await Promise.all(all.map(async (course) => ({ ...course, print: await course.world.stateprint() })))
    await Promise.all(all.map(({ world }) => world.stop()))
  })

  /** Makes the calls of a course in another world, as the habit has them; gives how many of them it changed. */
  async function compare({ calls: made, print }: (typeof strict)[number], habit: Habit, way: Way): Promise<number> {
    const world = await openWorld('in memory')
    try {
      let others = 0
      for (const { call, reply } of made) {
        const found = await send(world, call, habit, way)
        if (found) others += 1
        expect(told(found ?? (await send(world, call, strictly, way))), call.name).toEqual(told(reply))
      }
      expect(await world.stateprint()).toBe(print)
      return others
    } finally {
      await world.stop()
    }
  }

  for (const way of Object.keys(ways) as Way[])
    for (const [what, habit] of Object.entries(habits))
      test(`${what}: ${way}`, async () => {
        const others = await Promise.all(strict.map((course) => compare(course, habit, way)))
        expect(others.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0)
      })
})
