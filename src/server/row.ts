import type { z } from 'zod'
import type { Operation } from '../game/kernel/operation.ts'
import type { Api, Lazy, Method, Resource } from '../game/kernel/route.ts'

/**
 * Any route row, its own types forgotten: what goes into one of its functions comes from its own schemas and
 * operation, so that no type of ours could say more.
 */
export interface Row {
  readonly api: Api
  readonly method: Method
  readonly path: string
  readonly resource: Resource
  readonly scopes?: readonly ('game' | 'debug')[]
  readonly caller: 'player' | 'operator'
  readonly op: Operation<never, never, never, unknown>
  readonly params?: Lazy<z.ZodType>
  readonly query?: Lazy<z.ZodType>
  readonly body?: Lazy<z.ZodType>
  readonly input: (request: never) => unknown
  readonly present: (result: never) => unknown
  readonly out: Lazy<z.ZodType>
}
