import type { Mark, Table, Tip } from './plot.ts'

/** Returns what is shown about a row of a table, if a plot has an index for each row. */
export function tableTip(table: Table): (mark: Mark) => Tip | undefined {
  return ({ index }) => {
    if (index >= table.rows) return undefined
    const [first, ...cells] = table.row(index)
    const [title, ...columns] = table.columns
    return {
      title: `${title?.title ?? ''} ${first?.text ?? ''}`.trim(),
      rows: cells.map(({ text }, i) => [columns[i]?.title ?? '', text] as const),
    }
  }
}
