/** A line that is being typed, and before which of its letters the cursor stands. */
export interface Field {
  readonly letters: readonly string[]
  readonly at: number
}

/** So long may a line be; of a longer paste the rest is left out. */
const MAX_LETTERS = 1_000

/** What has no place in a line: controls, and what would steer a terminal. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu

/** A line with this text, the cursor behind it. */
export function fieldOf(text = ''): Field {
  const letters = lettersOf(text).slice(0, MAX_LETTERS)
  return { letters, at: letters.length }
}

/** What a line says. */
export const textOf = ({ letters }: Field): string => letters.join('')

/** The line with a text put in where the cursor stands; runs of controls, such as line breaks, become a blank. */
export function typed({ letters, at }: Field, text: string): Field {
  const room = MAX_LETTERS - letters.length
  const come = lettersOf(text.replace(CONTROLS, ' ')).slice(0, Math.max(0, room))
  return { letters: letters.toSpliced(at, 0, ...come), at: at + come.length }
}

/** The line after a key that moves in it or deletes from it; undefined where a key does neither. */
export function edited(field: Field, key: string): Field | undefined {
  return edits.get(key)?.(field)
}

const edits: ReadonlyMap<string, (field: Field) => Field> = new Map<string, (field: Field) => Field>([
  ['left', ({ letters, at }) => ({ letters, at: Math.max(0, at - 1) })],
  ['right', ({ letters, at }) => ({ letters, at: Math.min(letters.length, at + 1) })],
  ['home', ({ letters }) => ({ letters, at: 0 })],
  ['ctrl+a', ({ letters }) => ({ letters, at: 0 })],
  ['end', ({ letters }) => ({ letters, at: letters.length })],
  ['ctrl+e', ({ letters }) => ({ letters, at: letters.length })],
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
  // Of what is far too long, no more is looked at than could be kept.
  const read = text.slice(0, MAX_LETTERS * 8)
  return Array.from(new Intl.Segmenter().segment(read.toWellFormed()), ({ segment }) => segment)
}
