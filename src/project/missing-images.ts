import { idOf } from '../game/design/identity.ts'
import { kinds, type DesignProblem, type DesignSource } from '../game/design/source.ts'
import { builtInIds } from '../game/images/shown-image.ts'
import { fieldsOf } from '../game/kernel/json-value.ts'
import { quoted } from '../game/kernel/message-text.ts'
import { problemList, type ProblemList } from '../game/kernel/problem-list.ts'
import { isImageId } from '../storage/images.ts'

type ImageLocation = Omit<DesignProblem, 'message'>

/**
 * Finds images that components and their parts name and that do not exist: they are neither built-in nor in `ids`,
 * which contains all images or only those of files. This is not an error, because the built-in image is shown until the
 * image exists. Spec 4.1.
 */
export function missingImages(
  source: DesignSource,
  ids: ReadonlySet<string>,
  of: 'all' | 'files',
): ProblemList<ImageLocation> {
  const known = new Set([...builtInIds, ...ids])
  const isKnown = (image: string): boolean => known.has(image) || (of === 'files' && isImageId(image))
  const missing = problemList<ImageLocation>()
  for (const kind of kinds)
    for (const [index, component] of source[kind].entries()) {
      const id = idOf(component)
      for (const [image, path] of imagesOf(component))
        if (!isKnown(image))
          missing.add(
            { kind, index, ...(id !== undefined && { id }), path },
            (suggest) => `unknown image ${quoted(image)}${suggest(image, known)}`,
          )
    }
  return missing
}

/** Yields the images that a component names, as far as it is valid, and their paths. */
function* imagesOf(component: unknown): Generator<readonly [image: string, path: (string | number)[]]> {
  const { image, constraints } = fieldsOf(component)
  if (typeof image === 'string') yield [image, ['image']]
  for (const part of ['items', 'states']) {
    const list = fieldsOf(constraints)[part]
    if (!Array.isArray(list)) continue
    for (const [index, each] of list.entries()) {
      const { image: own } = fieldsOf(each)
      if (typeof own === 'string') yield [own, ['constraints', part, index, 'image']]
    }
  }
}
