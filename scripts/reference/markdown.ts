/** Pieces of Markdown, as GitHub reads it. */

/** Formats a text as code, between enough backticks. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}

/** Escapes a text for Markdown. */
export function plain(text: string): string {
  return text.replaceAll(/(`[^`]*`)|[<>*[\]]/g, (mark, quoted?: string) => quoted ?? `\\${mark}`)
}

/** Formats a table, without its empty columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const used = head.map((_, place) => rows.some((row) => (row[place] ?? '') !== ''))
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .filter((_, place) => used[place])
      .map(cell)
      .join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')

/** Formats a block of code. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** Joins the parts of a page with empty lines between them, without the empty ones. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
