/** Whose images they are: those of the design, which are listed, or those that players put up as theirs. Spec 1 "Image descriptor". */
export type ImageAlbum = 'design' | 'players'

/** An image may have so many bytes, whether it is uploaded or stands in a file. Spec 5.2 `payload_too_large`. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
