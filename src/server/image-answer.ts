import type { ShownImage } from '../game/images/shown-image.ts'
import { isFault } from '../game/kernel/fault.ts'
import { type Answer, faultAnswer } from './answer.ts'
import type { ServedImages } from './served-game.ts'

/** The content type of every picture. */
const PNG_TYPE = 'image/png'

/**
 * Answers a picture, or 304 if the caller already has it by an entity tag of its `If-None-Match`. Images change without
 * notice, so a caller must ask again before it shows one again.
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

/** An entity tag between the commas of a list. A weak tag means the same picture as a strong one. */
const TAG = /(?:^|,)[ \t]*(?:W\/)?("[^"]*")[ \t]*(?=,|$)/g

/** Returns whether a caller knows a strong entity tag, by its `If-None-Match`: a list of tags, or `*` for any. */
export function knowsTag(ifNoneMatch: string | undefined): (etag: string) => boolean {
  if (ifNoneMatch === undefined) return () => false
  if (ifNoneMatch.trim() === '*') return () => true
  const known = new Set(Array.from(ifNoneMatch.matchAll(TAG), ([, tag]) => tag))
  return (etag) => known.has(etag)
}
