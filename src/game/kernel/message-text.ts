/** A noun in the singular and in the plural. */
export type Noun = readonly [one: string, several: string]

/** The first few of many, and a line for the others: none if all are there. */
export interface FirstFew<T> {
  readonly few: readonly T[]
  readonly more: readonly string[]
}

/** The first few of many, as lines: `max` of them, of which one says how many others there are. */
export function firstFew<T>(all: readonly T[], max: number, noun?: Noun): FirstFew<T> {
  const few = all.length <= max ? all : all.slice(0, max - 1)
  return { few, more: andMore(all.length - few.length, noun) }
}

/** `and 3 more changes`, a line for those that are left out; none if nothing is. */
export const andMore = (count: number, noun?: Noun): readonly string[] =>
  count > 0 ? [`and ${moreText(count, noun)}`] : []

/** `1 more change`, `2 more changes`, or `2 more`. */
export const moreText = (count: number, noun?: Noun): string =>
  noun === undefined ? `${count} more` : `${count} more ${count === 1 ? noun[0] : noun[1]}`

/** Names, which may be anything, are told up to so many characters. */
const MAX_TOLD = 100

/** A name as answers and problems tell it. */
export const shortName = (name: string): string => (name.length > MAX_TOLD ? `${name.slice(0, MAX_TOLD)}…` : name)

/** `'name'`: a name in the words of a problem, short and on one line whatever it is. */
export const quoted = (name: string): string => `'${shortName(name).replaceAll('\n', '\\n')}'`
