import { isFault } from '../game/kernel/fault.ts'
import { giveImages, type ImageLook, type ImageTaker } from './design-images.ts'
import type { Problem } from './problem.ts'

/** All that is wrong with the images of a design directory, their content too: as when a game takes them. */
export async function checkImages(look: ImageLook, design: string): Promise<readonly Problem[]> {
  return look.images?.size ? (await giveImages(look, design, nobody)).problems : look.problems
}

/** Looks at images as a game that takes them does, and keeps none. */
const nobody: ImageTaker = {
  takeFromFiles: async (images) => {
    // What works on images takes a while to load.
    const { normalise } = await import('../images/normalise.ts')
    const refused = []
    for (const [name, { read }] of images) {
      const bytes = await read()
      const png = bytes && (await normalise(bytes))
      if (isFault(png)) refused.push({ name, why: png })
    }
    return refused
  },
}
