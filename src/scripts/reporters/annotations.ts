/** A finding that a workflow of GitHub shows at its place in a file. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  /** The path of the file. */
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly title: string
  readonly message: string
}

/** What a command found, for a workflow of GitHub. */
export interface Annotated {
  /** What was done, as a heading of the summary. */
  readonly title: string
  /** What came of it, in one line. */
  readonly result: string
  readonly annotations: readonly Annotation[]
}

/** Returns the line of a log that becomes an annotation: `::error file=a.json,line=2,col=3,title=T::text`. */
export function annotationLine({ level, file, line, column, title, message }: Annotation): string {
  const fields = Object.entries({ file, line, col: column, title }).filter(([, value]) => value !== undefined)
  return `::${level} ${fields.map(([name, value]) => `${name}=${propertyText(String(value))}`).join(',')}::${dataText(message)}`
}

/** Returns the part of a summary, in Markdown, about what a command found. */
export function summaryMarkdown({ title, result, annotations }: Annotated): string {
  const rows = annotations.map(
    ({ level, file, line, message }) =>
      `| ${level} | ${cellText(line === undefined ? file : `${file}:${line}`)} | ${cellText(message)} |`,
  )
  const table = rows.length === 0 ? [] : ['', '|  | Where | What |', '|---|---|---|', ...rows]
  return [`### ${cellText(title)}`, '', cellText(result), ...table, '', ''].join('\n')
}

/** Escapes what would end the text of a workflow command. */
const dataText = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

/** Escapes what would end a field of a workflow command. */
const propertyText = (text: string): string => dataText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Escapes what Markdown and HTML would read as their own. */
const cellText = (text: string): string =>
  text.replaceAll(/[\\`*_[\]<>&|#]/g, (character) => `&#${character.charCodeAt(0)};`).replaceAll(/\r?\n/g, '<br>')
