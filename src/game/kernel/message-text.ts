/** A noun in the singular and in the plural. */
export type Noun = readonly [one: string, several: string]

/** The first items of a list, and a line about the others if there are any. */
export interface FirstFew<T> {
  readonly few: readonly T[]
  readonly more: readonly string[]
}

/** Returns the first items of a list for `max` lines. If the list has more items, the last line is `more`. */
export function firstFew<T>(all: readonly T[], max: number, noun?: Noun): FirstFew<T> {
  const few = all.length <= max ? all : all.slice(0, max - 1)
  return { few, more: andMore(all.length - few.length, noun) }
}

/** Returns the line `and 3 more changes` about omitted items, or no line if nothing is omitted. */
export const andMore = (count: number, noun?: Noun): readonly string[] =>
  count > 0 ? [`and ${moreText(count, noun)}`] : []

/** Returns `1 more change`, `2 more changes`, or `2 more`. */
export const moreText = (count: number, noun?: Noun): string =>
  noun === undefined ? `${count} more` : `${count} more ${count === 1 ? noun[0] : noun[1]}`

/** The number of characters of a name that answers and problems show. Names can be any text. */
const MAX_NAME_LENGTH = 100

/** Truncates a name for answers and problems. */
export const shortName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name

/** Returns a text without line breaks, which would end a line of a message. */
export const oneLine = (text: string): string => text.replaceAll('\n', '\\n')

/** Returns `'name'`: a name in a message, truncated and in one line. */
export const quoted = (name: string): string => `'${oneLine(shortName(name))}'`
