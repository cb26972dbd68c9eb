import { expect } from 'vitest'
import type { Ask, Reply } from '../support/http.ts'
import { fill } from './documented-routes.ts'
import type { Facts, World } from './world.ts'

/** An error as the documents have it; a description only where they give its words, or say what it names. */
export interface Documented {
  readonly status: number
  readonly error: string
  readonly description?: string | RegExp
  /** Of a `validation_exception`: the paths of its problems. */
  readonly problems?: readonly string[]
}

type Params = Readonly<Record<string, string>>

/** One line of the error table: a request to each of some routes, and the error that it gets. */
export interface ErrorCase {
  /** Names of routes that are each other's twins; more where a case holds of many. */
  readonly routes: readonly string[]
  readonly when: string
  readonly params?: Params | ((facts: Facts) => Params)
  readonly ask?: Ask | ((facts: Facts) => Ask)
  /** Asked of the game of the flawed design. */
  readonly flawed?: true
  readonly answer: Documented
}

/** Cases of the same routes. */
export const on = (routes: readonly string[], ...cases: readonly Omit<ErrorCase, 'routes'>[]): ErrorCase[] =>
  cases.map((each) => ({ routes, ...each }))

/** The errors of document 5.2 and of document 1, in the words that they give. */
export const errors = {
  invalidToken: { status: 401, error: 'invalid_access_token' },
  routeDenied: { status: 401, error: 'access_denied', description: 'You are not allowed to access this api route' },
  accessDenied: { status: 401, error: 'access_denied' },
  noPlayer: {
    status: 400,
    error: 'invalid_player',
    description: "The 'player_id' parameter should be specified in the query",
  },
  noRoute: { status: 404, error: 'route_not_found', description: 'This route does not exist' },
  invalidJson: { status: 400, error: 'invalid_json' },
  tooLarge: { status: 413, error: 'payload_too_large' },
  invalidDate: { status: 400, error: 'invalid_date' },
  invalidRequest: { status: 400, error: 'invalid_request' },
  invalidFormula: { status: 400, error: 'invalid_formula' },
  forbidden: { status: 403, error: 'forbidden' },
} as const satisfies Record<string, Documented>

/** A bad body or path parameter, each problem at its path. */
export const invalidAt = (...problems: readonly string[]): Documented => ({
  status: 400,
  error: 'validation_exception',
  description: 'Invalid request',
  problems,
})

/** 404 of a thing, whose id the description names. */
export const notFound = (thing: string, id: string): Documented => ({
  status: 404,
  error: `${thing}_not_found`,
  description: new RegExp(`'${id}'`),
})

/** Checks an answer against the documents; `when` is for the message. */
export function expectError({ status, body }: Reply, { problems, ...documented }: Documented, when = ''): void {
  expect({ status, error: body.error }, when).toEqual({ status: documented.status, error: documented.error })
  const { description } = documented
  if (typeof description === 'string') expect(body.error_description, when).toBe(description)
  else if (description) expect(body.error_description, when).toMatch(description)
  if (!problems) return
  expect(body.data.valid, when).toBe(false)
  const found: { path: string; message: string }[] = body.data.errors
  expect(new Set(found.map(({ path }) => path)), when).toEqual(new Set(problems))
  for (const { message } of found) expect(message, when).toMatch(/\S/)
}

/** Sends a case's request to one of its routes. */
export function ask(world: World, name: string, { params, ask: told = {} }: Omit<ErrorCase, 'routes'>): Promise<Reply> {
  const [method = '', path = ''] = name.split(' ')
  const filled = fill(path, typeof params === 'function' ? params(world.facts) : params)
  return world.request(method, filled, typeof told === 'function' ? told(world.facts) : told)
}
