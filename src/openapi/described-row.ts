import type * as z from 'zod'
import type { Api, Method, RouteFacts } from '../game/kernel/route.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'

/** What a document tells of any call, whatever it answers. */
export interface DescribedCall extends RouteFacts {
  readonly api: Api
  readonly method: Method
  readonly path: string
  readonly params?: Lazy<z.ZodType>
  readonly query?: Lazy<z.ZodType>
  readonly body?: Lazy<z.ZodType>
  /** There where the row takes a form with an image. */
  readonly upload?: unknown
}

/** A route row, as far as a document tells of it. */
export interface DescribedRow extends DescribedCall {
  readonly out: 'image' | Lazy<z.ZodType>
}
