import type * as z from 'zod'
import type { Lazy } from '../game/kernel/shown-as.ts'
import { routes } from '../game/routes.ts'
import type { RouteName, RouteOutput } from './route-types.ts'

const rows = new Map(routes.map((row) => [`${row.method} /${row.api}${row.path}`, row]))

/**
 * Whether a body is a valid answer of a route, in either dialect. It can contain unknown fields, because a newer
 * service may answer more. Kept apart from the client, which loads this module and the rows only when a call needs
 * them.
 */
export function isAnswerOf<Name extends RouteName>(name: Name, body: unknown): body is RouteOutput<Name> {
  const row = rows.get(name)
  if (row === undefined) return true
  if (row.out === 'image') return body instanceof Uint8Array
  return fits(row.out, body) || ('recorded' in row && fits(row.recorded.out, body))
}

function fits(out: Lazy<z.ZodType>, body: unknown): boolean {
  const { error } = out().safeParse(body)
  return error?.issues.every(({ code }) => code === 'unrecognized_keys') ?? true
}
