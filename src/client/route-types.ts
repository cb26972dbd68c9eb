import type * as z from 'zod'
import type { TakesImage } from '../game/kernel/route.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'
import type { routes } from '../game/routes.ts'

type Row = (typeof routes)[number]

type NameOf<R> = R extends { method: infer M extends string; api: infer A extends string; path: infer P extends string }
  ? `${M} /${A}${P}`
  : never

/** The rows by their names. Searching all rows for each name would exceed the limits of the compiler. */
type RowByName = { readonly [R in Row as NameOf<R>]: R }

/** A route as method and path: `POST /v2/runtime/actions/:action_id/play`. */
export type RouteName = keyof RowByName

type ParameterIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A part of the input, if the row has a schema for it. */
type Part<Key extends string, R> = R extends { readonly [K in Key]?: Lazy<infer S extends z.ZodType> }
  ? unknown extends z.input<S>
    ? object
    : object extends z.input<S>
      ? { readonly [K in Key]?: z.input<S> }
      : { readonly [K in Key]: z.input<S> }
  : object

/** An image, if the row takes one. */
type FilePart<R> = R extends TakesImage ? { readonly file: Uint8Array } : object

/** The path parameters of a row. */
type ParamsPart<Path extends string> = [ParameterIn<Path>] extends [never]
  ? object
  : { readonly params: Readonly<Record<ParameterIn<Path>, string>> }

/** The input of every row: the player to act as, a signal that aborts the call, and the moment to read the game as of. */
interface CallPart {
  readonly as?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly asOf?: string | undefined
}

/** Computed row by row, because the parts of many rows at once have more combinations than the compiler can count. */
type InputOf<R> = R extends { readonly path: infer Path extends string }
  ? Part<'query', R> & Part<'body', R> & FilePart<R> & ParamsPart<Path> & CallPart
  : never

/** The input of a route: its path parameters, query, body or image, and the player to act as. */
export type RouteInput<Name extends RouteName> = InputOf<RowByName[Name]>

/** The answer of a route, in either dialect. An image is the bytes of a PNG. */
export type RouteOutput<Name extends RouteName> = RowByName[Name] extends {
  readonly out: Lazy<infer S extends z.ZodType>
  readonly recorded?: { readonly out: Lazy<infer RS extends z.ZodType> }
}
  ? z.output<S> | z.output<RS>
  : RowByName[Name] extends { readonly out: 'image' }
    ? Uint8Array
    : never
