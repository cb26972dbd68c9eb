import { idOf } from '../game/design/identity.ts'
import { kinds, type DesignProblem, type DesignSource } from '../game/design/source.ts'
import { builtInIds } from '../game/images/shown-image.ts'
import { problemList, type ProblemList } from '../game/kernel/problem-list.ts'
import { quoted } from '../game/kernel/short-name.ts'
import { isImageId } from '../storage/images.ts'

type ImageLocation = Omit<DesignProblem, 'message'>

/**
 * The images that components and their parts name and that there are none of: neither built-in nor among `ids`, which may
 * be all that there are or only those of files. It is no mistake: the built-in one is shown until there is one. Spec 4.1.
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

/** The images that a component names, as far as it is right, and where. */
function* imagesOf(component: unknown): Generator<readonly [image: string, path: (string | number)[]]> {
  const { image, constraints } = fieldsOf(component)
  if (typeof image === 'string') yield [image, ['image']]
  for (const part of ['items', 'states']) {
    const list = fieldsOf(constraints)[part]
    if (!Array.isArray(list)) continue
    for (const [place, each] of list.entries()) {
      const { image: own } = fieldsOf(each)
      if (typeof own === 'string') yield [own, ['constraints', part, place, 'image']]
    }
  }
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
