/** A line of input. The cursor is before the character with this index. */
export interface Field {
  readonly characters: readonly string[]
  readonly cursor: number
  /** Whether the whole line is selected. A suggested text is selected until the first key. */
  readonly isSelected?: boolean
}

/** The maximum number of characters in a line. A longer paste is cut. */
const MAX_CHARACTERS = 1_000

/** Control characters and line separators, which a line must not contain. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** Creates a line with a text and the cursor at its end. */
export function fieldOf(text = ''): Field {
  const characters = charactersOf(text).slice(0, MAX_CHARACTERS)
  return { characters, cursor: characters.length }
}

/** Creates a line with a suggested text. The text is selected, so that typing replaces it. */
export function suggestedField(text: string): Field {
  const field = fieldOf(text)
  return { ...field, isSelected: field.characters.length > 0 }
}

/** Returns the text of a line. */
export const textOf = ({ characters }: Field): string => characters.join('')

/** Inserts a text at the cursor or in place of a selected text. A sequence of control characters becomes a space. */
export function insertText(field: Field, text: string): Field {
  const { characters, cursor } = unselected(field)
  const room = MAX_CHARACTERS - characters.length
  const inserted = charactersOf(text.replace(CONTROLS, ' ')).slice(0, Math.max(0, room))
  return { characters: characters.toSpliced(cursor, 0, ...inserted), cursor: cursor + inserted.length }
}

/**
 * Applies a key that moves the cursor or deletes characters. Returns undefined for any other key. In a selected line, a key
 * that moves the cursor starts to edit the text, and a key that deletes clears it.
 */
export function editField(field: Field, key: string): Field | undefined {
  return moves.get(key)?.(field) ?? deletions.get(key)?.(unselected(field))
}

const EMPTY: Field = { characters: [], cursor: 0 }

const unselected = (field: Field): Field => (field.isSelected ? EMPTY : field)

type Edit = (field: Field) => Field

const moves: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  ['left', ({ characters, cursor }) => ({ characters, cursor: Math.max(0, cursor - 1) })],
  ['right', ({ characters, cursor }) => ({ characters, cursor: Math.min(characters.length, cursor + 1) })],
  ['home', ({ characters }) => ({ characters, cursor: 0 })],
  ['ctrl+a', ({ characters }) => ({ characters, cursor: 0 })],
  ['end', ({ characters }) => ({ characters, cursor: characters.length })],
  ['ctrl+e', ({ characters }) => ({ characters, cursor: characters.length })],
])

const deletions: ReadonlyMap<string, Edit> = new Map<string, Edit>([
  [
    'backspace',
    ({ characters, cursor }) =>
      cursor === 0 ? { characters, cursor } : { characters: characters.toSpliced(cursor - 1, 1), cursor: cursor - 1 },
  ],
  ['delete', ({ characters, cursor }) => ({ characters: characters.toSpliced(cursor, 1), cursor })],
  ['ctrl+u', ({ characters, cursor }) => ({ characters: characters.slice(cursor), cursor: 0 })],
  ['ctrl+w', withoutWord],
])

function withoutWord({ characters, cursor }: Field): Field {
  let from = cursor
  while (from > 0 && characters[from - 1] === ' ') from -= 1
  while (from > 0 && characters[from - 1] !== ' ') from -= 1
  return { characters: characters.toSpliced(from, cursor - from), cursor: from }
}

/** Splits a text into characters as people count them (grapheme clusters). */
function charactersOf(text: string): string[] {
  // Splitting is slow, so a text that is far too long is cut first.
  const start = text.slice(0, MAX_CHARACTERS * 8)
  return Array.from(new Intl.Segmenter().segment(start.toWellFormed()), ({ segment }) => segment)
}
