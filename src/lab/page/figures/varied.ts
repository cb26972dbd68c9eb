import { boundsOf } from '../../simulate/bounds.ts'
import { boundsText, figureText, seenText } from '../../simulate/expectation-text.ts'
import type { Expectation } from '../../simulate/simulation.ts'
import type { ShownFigure, VariedPoint, VaryReport } from '../../simulate/varied.ts'
import { curvePlot } from './curve.ts'
import { heatMapPlot } from './heat-map.ts'
import { capitalised, NO_FIGURE, number, unbroken } from './numbers.ts'
import type { Cell, Plot, Section, Table } from './plot.ts'
import type { VariedFigure } from './varied-figure.ts'

/** Returns a report whose values rise, and whose points are in the order of the values. */
export function inOrder(report: VaryReport): VaryReport {
  const rising = (values: readonly string[]): readonly string[] => values.toSorted((a, b) => Number(a) - Number(b))
  return {
    ...report,
    vary: report.vary.map(({ where, values }) => ({ where, values: rising(values) })),
    points: report.points.toSorted(({ values: a }, { values: b }) => {
      const place = a.findIndex((value, i) => value !== b[i])
      return place < 0 ? 0 : Number(a[place]) - Number(b[place])
    }),
  }
}

/** Returns the plots of a report: those of its expectations, and those of the figures of `--show`. Spec 7.4. */
export function variedSections(written: VaryReport, figures: readonly ShownFigure[]): readonly Section[] {
  const report = inOrder(written)
  const plotOf = (figure: VariedFigure): Plot =>
    report.vary.length === 1 ? curvePlot(report, figure) : heatMapPlot(report, figure)
  const expectations: Section = {
    id: 'expectations',
    title: 'Expectations',
    lead: how(report),
    plots: [countFigure(report), ...report.expect.map((expectation, i) => expectedFigure(report, expectation, i))].map(
      plotOf,
    ),
  }
  const shown: Section = {
    id: 'figures',
    title: 'Figures',
    lead: how(report),
    plots: figures.map((figure) => plotOf(shownFigure(report, figure))),
  }
  return [...(report.expect.length > 0 ? [expectations] : []), ...(figures.length > 0 ? [shown] : [])]
}

function how({ vary, expect }: VaryReport): string {
  const drawn =
    vary.length === 1
      ? 'Each plot shows a figure by the value of the number.'
      : 'Each plot shows a figure for each pair of values. A stronger colour is a larger figure.'
  return expect.length === 0 ? drawn : `${drawn} Marks show the values that meet all expectations.`
}

/** Returns the values of a point: `5`, or `5 and 10`. */
const valuesText = ({ values }: VariedPoint): string => values.join(' and ')

/** Returns the number of expectations that hold at a point. */
const holding = ({ expect }: VariedPoint): number => expect.filter(({ holds }) => holds).length

/** Says how many expectations hold at a point: `all 5 hold`, `3 of 5 hold`. Empty if there are none. */
export function resultText(point: VariedPoint): string {
  const all = point.expect.length
  if (all === 0) return ''
  if (point.holds === true) return all === 1 ? 'holds' : `all ${all} hold`
  return all === 1 ? 'does not hold' : `${holding(point)} of ${all} hold`
}

/** Says which values meet all expectations, and which meets the most if none does. */
export function verdictOf(report: VaryReport): string {
  const { points, expect } = inOrder(report)
  const noun = nounOf(report)
  const all = expect.length === 1 ? 'the expectation' : `all ${expect.length} expectations`
  const meeting = points.filter(({ holds }) => holds === true)
  if (meeting.length > 0)
    return `${meeting.length} of ${points.length} ${noun} ${meeting.length === 1 ? 'meets' : 'meet'} ${all}${listed(meeting)}.`
  const best = points.toSorted((a, b) => holding(b) - holding(a))[0]
  const most =
    best === undefined || expect.length === 1 || holding(best) === 0
      ? ''
      : ` ${valuesText(best)} ${report.vary.length === 1 ? 'meets' : 'meet'} the most: ${holding(best)}.`
  return `None of the ${points.length} ${noun} meets ${all}.${most}`
}

const nounOf = ({ vary }: Pick<VaryReport, 'vary'>): string => (vary.length === 1 ? 'values' : 'pairs of values')

/** Says which expectation most values do not meet. */
function strictestOf(report: VaryReport): string {
  const { points, expect } = report
  const [strictest] = expect
    .map((expectation, place) => ({
      expectation,
      failing: points.filter((point) => point.expect[place]?.holds === false).length,
    }))
    .toSorted((a, b) => b.failing - a.failing)
  if (strictest === undefined || strictest.failing === 0) return `All hold with all ${points.length} ${nounOf(report)}.`
  const { expectation, failing } = strictest
  return `Met by the fewest: ${figureText(expectation)}, ${unbroken(boundsText(expectation))}. It fails with ${failing} of ${points.length} ${nounOf(report)}.`
}

/** The most values that a sentence lists. */
const MAX_LISTED = 12

function listed(points: readonly VariedPoint[]): string {
  if (points.length > MAX_LISTED) return ''
  return `: ${points.map(valuesText).join(points[0]?.values.length === 1 ? ', ' : '; ')}`
}

function countFigure(report: VaryReport): VariedFigure {
  const all = report.expect.length
  return {
    id: 'count',
    title: all === 1 ? 'Whether the expectation holds' : 'How many expectations hold',
    takeaway: strictestOf(report),
    seen: report.points.map(holding),
    write: number,
    unit: 'count',
    table: tableOf(report, 'How many expectations hold, by value', `Hold, of ${all}`, (point) => ({
      text: number(holding(point)),
      exact: String(holding(point)),
    })),
  }
}

function expectedFigure(report: VaryReport, expectation: Expectation, place: number): VariedFigure {
  const within = report.points.filter(({ expect }) => expect[place]?.holds).length
  return measured(report, {
    id: `expectation-${place}`,
    expectation,
    seen: report.points.map(({ expect }) => expect[place]?.seen ?? null),
    bounds: { ...boundsOf(expectation), text: unbroken(boundsText(expectation)) },
    holds: `Expected: ${unbroken(boundsText(expectation))}. It holds with ${within} of ${report.points.length} ${nounOf(report)}. `,
  })
}

function shownFigure(report: VaryReport, { name, expectation }: ShownFigure): VariedFigure {
  return measured(report, {
    id: `figure-${name}`,
    expectation,
    seen: report.points.map(({ figures }) => figures[name] ?? null),
    holds: '',
  })
}

/** What `measured` needs of a figure. */
interface Measured extends Pick<VariedFigure, 'id' | 'seen' | 'bounds'> {
  readonly expectation: Expectation
  /** How often the expectation holds, in words. */
  readonly holds: string
}

function measured(report: VaryReport, { expectation, seen, holds, ...others }: Measured): VariedFigure {
  const write = (value: number): string => unbroken(seenText(expectation, value))
  const title = capitalised(figureText(expectation))
  return {
    ...others,
    title,
    takeaway: holds + extremesOf(report, seen, write),
    seen,
    write,
    unit: 'share' in expectation ? 'share' : 'number',
    table: tableOf(report, `${title}, by value`, 'Seen', (_, i) => {
      const value = seen[i] ?? null
      return value === null ? { text: NO_FIGURE } : { text: write(value), exact: String(value) }
    }),
  }
}

function extremesOf(
  { points, vary }: VaryReport,
  seen: readonly (number | null)[],
  write: (value: number) => string,
): string {
  const known = points
    .flatMap((point, i) => (seen[i] === null || seen[i] === undefined ? [] : [{ point, value: seen[i] }]))
    .toSorted((a, b) => a.value - b.value)
  const [lowest, highest] = [known[0], known.at(-1)]
  if (lowest === undefined || highest === undefined) return 'There is nothing to measure with any value.'
  if (lowest.value === highest.value)
    return `The same with all ${points.length} ${nounOf({ vary })}: ${write(lowest.value)}.`
  return `Lowest with ${valuesText(lowest.point)}: ${write(lowest.value)}. Highest with ${valuesText(highest.point)}: ${write(highest.value)}.`
}

function tableOf(
  report: VaryReport,
  caption: string,
  title: string,
  cell: (point: VariedPoint, index: number) => Cell,
): Table {
  const { vary, points, expect } = report
  return {
    caption,
    columns: [
      ...vary.map(({ where }) => ({ title: where, kind: 'figure' as const })),
      { title, kind: 'figure' },
      ...(expect.length > 0 ? [{ title: 'Expectations', kind: 'words' as const }] : []),
    ],
    rows: points.length,
    row: (i) => {
      const point = points[i] as VariedPoint
      return [
        ...point.values.map((text) => ({ text })),
        cell(point, i),
        ...(expect.length > 0 ? [{ text: resultText(point) }] : []),
      ]
    },
  }
}
