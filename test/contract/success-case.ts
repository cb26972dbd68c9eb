import type { Ask } from '../support/http.ts'
import { fill } from './documented-routes.ts'
import type { Facts } from './world.ts'

type Params = Readonly<Record<string, string>>

/** A call that has to be made before another one can succeed. */
interface Step {
  /** `POST /v2/design/images`: method and path, nothing left to fill in. */
  readonly call: string
  readonly ask: Ask
}

/** One line of the table of successes: a request to each of some routes, and what comes of it in a world of its own. */
export interface Success {
  /** Names of routes that are each other's twins, those of version 2 first. */
  readonly routes: readonly string[]
  /** What tells it from other lines of the same routes. */
  readonly when?: string
  readonly first?: readonly Step[]
  readonly params?: Params | ((facts: Facts) => Params)
  readonly ask?: Ask | ((facts: Facts) => Ask)
  /** What the answer has in it; of a picture its format. */
  readonly answer: unknown
  /** The events that the runtime's history gains, in order; none unless told. */
  readonly events?: readonly string[]
  /** Where version 1 is asked or answers otherwise. Document 3. */
  readonly older?: { readonly ask?: Ask; readonly answer?: unknown }
}

/** Both versions of a route that a player calls: version 1 has no prefix. Document 3. */
export const twins = (method: string, path: string): readonly string[] => [
  `${method} /v2/runtime/${path}`,
  `${method} /v1/${path}`,
]

/** Both versions of a route that an operator calls. Document 3. */
export const operators = (method: string, path: string): readonly string[] => [
  `${method} /v2/admin/${path}`,
  `${method} /v1/game/${path}`,
]

/** The path that a line calls at one of its routes. */
export function pathOf({ params }: Success, route: string, facts: Facts): string {
  const [, path = ''] = route.split(' ')
  return fill(path, typeof params === 'function' ? params(facts) : params)
}

/** What a request of a line carries to a route of its version. */
export function askOf({ ask = {}, older }: Success, route: string, facts: Facts): Ask {
  if (isOlder(route) && older?.ask) return older.ask
  return typeof ask === 'function' ? ask(facts) : ask
}

/** What a line's answer has in it in a route's version. */
export const answerFor = ({ answer, older }: Success, route: string): unknown =>
  isOlder(route) && older && 'answer' in older ? older.answer : answer

/** Whether a route is of version 1, by its name. */
export const isOlder = (route: string): boolean => route.includes(' /v1/')
