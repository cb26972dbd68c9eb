import type { Plot } from './plot.ts'

/** More plots of a section than these are shown on demand, if they are not in the same row. */
const AT_ONCE = 6

/**
 * Lays out plots in rows of two, or of one that takes the whole width. A plot that is alone in its row takes it all. Returns
 * those that are shown at once, and those that are shown on demand.
 */
export function inRows(plots: readonly Plot[]): readonly [first: readonly Plot[], more: readonly Plot[]] {
  const rows: (readonly Plot[])[] = []
  for (let place = 0; place < plots.length;) {
    const [plot, next] = [plots[place] as Plot, plots[place + 1]]
    const hasTwo = plot.isWide !== true && next !== undefined && next.isWide !== true
    rows.push(hasTwo ? [plot, next] : [{ ...plot, isWide: true }])
    place += hasTwo ? 2 : 1
  }
  let shown = 0
  const isFirst = rows.map((row) => (shown += row.length) <= AT_ONCE)
  const rowsWhere = (first: boolean): readonly Plot[] => rows.filter((_, i) => isFirst[i] === first).flat()
  return [rowsWhere(true), rowsWhere(false)]
}
