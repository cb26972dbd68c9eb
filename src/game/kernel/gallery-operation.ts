import type { Fault } from './fault.ts'

/** A use of the game's images, which belong to no runtime and to no version of the design; `G` is where they are kept. */
export interface GalleryOperation<G, I, R> {
  readonly kind: 'gallery'
  readonly name: string
  readonly use: (gallery: G, input: I) => Fault | R | Promise<Fault | R>
}
