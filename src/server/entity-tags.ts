/** An entity tag between the commas of a list; a weak one stands for the same picture as a strong one. */
const TAG = /(?:^|,)[ \t]*(?:W\/)?("[^"]*")[ \t]*(?=,|$)/g

/** Whether a caller knows a strong entity tag, by its `If-None-Match`: a list of tags, or `*` for any. */
export function knowsTag(ifNoneMatch: string | undefined): (etag: string) => boolean {
  if (ifNoneMatch === undefined) return () => false
  if (ifNoneMatch.trim() === '*') return () => true
  const known = new Set(Array.from(ifNoneMatch.matchAll(TAG), ([, tag]) => tag))
  return (etag) => known.has(etag)
}
