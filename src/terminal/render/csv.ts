/** What a spreadsheet takes for a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Rows as RFC 4180 wants them, the last line ended too. */
export function csv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')
}

/** Free text as a cell: a spreadsheet that opens it shows what it says and computes nothing. */
export function csvText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
