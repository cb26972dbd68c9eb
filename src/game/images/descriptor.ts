import type { ImageSize } from './size.ts'
import { imageSizes } from './size.ts'

/** What the service tells of an uploaded image. Spec 1 "Image descriptor". */
export interface ImageDescriptor {
  readonly tags: readonly string[]
  /** `design`, or `players` for what players put up as theirs. */
  readonly album: string
  readonly sizes: readonly { readonly name: ImageSize; readonly height: number | null; readonly width: number | null }[]
  readonly id: string
}

const sizes = Object.entries(imageSizes).map(([name, pixels]) => ({
  name: name as ImageSize,
  height: pixels,
  width: pixels,
}))

/** The descriptor of an image; nothing of the interface sets tags, so there are none. */
export function imageDescriptor(album: string, id: string): ImageDescriptor {
  return { tags: [], album, sizes, id }
}
