import type { Shape } from '../kernel/shapes.ts'
import type { descriptorSchema } from './descriptor-schema.ts'
import type { ImageSize } from './size.ts'
import { imageSizes } from './size.ts'

/** What the service tells of an uploaded image. Spec 1 "Image descriptor". */
export type ImageDescriptor = Shape<ReturnType<typeof descriptorSchema>>

const sizes = Object.entries(imageSizes).map(([name, pixels]) => ({
  name: name as ImageSize,
  height: pixels,
  width: pixels,
}))

/** The descriptor of an image; nothing of the interface sets tags, so there are none. */
export function imageDescriptor(album: string, id: string): ImageDescriptor {
  return { tags: [], album, sizes, id }
}
