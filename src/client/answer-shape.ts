import { routes } from '../game/routes.ts'
import type { RouteName, RouteOutput } from './route-types.ts'

const rows = new Map(routes.map((row) => [`${row.method} /${row.api}${row.path}`, row]))

/** Whether a body is what a route answers. It may hold fields that are not known here: a newer service may tell more. */
export function isAnswerOf<Name extends RouteName>(name: Name, body: unknown): body is RouteOutput<Name> {
  const out = rows.get(name)?.out
  if (out === 'image') return body instanceof Uint8Array
  const parsed = out?.().safeParse(body)
  return parsed?.error?.issues.every(({ code }) => code === 'unrecognized_keys') ?? true
}
