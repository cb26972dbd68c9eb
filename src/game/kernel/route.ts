import type { Presented } from './shapes.ts'
import type * as z from 'zod'
import type { FaultCode } from './fault.ts'
import type { ImageAlbum } from './image-album.ts'
import type { Lazy } from './shown-as.ts'

export type Api = 'v1' | 'v2'
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The resource a route belongs to, for the `r`/`w` permissions of a client. Spec 5.1. */
export type Resource = 'runtime' | 'admin' | 'design'

/** What a caller must be allowed for a route of a resource: reading means GET only. Spec 5.1. */
export function permissionFor<R extends Resource>(resource: R, method: Method): `${R}:${'r' | 'w'}` {
  return `${resource}:${method === 'GET' ? 'r' : 'w'}`
}

/** Methods that carry a body; what others send as one is ignored. Spec 5.1. */
export const bodyMethods: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * Path parameters that may stand for several segments, as ids of these hold slashes: unencoded, the last words of a path
 * are the route's where they are words of one. Spec 1 "Conventions", 4.15.
 */
export const spanningParameters: ReadonlySet<string> = new Set(['process_id'])

/** What an operation's input is made of; `P`, `Q`, `B` are the schemas of path parameters, query and JSON body. */
interface RouteRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: z.output<B>
  /** The id of the image that came with the call; empty where the row takes none. */
  readonly image: string
}

/** What a row says of itself whatever its types. */
export interface RouteFacts {
  readonly summary: string
  readonly resource: Resource
  /** The client must have one of these besides the permission on the resource. */
  readonly scopes?: readonly ('game' | 'debug')[]
  /** `player`: the call acts as a player (Spec 5.1); `operator`: it acts for the game. */
  readonly caller: 'player' | 'operator'
  /** What it may answer beyond what every route may (Spec 5.2). */
  readonly faults: readonly FaultCode[]
}

/** What rows of every sort have; `Op` is the operation, `I` its input. */
interface AnyRoute<
  A extends Api,
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  Op,
  I,
> extends RouteFacts {
  readonly api: A
  readonly method: M
  /** Below the version, `:name` for a parameter: `/runtime/actions/:action_id/play`. */
  readonly path: Path
  readonly op: Op
  readonly params?: Lazy<P>
  readonly query?: Lazy<Q>
  readonly body?: Lazy<B>
  readonly input: (request: RouteRequest<P, Q, B>) => I
}

/** How a result is shown: `R` is the operation's, `O` the schema of the answer. */
export interface Answered<R, O extends z.ZodType> {
  readonly present: (result: R) => Presented<O>
  readonly out: Lazy<O>
}

/**
 * A route is a row of data: who may call what, how its input becomes an operation's, how the result is shown.
 * Registration, input checks, the typed client, documents and contract tests all read these rows. `R` is the operation's
 * result, `O` the schema of the answer, `RO` that of the answer in the recorded dialect. This is the row
 * as its kind writes it.
 */
export interface WrittenRoute<
  A extends Api,
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  RO extends z.ZodType,
  Op,
  I,
  R,
> extends AnyRoute<A, M, Path, P, Q, B, Op, I> {
  readonly out: Lazy<O>
  /** Left out where the result is the answer. */
  readonly present?: Answered<R, O>['present']
  /** What it answers where a game speaks the recorded dialect, if that is not the same. Spec 5.6. */
  readonly recorded?: Answered<R, RO>
}

/** The row as others read it. */
export interface Route<
  A extends Api,
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  RO extends z.ZodType,
  Op,
  I,
  R,
> extends WrittenRoute<A, M, Path, P, Q, B, O, RO, Op, I, R> {
  readonly present: Answered<R, O>['present']
}

/** What a row has besides that takes a form with an image in place of a JSON body. */
export interface TakesImage {
  /** The image is kept in this album before the operation runs. */
  readonly upload: ImageAlbum
}

/** A row that answers a picture: its operation says which. */
export interface ImageRoute<
  A extends Api,
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  Op,
  I,
> extends AnyRoute<A, M, Path, P, Q, z.ZodType<Record<never, never>>, Op, I> {
  readonly out: 'image'
}
