import * as z from 'zod'
import { shownAs } from '../kernel/shown-as.ts'
import { imageSizes, type ImageSize } from './size.ts'

/** The names of all sizes. */
export const sizeNames = Object.keys(imageSizes) as ImageSize[]

/** `size`: `original` unless told. Spec 5.2 `invalid_size`. */
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
