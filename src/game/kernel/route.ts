import type * as z from 'zod'
import type { Presented } from './answer-shapes.ts'
import type { FaultCode } from './fault.ts'
import type { ImageAlbum } from './image-album.ts'
import type { Lazy } from './shown-as.ts'

export type Api = 'v1' | 'v2'
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The resource that a route belongs to, for the `r` and `w` permissions of a client. Spec 5.1. */
export type Resource = 'runtime' | 'admin' | 'design'

/** Returns the permission for a route of a resource. Only GET reads. Spec 5.1. */
export function permissionFor<R extends Resource>(resource: R, method: Method): `${R}:${'r' | 'w'}` {
  return `${resource}:${method === 'GET' ? 'r' : 'w'}`
}

/** The methods that have a body. A body of another method is ignored. Spec 5.1. */
export const bodyMethods: ReadonlySet<Method> = new Set(['POST', 'PUT', 'PATCH'])

/**
 * The path parameters that can span several segments: ids that can contain unencoded slashes, and a whole path. If the last words of
 * such a path are those of a route, they belong to the route. Spec 1 "Conventions", 4.15.
 */
export const spanningParameters: ReadonlySet<string> = new Set(['process_id', 'asked_path'])

/** The parts of a request, from which the input of an operation is made. `P`, `Q` and `B` are the schemas of path parameters, query and JSON body. */
interface RouteRequest<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> {
  readonly params: z.output<P>
  readonly query: z.output<Q>
  readonly body: z.output<B>
  /** The id of the uploaded image. Empty if the row has no upload. */
  readonly image: string
}

/** The facts of a row that do not depend on its types. */
export interface RouteFacts {
  readonly summary: string
  readonly resource: Resource
  /** The client must have one of these in addition to the permission on the resource. */
  readonly scopes?: readonly ('game' | 'debug')[]
  /** `player`: the call acts as a player (Spec 5.1). `operator`: it acts for the game. */
  readonly caller: 'player' | 'operator'
  /** The faults that it can answer in addition to those of every route (Spec 5.2). */
  readonly faults: readonly FaultCode[]
}

/** The part that all rows have. `Op` is the operation, `I` its input. */
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
  /** Below the version. `:name` stands for a parameter: `/runtime/actions/:action_id/play`. */
  readonly path: Path
  readonly op: Op
  readonly params?: Lazy<P>
  readonly query?: Lazy<Q>
  readonly body?: Lazy<B>
  readonly input: (request: RouteRequest<P, Q, B>) => I
}

/** How the result of an operation becomes an answer. `R` is the result, `O` the schema of the answer. */
export interface Answered<R, O extends z.ZodType> {
  readonly present: (result: R) => Presented<O>
  readonly out: Lazy<O>
}

/**
 * A route is a row of data: who can call it, how a request becomes the input of an operation, and how the result becomes an
 * answer. Registration, input checks, the typed client, the documents and the contract tests all read these rows. `R` is
 * the result of the operation, `O` the schema of the answer, and `RO` that of the answer in the recorded dialect.
 */
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
> extends AnyRoute<A, M, Path, P, Q, B, Op, I> {
  readonly out: Lazy<O>
  /** Absent if the result is the answer. */
  readonly present?: Answered<R, O>['present']
  /** The answer in the recorded dialect, if that is different. Spec 5.6. */
  readonly recorded?: Answered<R, RO>
}

/** The additional part of a row that takes a form with an image instead of a JSON body. */
export interface TakesImage {
  /** The image is stored in this album before the operation runs. */
  readonly upload: ImageAlbum
}

/** A row that answers the picture that its operation selects. */
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
