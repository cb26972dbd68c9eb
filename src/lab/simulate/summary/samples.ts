import { intervalOf } from '../repeated.ts'
import type { Fold, FoldedReport } from '../report-figures.ts'
import { daysText, numberText, shareText } from './figures.ts'
import type { SummaryStyle } from './layout.ts'

/**
 * A figure of each run, null where a run does not have it. A report of one run has one sample of each figure, so the
 * sections of a summary serve one run and several alike, and what they compute from figures has an exact interval, too.
 */
export type Samples = readonly (number | null)[]

/** A part of a report of one run or several. */
export type SampledReport = FoldedReport<Samples>
export type SampledGroup = SampledReport['all']

/** Keeps the figures of all runs. */
export const samples: Fold<Samples> = {
  count: (values) => values.map((value) => Number(value ?? 0)),
  measure: (values) => values.map((value) => (value === null ? null : Number(value))),
}

/** Returns the mean of a figure; 0 if no run has it. It decides what comes first, and what is left out. */
export function meanOf(figure: Samples): number {
  return intervalOf(known(figure)).mean ?? 0
}

/** Returns the sum of figures in each run; undefined figures count as 0. */
export function sumOf(figures: readonly (Samples | undefined)[]): Samples {
  const runs = Math.max(0, ...figures.map((figure) => figure?.length ?? 0))
  return Array.from({ length: runs }, (_, run) => figures.reduce((sum, figure) => sum + (figure?.[run] ?? 0), 0))
}

/** Returns the part of a whole in each run; null where the whole is nothing. */
export function ratioOf(part: Samples, whole: Samples): Samples {
  return part.map((value, run) => (value === null || !whole[run] ? null : value / whole[run]))
}

/** How a mean is written, and how far its interval reaches to each side. */
interface Written {
  readonly mean: (value: number | null) => string
  readonly margin: (value: number) => string
}

const MINUTE_IN_DAYS = 1 / (24 * 60)

const forms = {
  number: { mean: numberText, margin: numberText },
  share: { mean: shareText, margin: shareText },
  days: { mean: daysText, margin: (days) => (days < MINUTE_IN_DAYS ? '<1 min' : daysText(days)) },
} satisfies Record<string, Written>

/** The number of digits of a margin. */
const MARGIN_DIGITS = 2

/** Returns what writes figures: of several runs their mean, and how far its 95 % interval reaches: `31 % ± 2.9 %`. */
export function writer({ unicode }: Pick<SummaryStyle, 'unicode'>) {
  const write = ({ mean: ofMean, margin }: Written, figure: Samples | undefined): string => {
    const { mean, high } = intervalOf(known(figure ?? []))
    const reach = mean === null || high === null ? 0 : Number((high - mean).toPrecision(MARGIN_DIGITS))
    return reach === 0 ? ofMean(mean) : `${ofMean(mean)} ${unicode ? '±' : '+/-'} ${margin(reach)}`
  }
  return {
    number: (figure: Samples | undefined): string => write(forms.number, figure),
    share: (figure: Samples | undefined): string => write(forms.share, figure),
    days: (figure: Samples | undefined): string => write(forms.days, figure),
  }
}

const known = (figure: Samples): number[] => figure.filter((value) => value !== null)
