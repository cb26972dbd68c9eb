import type { Fault } from '../kernel/fault.ts'
import type { ImageAlbum } from '../kernel/image-album.ts'
import type { ImageDescriptor } from './descriptor.ts'
import type { ImageSize } from './size.ts'

/** The ids of the built-in images, which always exist. Spec 4.1. */
export const builtInIds = [
  'default-game',
  'default-player',
  'default-process',
  'default-team',
  'default-point-metric',
  'default-set-metric',
  'default-state-metric',
  'default-item',
  'default-state',
] as const

/** The id of a built-in image. */
export type BuiltInId = (typeof builtInIds)[number]

/** Whether an id belongs to a built-in image rather than to an uploaded one. */
export function isBuiltInId(id: string): id is BuiltInId {
  return (builtInIds as readonly string[]).includes(id)
}

/** Where an image comes from: an upload, or a drawing of the object whose id is `of`. */
export type ImageSource =
  | { readonly album: ImageAlbum; readonly id: string }
  | { readonly builtIn: BuiltInId; readonly of: string }

/** The image that a route answers: the first source that exists, in one size. */
export interface ShownImage {
  readonly sources: readonly ImageSource[]
  readonly size: ImageSize
  /** The fault if none of the sources exists. */
  readonly missing: Fault
}

/** The images of a design, as the operations of the game use them. */
export interface DesignImages {
  /** Lists images in the order in which they were added. */
  list(skip: number, limit: number): readonly ImageDescriptor[]
  /** Resolves to false if there is no such image. */
  delete(id: string): Promise<boolean>
}
