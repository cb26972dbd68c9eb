/** Words that a POSIX shell takes unchanged. */
const PLAIN = /^[\w@%+:,./-]+$/

/** Quotes a word for a POSIX shell, if needed. */
export function shellQuoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
