import * as z from 'zod'
import { shownAs } from '../kernel/shown-as.ts'

/** The sizes of an image and the length of their sides in pixels. `original` keeps the size of the upload. Spec 1 "Image descriptor". */
export const imageSizes = { original: null, large: 140, medium: 72, small: 40, icon: 24 } as const

/** The name of a size. */
export type ImageSize = keyof typeof imageSizes

/** The names of all sizes. */
export const sizeNames = Object.keys(imageSizes) as ImageSize[]

/** The `size` parameter of a query. The default is `original`. Spec 5.2 `invalid_size`. */
export const sizeQuery = {
  size: shownAs(
    z
      .string()
      .optional()
      .transform((text, check): ImageSize => {
        const size = text === undefined ? 'original' : sizeNames.find((name) => name === text)
        if (size !== undefined) return size
        const params = { fault: 'invalid_size', size: text, sizes: sizeNames.join(', ') }
        check.addIssue({ code: 'custom', params, message: 'no size' })
        return z.NEVER
      }),
    () => z.enum(sizeNames).default('original'),
  ),
}
