import type * as z from 'zod'
import type { RouteOperation } from './game-operation.ts'
import type { ShownImage } from './images/shown-image.ts'
import type { Presented } from './kernel/answer-shapes.ts'
import type { ImageAlbum } from './kernel/image-album.ts'
import type { Answered, Api, ImageRoute, Method, Route, TakesImage } from './kernel/route.ts'
import type { Lazy } from './kernel/shown-as.ts'

/** Defines a row of the route table. Each schema is created once, when it is first needed. */
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
  RO extends z.ZodType = O,
>(
  route: Route<A, M, Path, P, Q, B, O, RO, RouteOperation<I, R>, I, R> & Presenting<R, O>,
): Route<A, M, Path, P, Q, B, O, RO, RouteOperation<I, R>, I, R> {
  return {
    ...route,
    out: once(route.out),
    ...(route.recorded ? { recorded: { ...route.recorded, out: once(route.recorded.out) } } : {}),
    ...(route.params ? { params: once(route.params) } : {}),
    ...(route.query ? { query: once(route.query) } : {}),
    ...(route.body ? { body: once(route.body) } : {}),
  }
}

/** A row needs `present` only where the result is not the answer. */
type Presenting<R, O extends z.ZodType> = [R] extends [Presented<O>] ? unknown : Pick<Answered<R, O>, 'present'>

/** Adds the upload of an image to a row. */
export function takingImage<R extends object>(upload: ImageAlbum, row: R): R & TakesImage {
  return { ...row, upload }
}

/** Defines a row that answers a picture. */
export function defineImageRoute<
  const A extends Api,
  const M extends Method,
  const Path extends string,
  I,
  P extends z.ZodType = z.ZodType<Record<never, never>>,
  Q extends z.ZodType = z.ZodType<Record<never, never>>,
>(
  route: Omit<ImageRoute<A, M, Path, P, Q, RouteOperation<I, ShownImage>, I>, 'out'>,
): ImageRoute<A, M, Path, P, Q, RouteOperation<I, ShownImage>, I> {
  return {
    ...route,
    out: 'image',
    ...(route.params ? { params: once(route.params) } : {}),
    ...(route.query ? { query: once(route.query) } : {}),
  }
}

function once<T>(make: Lazy<T>): Lazy<T> {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
