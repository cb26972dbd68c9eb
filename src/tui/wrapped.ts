import stringWidth from 'string-width'

/** A text in lines of at most `width`, broken between words if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((long) => broken(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (stringWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
  }
  return [...lines, line]
}

/** A word in parts of at most `width`; a single letter is never broken. */
function broken(word: string, width: number): string[] {
  if (stringWidth(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (part !== '' && stringWidth(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}
