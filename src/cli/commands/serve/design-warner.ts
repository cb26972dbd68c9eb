import type { Emulator } from '../../../emulator/emulator.ts'
import { moreProblems } from '../../../game/kernel/problem-list.ts'
import { pathText } from '../../../game/kernel/schema.ts'
import { missingImages } from '../../../project/missing-images.ts'
import { printable } from '../../render/printable.ts'

/** Warns of images that the working design names and the game has none of, whenever they are others than before. */
export function imageWarner({ designs, images }: Emulator, warn: (message: string) => void): () => void {
  let told = ''
  return () => {
    const ids = new Set(images.list(0, Infinity).map(({ id }) => id))
    const { told: missing, more } = missingImages(designs.latest.source, ids, 'all')
    const lines = missing.map(({ kind, id, path, message }) => `${kind}/${id ?? ''} ${pathText(path)}: ${message}`)
    const text = [...lines, ...(more > 0 ? [moreProblems(more)] : [])].map(printable).join('\n')
    if (text !== told && text !== '') warn(`these use the built-in image because theirs is missing:\n${text}`)
    told = text
  }
}
