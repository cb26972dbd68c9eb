import type { Fault } from '../kernel/fault.ts'
import type { ImageAlbum } from '../kernel/image-album.ts'
import type { BuiltInId } from './built-in-ids.ts'
import type { ImageDescriptor } from './descriptor.ts'
import type { ImageSize } from './size.ts'

/** Where the picture of something comes from: it was uploaded, or it is drawn for what it is `of`. */
export type ImageSource =
  | { readonly album: ImageAlbum; readonly id: string }
  | { readonly builtIn: BuiltInId; readonly of: string }

/** The picture that a route answers: the first of these that there is, in one size. */
export interface ShownImage {
  readonly sources: readonly ImageSource[]
  readonly size: ImageSize
  /** Where there is none of them. */
  readonly missing: Fault
}

/** The images of a design, as far as the game's own operations need them. */
export interface DesignImages {
  /** In the order in which they came. */
  list(skip: number, limit: number): readonly ImageDescriptor[]
  /** False where there was none. */
  delete(id: string): Promise<boolean>
}
