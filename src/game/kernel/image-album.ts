import type { Fault } from './fault.ts'

/**
 * The owner of images: the design, whose images are listed, or the players, who upload their own. Spec 1 "Image
 * descriptor".
 */
export type ImageAlbum = 'design' | 'players'

/** The maximum size of an image in bytes, for uploads and files. Spec 5.2 `payload_too_large`. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/**
 * An operation on the images of the game, which belong to no runtime and to no version of the design. `G` is the type
 * of their store.
 */
export interface GalleryOperation<G, I, R> {
  readonly kind: 'gallery'
  readonly name: string
  readonly use: (gallery: G, input: I) => Fault | R | Promise<Fault | R>
}
