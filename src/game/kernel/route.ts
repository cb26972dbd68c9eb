import type { z } from 'zod'
import type { FaultCode } from './fault.ts'
import type { Operation } from './operation.ts'

export type Api = 'v1' | 'v2'
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** The resource a route belongs to, for the `r`/`w` permissions of a client. Spec 5.1. */
export type Resource = 'runtime' | 'admin' | 'design'

/** Schemas are made when first asked for: building them all costs more than most programs use of them. */
export type Lazy<T> = () => T

/**
 * A route is a row of data: who may call what, how its input becomes an operation's, how the result is shown.
 * Registration, input checks, the typed client, documents and contract tests all read these rows.
 * `P`, `Q`, `B` are the schemas of path parameters, query and JSON body; `I`, `R` the operation's input and result.
 */
export interface Route<
  S,
  D,
  A extends Api,
  M extends Method,
  Path extends string,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
  I,
  R,
> {
  readonly api: A
  readonly method: M
  /** Below the version, `:name` for a parameter: `/runtime/actions/:action_id/play`. */
  readonly path: Path
  readonly summary: string
  readonly resource: Resource
  /** The client must have one of these besides the permission on the resource. */
  readonly scopes?: readonly ('game' | 'debug')[]
  /** `player`: the call acts as a player (Spec 5.1); `operator`: it acts for the game. */
  readonly caller: 'player' | 'operator'
  readonly op: Operation<S, D, I, R>
  readonly params?: Lazy<P>
  readonly query?: Lazy<Q>
  readonly body?: Lazy<B>
  readonly input: (request: {
    readonly params: z.output<P>
    readonly query: z.output<Q>
    readonly body: z.output<B>
  }) => I
  readonly present: (result: R) => z.input<O>
  readonly out: Lazy<O>
  /** What it may answer beyond what every route may (Spec 5.2). */
  readonly faults: readonly FaultCode[]
}
