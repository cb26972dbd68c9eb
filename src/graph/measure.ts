import stringWidth from 'string-width'

/** Widths of characters in thousandths of the font size, as in the widest of the common sans-serif fonts. */
const NARROW = 370
const WIDE = 970
const CAPITAL = 710
const REGULAR = 625
const FULL = 1000

/** Estimates the width of a text, because the fonts of the viewer are unknown. */
export function textWidth(text: string, size: number): number {
  let thousandths = 0
  for (const character of text) thousandths += widthOf(character)
  return (thousandths * size) / 1000
}

function widthOf(character: string): number {
  if (/[iljItf .,:;'|!()[\]{}/\\"`-]/.test(character)) return NARROW
  if (/[mwMW@%—]/.test(character)) return WIDE
  if (/[A-Z]/.test(character)) return CAPITAL
  return stringWidth(character) > 1 ? FULL : REGULAR
}

/**
 * Wraps a text into lines of about this width. If there are more than `maxLines`, the last line ends with an ellipsis.
 */
export function wrap(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, size, width))) {
    const extended = line === '' ? word : `${line} ${word}`
    if (line === '' || textWidth(extended, size) <= width) line = extended
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1] ?? ''}…`]
}

/** Splits a word into pieces that fit into a line. */
function pieces(word: string, size: number, width: number): string[] {
  const found: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && textWidth(piece + character, size) > width) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}
