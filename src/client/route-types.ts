import type { z } from 'zod'
import type { Lazy } from '../game/kernel/route.ts'
import type { routes } from '../game/routes.ts'

type Row = (typeof routes)[number]

type NameOf<R> = R extends { method: infer M extends string; api: infer A extends string; path: infer P extends string }
  ? `${M} /${A}${P}`
  : never

/** A route as method and path: `POST /v2/runtime/actions/:action_id/play`. */
export type RouteName = NameOf<Row>

type RowOf<Name extends RouteName, R = Row> = R extends Row ? (NameOf<R> extends Name ? R : never) : never

type ParameterIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A part of the input where the row has a schema for it. */
type Part<Key extends string, R> = R extends { readonly [K in Key]?: Lazy<infer S extends z.ZodType> }
  ? unknown extends z.input<S>
    ? object
    : object extends z.input<S>
      ? { readonly [K in Key]?: z.input<S> }
      : { readonly [K in Key]: z.input<S> }
  : object

/** What a call of a route takes: its path parameters, query and body, and the player to act as. */
export type RouteInput<Name extends RouteName> = Part<'query', RowOf<Name>> &
  Part<'body', RowOf<Name>> &
  ([ParameterIn<Name>] extends [never] ? object : { readonly params: Readonly<Record<ParameterIn<Name>, string>> }) & {
    readonly as?: string | undefined
  }

/** What a route answers. */
export type RouteOutput<Name extends RouteName> =
  RowOf<Name> extends { readonly out: Lazy<infer S extends z.ZodType> } ? z.output<S> : never
