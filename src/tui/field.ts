/** A line of input, with the cursor before the letter `at`. */
export interface Field {
  readonly letters: readonly string[]
  readonly at: number
  /** Whether the whole line is selected, as a suggested text is until the first key. */
  readonly isSelected?: boolean
}

/** The maximum length of a line; a longer paste is cut. */
const MAX_LETTERS = 1_000

/** Control characters, which a line does not keep. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** A line with this text, and the cursor behind it. */
export function fieldOf(text = ''): Field {
  const letters = lettersOf(text).slice(0, MAX_LETTERS)
  return { letters, at: letters.length }
}

/** A line with a suggested text, all of it selected: what you type replaces it. */
export function suggestedField(text: string): Field {
  const field = fieldOf(text)
  return { ...field, isSelected: field.letters.length > 0 }
}

/** The text of a line. */
export const textOf = ({ letters }: Field): string => letters.join('')

/** The line with a text at the cursor, or in place of a selected one; runs of controls such as line breaks become a space. */
export function typed(field: Field, text: string): Field {
  const { letters, at } = unselected(field)
  const room = MAX_LETTERS - letters.length
  const come = lettersOf(text.replace(CONTROLS, ' ')).slice(0, Math.max(0, room))
  return { letters: letters.toSpliced(at, 0, ...come), at: at + come.length }
}

/**
 * The line after a key that moves in it or deletes from it; undefined for any other key. In a selected line, a key that
 * moves starts to edit the text, and a key that deletes clears it.
 */
export function edited(field: Field, key: string): Field | undefined {
  return moves.get(key)?.(field) ?? deletions.get(key)?.(unselected(field))
}

const EMPTY: Field = { letters: [], at: 0 }

const unselected = (field: Field): Field => (field.isSelected ? EMPTY : field)

type Edit = (field: Field) => Field

const moves: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ['left', ({ letters, at }) => ({ letters, at: Math.max(0, at - 1) })],
  ['right', ({ letters, at }) => ({ letters, at: Math.min(letters.length, at + 1) })],
  ['home', ({ letters }) => ({ letters, at: 0 })],
  ['ctrl+a', ({ letters }) => ({ letters, at: 0 })],
  ['end', ({ letters }) => ({ letters, at: letters.length })],
  ['ctrl+e', ({ letters }) => ({ letters, at: letters.length })],
])

const deletions: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  [
    'backspace',
    ({ letters, at }) => (at === 0 ? { letters, at } : { letters: letters.toSpliced(at - 1, 1), at: at - 1 }),
  ],
  ['delete', ({ letters, at }) => ({ letters: letters.toSpliced(at, 1), at })],
  ['ctrl+u', ({ letters, at }) => ({ letters: letters.slice(at), at: 0 })],
  ['ctrl+w', withoutWord],
])

function withoutWord({ letters, at }: Field): Field {
  let from = at
  while (from > 0 && letters[from - 1] === ' ') from -= 1
  while (from > 0 && letters[from - 1] !== ' ') from -= 1
  return { letters: letters.toSpliced(from, at - from), at: from }
}

/** The letters of a text as people count them. */
function lettersOf(text: string): string[] {
  // A text that is far too long is cut before it is split.
  const read = text.slice(0, MAX_LETTERS * 8)
  return Array.from(new Intl.Segmenter().segment(read.toWellFormed()), ({ segment }) => segment)
}
