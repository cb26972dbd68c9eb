import type { Size } from './model.ts'

/** Less than this shows nothing of use. */
export const LEAST: Size = { columns: 60, rows: 12 }

/** How a terminal is divided, in letters and lines; both panels stand side by side, borders included. */
export interface Geometry {
  readonly listWidth: number
  readonly detailWidth: number
  readonly height: number
  /** Lines within a panel. */
  readonly lines: number
  /** Rows below the head of a list. */
  readonly listRows: number
}

/** Lines that are neither a panel nor said: the header, the tabs, and the keys. */
const OTHER_LINES = 3

const NARROWEST_LIST = 26

/** Divides a terminal; `share` is what the rows get of its width, and `said` the lines that are said. */
export function geometryOf({ columns, rows }: Size, share: number, said: number): Geometry {
  const listWidth = Math.max(NARROWEST_LIST, Math.floor(columns * share))
  const height = Math.max(3, rows - OTHER_LINES - said)
  const lines = height - 2
  return { listWidth, detailWidth: columns - listWidth, height, lines, listRows: Math.max(1, lines - 1) }
}

/** Whether a terminal is large enough. */
export const isLargeEnough = ({ columns, rows }: Size): boolean => columns >= LEAST.columns && rows >= LEAST.rows
