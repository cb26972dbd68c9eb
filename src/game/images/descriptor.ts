import * as z from 'zod'
import type { Shape } from '../kernel/answer-shapes.ts'
import { imageSizes, sizeNames, type ImageSize } from './size.ts'

const size = () => z.strictObject({ name: z.enum(sizeNames), height: z.int().nullable(), width: z.int().nullable() })

/**
 * The schema of an image descriptor. The album is `players` for images that players upload as their own, otherwise
 * `design`. Spec 1 "Image descriptor".
 */
export const descriptorSchema = () =>
  z.strictObject({ tags: z.array(z.string()), album: z.string(), sizes: z.array(size()), id: z.string() })

/** The schema of a descriptor that has only the fields that a query selects. Spec 4.1 `fields`. */
export const partialDescriptorSchema = () =>
  descriptorSchema()
    .extend({ sizes: z.array(size().partial()) })
    .partial()

/** What answers say about an uploaded image. Spec 1 "Image descriptor". */
export type ImageDescriptor = Shape<ReturnType<typeof descriptorSchema>>

const sizes = Object.entries(imageSizes).map(([name, pixels]) => ({
  name: name as ImageSize,
  height: pixels,
  width: pixels,
}))

/** Returns the descriptor of an image. `tags` is empty because the interface has no way to set tags. */
export function imageDescriptor(album: string, id: string): ImageDescriptor {
  return { tags: [], album, sizes, id }
}
