import type { Cell } from './plot.ts'

/** What stands for a figure that there is not. */
const NO_FIGURE = '–'

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percentage = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** Writes a number with at most two decimals: `1,234.5`. */
export const number = (value: number): string => grouped.format(value)

/** Writes a number in the room of an axis: `1.2K`. */
export const compact = (value: number): string => short.format(value)

/** Writes a share: `12.3%`. A share that is more than none or less than all does not look like none or all. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0005) return '<0.1%'
  if (share < 1 && share > 0.9995) return '>99.9%'
  return percentage.format(share)
}

/** Writes a number of days: `12.3 days`. */
export const daysLong = (days: number): string => counted(Math.round(days * 10) / 10, 'day')

/** Writes an exact decimal text with its digits in groups: `12,345.678`. */
export function amount(text: string): string {
  const [whole = '', decimals] = text.split('.')
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? groups : `${groups}.${decimals}`
}

/** Writes a number with its noun: `1 player`, `2 players`. */
export function counted(value: number, noun: string): string {
  return `${number(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** Returns the cell of a number. */
export function numberCell(value: number | null | undefined): Cell {
  return value === null || value === undefined ? { text: NO_FIGURE } : { text: number(value), exact: String(value) }
}

/** Returns the cell of a share. */
export function shareCell(value: number | undefined): Cell {
  return value === undefined ? { text: NO_FIGURE } : { text: percent(value), exact: String(value) }
}

/** Returns the cell of an exact amount. */
export function amountCell(value: string | null | undefined): Cell {
  return value === null || value === undefined ? { text: NO_FIGURE } : { text: amount(value), exact: value }
}

/** Returns an amount as a number for drawing, where rounding does not show. */
export const drawn = (value: string | null): number | null => (value === null ? null : Number(value))
