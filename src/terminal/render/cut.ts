import stringWidth from 'string-width'

/** Text that is at most so wide: what is too wide ends with a mark that something is missing. */
export function cut(text: string, width: number, unicode: boolean): string {
  if (width === Infinity || stringWidth(text) <= width) return text
  let kept = ''
  let room = width - 1
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    room -= stringWidth(segment)
    if (room < 0) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}${unicode ? '…' : '~'}`
}
