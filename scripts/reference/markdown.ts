/** Pieces of Markdown, as GitHub reads it. */

/** A text as code: between as many backticks as it takes. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`'
  return `${fence}${text}${fence}`
}

/** A text that stands for itself where Markdown would take it for more. */
export function plain(text: string): string {
  return text.replaceAll(/(`[^`]*`)|[<>*[\]]/g, (mark, quoted?: string) => quoted ?? `\\${mark}`)
}

/** A table; a column that holds nothing is left out. */
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

/** A block of code. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** Parts of a page, an empty line between any two; those that are empty are left out. */
export function page(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
