/** A phrase that is hard to read, with its replacement. */
export interface Phrase {
  readonly pattern: RegExp
  readonly replacement: string
}

/** A phrase and where it was found. */
export interface Finding {
  readonly line: number
  readonly found: string
  readonly replacement: string
}

/** A text that users read, with its first line in the file. */
export interface UserText {
  readonly line: number
  readonly text: string
}

const heading = '| Instead of | Write |'

/** Returns the phrases of the table in CONTRIBUTING.md: the rows whose first cell is in backticks. */
export function phrasesIn(contributing: string): readonly Phrase[] {
  return tableRows(contributing).flatMap((row) => {
    const [, source, replacement] = /^\| `(.+)` \| (.+) \|$/.exec(row) ?? []
    if (source === undefined || replacement === undefined) return []
    const pattern = new RegExp(`\\b${source.replaceAll('\\|', '|').replaceAll(' ', '\\s+')}\\b`, 'gi')
    return [{ pattern, replacement }]
  })
}

/** Returns a document without its table of phrases, which contains all of them. */
export function withoutPhrases(contributing: string): string {
  return tableRows(contributing).reduce((text, row) => text.replace(row, ''), contributing)
}

function tableRows(contributing: string): readonly string[] {
  const [, table = ''] = contributing.split(heading)
  const [, ...rows] = table.trimStart().split('\n')
  const end = rows.findIndex((row) => !row.startsWith('|'))
  return end < 0 ? rows : rows.slice(0, end)
}

/** Finds the phrases in texts. */
export function findPhrases(phrases: readonly Phrase[], texts: readonly UserText[]): readonly Finding[] {
  return texts.flatMap(({ line, text }) =>
    phrases.flatMap(({ pattern, replacement }) =>
      Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
        line: line + newlinesIn(text.slice(0, index)),
        found: found.replaceAll(/\s+/g, ' '),
        replacement,
      })),
    ),
  )
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1
}
