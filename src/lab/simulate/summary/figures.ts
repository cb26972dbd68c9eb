import { inThousands } from '../../../terminal/render/progress.ts'

/** From here on, numbers are written with an exponent. */
const HUGE = 1e15

/** The number of digits of a number with a fraction. */
const DIGITS = 3

/** What is shown where there is no figure. */
const NONE = '-'

/** Formats a number or an amount for reading: `12,345`, `9.25`, `1.20e+21`. Whole numbers below 10^15 are exact. */
export function numberText(figure: number | string | null): string {
  if (figure === null) return NONE
  const number = Number(figure)
  if (Math.abs(number) >= HUGE) return number.toExponential(DIGITS - 1)
  const shown = Math.abs(number) >= 10 ** DIGITS ? Math.round(number) : Number(number.toPrecision(DIGITS))
  const rounded = Number.isInteger(number) ? number : shown
  return Number.isInteger(rounded) ? inThousands(rounded) : String(rounded)
}

/** Formats a share for reading: `3.4 %`, `97 %`. Only nothing is 0 %, and only everything 100 %. */
export function shareText(share: number | null): string {
  if (share === null || Number.isNaN(share)) return NONE
  if (share > 0 && share < 0.001) return '<0.1 %'
  if (share < 1 && share >= 0.995) return '>99 %'
  const percent = share * 100
  return `${inThousands(percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent))} %`
}

/** Formats a time in days for reading: `4.2 days`, `0.04 days`, `at once`. Expectations have days too, so all times do. */
export function daysText(days: number | null): string {
  if (days === null) return NONE
  if (days * 24 * 60 < 1) return 'at once'
  if (days < 0.01) return '<0.01 days'
  const rounded = days < 1 ? Math.round(days * 100) / 100 : Math.round(days * 10) / 10
  return rounded === 1 ? '1 day' : `${numberText(rounded)} days`
}
