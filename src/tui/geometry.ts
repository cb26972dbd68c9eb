import type { Size } from './model.ts'

/** The smallest terminal that is of use. */
export const MIN_SIZE: Size = { columns: 60, rows: 12 }

/** The layout of a terminal, in letters and lines, with two panels side by side; sizes include borders. */
export interface Geometry {
  readonly listWidth: number
  readonly detailWidth: number
  readonly height: number
  /** Lines within a panel. */
  readonly lines: number
  /** Rows below the head of a list. */
  readonly listRows: number
}

/** The header, the tabs, and the keys. */
const OTHER_LINES = 3

const NARROWEST_LIST = 26

/** Lays out a terminal; `share` is the part of the width for the rows, `said` the number of message lines. */
export function geometryOf({ columns, rows }: Size, listShare: number, message: number): Geometry {
  const listWidth = Math.max(NARROWEST_LIST, Math.floor(columns * listShare))
  const height = Math.max(3, rows - OTHER_LINES - message)
  const lines = height - 2
  return { listWidth, detailWidth: columns - listWidth, height, lines, listRows: Math.max(1, lines - 1) }
}

/** Whether a terminal is large enough. */
export const isLargeEnough = ({ columns, rows }: Size): boolean => columns >= MIN_SIZE.columns && rows >= MIN_SIZE.rows
