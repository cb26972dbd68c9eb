import stringWidth from 'string-width'

/** Widths of characters in thousandths of the font's size, as in the widest of the common sans-serif fonts. */
const NARROW = 370
const WIDE = 970
const CAPITAL = 710
const USUAL = 625
const FULL = 1000

/** About how wide a text is: the fonts of who looks at it are not known. */
export function textWidth(text: string, size: number): number {
  let thousandths = 0
  for (const character of text) thousandths += widthOf(character)
  return (thousandths * size) / 1000
}

function widthOf(character: string): number {
  if (/[iljItf .,:;'|!()[\]{}/\\"`-]/.test(character)) return NARROW
  if (/[mwMW@%—]/.test(character)) return WIDE
  if (/[A-Z]/.test(character)) return CAPITAL
  return stringWidth(character) > 1 ? FULL : USUAL
}

/** A text in lines of about this width, at most so many; what does not fit ends with an ellipsis. */
export function wrap(text: string, size: number, width: number, maxLines: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, size, width))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || textWidth(longer, size) <= width) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  if (lines.length <= maxLines) return lines
  return [...lines.slice(0, maxLines - 1), `${lines[maxLines - 1] ?? ''}…`]
}

/** A word in pieces that fit into a line. */
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
