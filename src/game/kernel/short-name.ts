/** Names, which may be anything, are told up to so many characters. */
const MAX_TOLD = 100

/** A name as answers and problems tell it. */
export const shortName = (name: string): string => (name.length > MAX_TOLD ? `${name.slice(0, MAX_TOLD)}…` : name)

/** `'name'`: a name in the words of a problem, short and on one line whatever it is. */
export const quoted = (name: string): string => `'${shortName(name).replaceAll('\n', '\\n')}'`
