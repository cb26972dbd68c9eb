import type { z } from 'zod'
import type { GalleryOperation } from '../game/kernel/gallery-operation.ts'
import type { Operation } from '../game/kernel/operation.ts'
import type { Api, Lazy, Method, Resource, TakesImage } from '../game/kernel/route.ts'
import type { TokenOperation } from '../game/kernel/token-operation.ts'
import type { AnyVersionOperation } from '../game/kernel/version-operation.ts'

interface AnyRow {
  readonly api: Api
  readonly method: Method
  readonly path: string
  readonly resource: Resource
  readonly scopes?: readonly ('game' | 'debug')[]
  readonly caller: 'player' | 'operator'
  readonly op:
    | Operation<never, never, never, unknown, unknown>
    | AnyVersionOperation
    | GalleryOperation<never, never, unknown>
    | TokenOperation<never, never, unknown>
  readonly params?: Lazy<z.ZodType>
  readonly query?: Lazy<z.ZodType>
  readonly body?: Lazy<z.ZodType>
  readonly upload?: TakesImage['upload']
  readonly input: (request: never) => unknown
}

/** A row that answers JSON. */
export interface JsonRow extends AnyRow {
  readonly present: (result: never) => unknown
  readonly out: Lazy<z.ZodType>
}

/** A row that answers a picture. */
interface ImageRow extends AnyRow {
  readonly out: 'image'
}

/**
 * Any route row, its own types forgotten: what goes into one of its functions comes from its own schemas and
 * operation, so that no type of ours could say more.
 */
export type Row = JsonRow | ImageRow
