import type { z } from 'zod'
import type { Design } from './design/design.ts'
import type { GameState } from './game-state.ts'
import type { Api, Lazy, Method, Route } from './kernel/route.ts'

/** Writes down a row of the route table; its schemas are made once, when first asked for. */
export function defineRoute<
  const A extends Api,
  const M extends Method,
  const Path extends string,
  I,
  R,
  O extends z.ZodType,
  P extends z.ZodType = z.ZodType<Record<never, never>>,
  Q extends z.ZodType = z.ZodType<Record<never, never>>,
  B extends z.ZodType = z.ZodType<Record<never, never>>,
>(
  route: Route<GameState, Design, A, M, Path, P, Q, B, O, I, R>,
): Route<GameState, Design, A, M, Path, P, Q, B, O, I, R> {
  return {
    ...route,
    out: once(route.out),
    ...(route.params ? { params: once(route.params) } : {}),
    ...(route.query ? { query: once(route.query) } : {}),
    ...(route.body ? { body: once(route.body) } : {}),
  }
}

function once<T>(make: Lazy<T>): Lazy<T> {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
