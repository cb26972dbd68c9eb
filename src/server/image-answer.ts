import { isFault } from '../game/kernel/fault.ts'
import type { ShownImage } from '../game/images/shown-image.ts'
import type { Answer } from './answer.ts'
import { faultAnswer } from './answer.ts'
import type { ServedImages } from './served-game.ts'

/** The type of every picture. */
const PNG_TYPE = 'image/png'

/**
 * A picture, or 304 where the caller has it by an entity tag of its `If-None-Match`. Images change without notice, so
 * that nobody may show one again without having asked.
 */
export async function imageAnswer(
  images: ServedImages,
  shown: ShownImage,
  ifNoneMatch: string | undefined,
): Promise<Answer> {
  const picture = await images.picture(shown, knowsTag(ifNoneMatch))
  if (isFault(picture)) return faultAnswer(picture)
  const { etag, png } = picture
  const headers = { etag, 'cache-control': 'private, no-cache' }
  if (!png) return { status: 304, type: PNG_TYPE, body: '', headers }
  const body = Buffer.isBuffer(png) ? png : png.pieces()
  return { status: 200, type: PNG_TYPE, body, length: png.length, headers }
}

/** An entity tag between the commas of a list; a weak one stands for the same picture as a strong one. */
const TAG = /(?:^|,)[ \t]*(?:W\/)?("[^"]*")[ \t]*(?=,|$)/g

/** Whether a caller knows a strong entity tag, by its `If-None-Match`: a list of tags, or `*` for any. */
export function knowsTag(ifNoneMatch: string | undefined): (etag: string) => boolean {
  if (ifNoneMatch === undefined) return () => false
  if (ifNoneMatch.trim() === '*') return () => true
  const known = new Set(Array.from(ifNoneMatch.matchAll(TAG), ([, tag]) => tag))
  return (etag) => known.has(etag)
}
