import stringWidth from 'string-width'

/** A text in lines no wider than there is room, broken between words where that can be. */
export function wrapped(text: string, width: number): string[] {
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

/** A word in parts no wider than there is room; of a letter that is wider itself no part is made. */
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
