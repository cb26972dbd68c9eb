/** The sizes that an image comes in, each with the pixels of its sides; `original` is as it was uploaded. Spec 1 "Image descriptor". */
export const imageSizes = { original: null, large: 140, medium: 72, small: 40, icon: 24 } as const

/** `original`, `large`, `medium`, `small` or `icon`. */
export type ImageSize = keyof typeof imageSizes
