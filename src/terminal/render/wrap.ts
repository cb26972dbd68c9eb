import { textWidth } from './text-width.ts'

/** Breaks a text into lines of at most `width` columns, between words if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((long) => breakWord(long, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (textWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
  }
  return [...lines, line]
}

/** Breaks a word into parts of at most `width` columns. It never breaks a grapheme. */
function breakWord(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (part !== '' && textWidth(part + segment) > width) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}
