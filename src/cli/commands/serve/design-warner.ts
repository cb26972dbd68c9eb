import type { Emulator } from '../../../emulator/emulator.ts'
import { moreProblems, type ProblemList } from '../../../game/kernel/problem-list.ts'
import { pathText } from '../../../game/kernel/schema.ts'
import { designWarnings, type WarningLocation } from '../../../project/design-warnings.ts'
import { missingImages } from '../../../project/missing-images.ts'
import { printable } from '../../../terminal/render/printable.ts'

/**
 * Warns of what the working design hardly means, and of images that it names and the game has none of, whenever they are
 * others than before.
 */
export function designWarner({ designs, images }: Emulator, warn: (message: string) => void): () => void {
  const warnings = [
    newsOf('the design is valid, but some of it probably does not do what you expect:', warn, () =>
      designWarnings(designs.latest.source),
    ),
    newsOf('these components use the built-in image because their own image is missing:', warn, () => {
      const ids = new Set(images.list(0, Infinity).map(({ id }) => id))
      return missingImages(designs.latest.source, ids, 'all')
    }),
  ]
  return () => warnings.forEach((look) => look())
}

/** Warns of what a look finds when it is something else than before. */
function newsOf(what: string, warn: (message: string) => void, look: () => ProblemList<WarningLocation>): () => void {
  let before = ''
  return () => {
    const { told, more } = look()
    const lines = told.map(({ kind, id, path, message }) => `${placeText(kind, id)} ${pathText(path)}: ${message}`)
    const text = [...lines, ...(more > 0 ? [moreProblems(more)] : [])].map(printable).join('\n')
    if (text !== before && text !== '') warn(`${what}\n${text}`)
    before = text
  }
}

const placeText = (kind: string, id: string | undefined): string => (id === undefined ? kind : `${kind}/${id}`)
