import type { EChartsCoreOption } from 'echarts/core'

/** What the library draws. It is plain data but for functions that write labels. */
export type ChartOption = EChartsCoreOption

/** A part of a page with plots about one question. */
export interface Section {
  readonly id: string
  readonly title: string
  /** How to read the plots. */
  readonly lead: string
  readonly plots: readonly Plot[]
  /** Tables that no plot shows. */
  readonly tables?: readonly Table[]
  /** Says why there is nothing to show. */
  readonly empty?: string
}

/** A plot, and all that is needed to understand it without seeing it. */
export interface Plot {
  /** Unique within its section, and the same for all personas. */
  readonly id: string
  readonly title: string
  /** What is most worth knowing, in one sentence that the figures bear out. */
  readonly takeaway?: string | undefined
  readonly legend: readonly LegendEntry[]
  /** Whether it takes the whole width of the page. */
  readonly isWide?: boolean
  readonly heightPx: number
  /** Returns what to draw at a width in pixels. */
  readonly option: (widthPx: number) => ChartOption
  /** Returns what the reader points at. */
  readonly tip: (mark: Mark) => Tip | undefined
  readonly table: Table
}

/** A mark of a plot: the element of a series at an index. */
export interface Mark {
  readonly series: string
  readonly index: number
  /** The name of a node of a flow diagram, or of both ends of a flow. */
  readonly name: string
}

/** What is shown about a mark. */
export interface Tip {
  readonly title: string
  readonly rows: readonly (readonly [name: string, figure: string])[]
}

/** What a series looks like. Its name is that of the series. */
export interface LegendEntry {
  readonly label: string
  /** The names of the series that the reader can hide with it. */
  readonly series: readonly string[]
  readonly look: Look
}

/** How a series is drawn. Lines differ by dash or symbol and areas by pattern, not by colour alone. */
export type Look =
  | { readonly kind: 'line'; readonly colour: string; readonly dash: Dash; readonly symbol: string }
  | { readonly kind: 'area'; readonly fill: string; readonly opacity?: number; readonly isOutlined?: boolean }

/** The lengths of strokes and gaps in pixels; `solid` for a line without gaps. */
export type Dash = 'solid' | readonly number[]

/** A table of the figures of a plot. Its rows are created when they are first shown. */
export interface Table {
  readonly caption: string
  readonly columns: readonly Column[]
  readonly rows: number
  readonly row: (index: number) => readonly Cell[]
}

/** A column. The first one names the rows. */
export interface Column {
  readonly title: string
  readonly kind: 'words' | 'figure'
}

/** A figure as readers see it, and as the report has it if that differs. */
export interface Cell {
  readonly text: string
  readonly exact?: string
}

/** What the library passes to a function that draws a mark. */
export interface Drawing {
  readonly value: (dimension: number) => number
  readonly coord: (point: readonly [number, number]) => readonly [number, number]
  readonly size: (steps: readonly [number, number]) => readonly [number, number]
}

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
