import type * as z from 'zod'
import type { GalleryOperation } from '../game/kernel/image-album.ts'
import type { LogoutOperation } from '../game/kernel/operation.ts'
import type { Operation } from '../game/kernel/operation.ts'
import type { TakesImage } from '../game/kernel/route.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'
import type { TokenOperation } from '../game/kernel/operation.ts'
import type { AnyVersionOperation } from '../game/kernel/version-operation.ts'
import type { DescribedCall } from '../openapi/described-row.ts'

interface AnyRow extends DescribedCall {
  readonly op:
    | Operation<never, never, never, unknown, unknown>
    | AnyVersionOperation
    | GalleryOperation<never, never, unknown>
    | TokenOperation<never, never, unknown>
    | LogoutOperation<unknown>
  readonly upload?: TakesImage['upload']
  readonly input: (request: never) => unknown
}

interface AnsweredJson {
  readonly present: (result: never) => unknown
  readonly out: Lazy<z.ZodType>
}

/** A row that answers JSON. */
export interface JsonRow extends AnyRow, AnsweredJson {
  readonly recorded?: AnsweredJson
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
