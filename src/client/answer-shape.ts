import type * as z from 'zod'
import type { Lazy } from '../game/kernel/shown-as.ts'
import { routes } from '../game/routes.ts'
import type { RouteName, RouteOutput } from './route-types.ts'

const rows = new Map(routes.map((row) => [`${row.method} /${row.api}${row.path}`, row]))

/** Whether a body is what a route answers, in either dialect. It may hold fields that are not known here: a newer service may tell more. */
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
