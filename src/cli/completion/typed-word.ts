/** What a quoted or escaped piece of a word stands for; whatever else stands for itself. */
const PIECE = /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)|[^'"\\]+/gsu

/**
 * The value of a word as it stands on a command line, where its quotes need not be closed yet. Nothing in it is ever
 * looked up or run, as a shell would with `$` and backticks.
 */
export function valueOf(word: string): string {
  return word.replaceAll(PIECE, (piece, single?: string, double?: string, escaped?: string) => {
    if (single !== undefined) return single
    if (double !== undefined) return double.replaceAll(/\\(["\\$`])/g, '$1')
    return escaped ?? piece
  })
}
