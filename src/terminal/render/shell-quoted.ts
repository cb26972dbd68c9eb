/** What a POSIX shell takes as it stands. */
const PLAIN = /^[\w@%+:,./-]+$/

/** A word as one types it into a POSIX shell: in single quotes where it has to be. */
export function shellQuoted(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
