import type { Cell } from './plot.ts'

/** What stands for a figure that there is not. */
export const NO_FIGURE = '–'

/** Whole numbers have all of their digits, and others at least three. */
const grouped = new Intl.NumberFormat('en', {
  maximumSignificantDigits: 3,
  maximumFractionDigits: 0,
  roundingPriority: 'morePrecision',
})
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const percentage = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** Writes a number: `1,235`, `12.3`. */
export const number = (value: number): string => grouped.format(value)

/** Writes a number in the room of an axis: `1.2K`. */
export const compact = (value: number): string => short.format(value)

/** Writes a share: `12.3 %`. A share that is more than none or less than all does not look like none or all. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0005) return `<0.1${PERCENT}`
  if (share < 1 && share > 0.9995) return `>99.9${PERCENT}`
  return percentage.format(share * 100) + PERCENT
}

/** The sign stays on the line of its number. */
const PERCENT = '\u00a0%'

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

/** Returns the cell of a number. `margin` is how far the interval of a mean reaches to each side: `12.3 ± 0.4`. */
export function numberCell(value: number | null | undefined, margin?: number | null): Cell {
  return cellOf(value, number, margin)
}

/** Returns the cell of a share. */
export function shareCell(value: number | undefined, margin?: number | null): Cell {
  return cellOf(value, percent, margin)
}

/** Returns the cell of an exact amount. */
export function amountCell(value: string | null | undefined, margin?: string | null): Cell {
  // Means are rounded by their nature.
  return cellOf(value, margin === undefined ? amount : (text) => number(Number(text)), margin, '0')
}

function cellOf<T extends number | string>(
  value: T | null | undefined,
  write: (value: T) => string,
  margin: T | null | undefined,
  none: number | string = 0,
): Cell {
  if (value === null || value === undefined) return { text: NO_FIGURE }
  const interval = margin === null || margin === undefined || margin === none ? '' : ` ± ${write(margin)}`
  return { text: write(value) + interval, exact: String(value) }
}

/** Returns an amount as a number for drawing, where rounding does not show. */
export const drawn = (value: string | null): number | null => (value === null ? null : Number(value))

/** Returns a text that begins with a capital letter. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a text whose percent signs stay on the lines of their numbers. */
export const unbroken = (text: string): string => text.replaceAll(' %', PERCENT)
