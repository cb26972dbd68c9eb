import type { Fault } from './fault.ts'

/** Whose images they are: those of the design, which are listed, or those that players put up as theirs. Spec 1 "Image descriptor". */
export type ImageAlbum = 'design' | 'players'

/** An image may have so many bytes, whether it is uploaded or stands in a file. Spec 5.2 `payload_too_large`. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024

/** A use of the game's images, which belong to no runtime and to no version of the design; `G` is where they are kept. */
export interface GalleryOperation<G, I, R> {
  readonly kind: 'gallery'
  readonly name: string
  readonly use: (gallery: G, input: I) => Fault | R | Promise<Fault | R>
}
