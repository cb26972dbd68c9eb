import type * as z from 'zod'
import type { GalleryOperation } from '../game/kernel/image-album.ts'
import type { Operation, LogoutOperation, TokenOperation } from '../game/kernel/operation.ts'
import type { TakesImage } from '../game/kernel/route.ts'
import type { Lazy } from '../game/kernel/shown-as.ts'
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
  /** Absent if the result of the operation is the answer. */
  readonly present?: (result: never) => unknown
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
 * Any row of a route, without its own types. The arguments of its functions come from its own schemas and operation, so more
 * exact types would add nothing.
 */
export type Row = JsonRow | ImageRow

/** Turns the result of a row's operation into its answer. */
export const presentedBy = ({ present }: JsonRow, result: unknown): unknown =>
  present ? present(result as never) : result
