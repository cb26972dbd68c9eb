import { firstFew } from '../../../game/kernel/message-text.ts'
import type { Change, ComparedReport, Figure } from '../comparison.ts'
import type { WithFigures } from '../report-figures.ts'
import type { GroupReport } from '../report.ts'
import { daysText, numberText, shareText } from './figures.ts'
import { fittedTable, sentence, withoutRepeats, type SummaryStyle } from './layout.ts'

const HEAD = ['FIGURE', 'PLAYERS', 'BEFORE', 'AFTER', 'DIFFERENCE']
const TO_RIGHT: ReadonlySet<number> = new Set([2, 3, 4])

/** The number of rows. */
const MAX_ROWS = 60

/** Figures that change by a smaller share of themselves have no row. */
const LEAST_CHANGE = 0.01

/** Describes what has changed since the earlier report: only figures that differ. Spec 7.1 `--compare`. */
export function changes(report: ComparedReport, style: SummaryStyle): string[] {
  const { compared, days } = report
  const day = Math.min(days, compared.before.days)
  const hasSameDays = days === compared.before.days
  const personas = Object.entries(compared.personas)
  const groups = personas.length === 1 ? personas : [...personas, ['all players', compared.all] as const]
  const changed = groups.flatMap(([name, group]) =>
    figuresOf(group, day, hasSameDays).map((figure) => ({ name, ...figure })),
  )
  const byFigure = [...Map.groupBy(changed, ({ figure }) => figure).values()].flat()
  const large = byFigure.filter(({ change }) => isLarge(change))
  const rows = large.map(({ name, figure, change, written }) => [figure, name, ...cellsOf(change, written)])
  const { few, more } = firstFew(rows, MAX_ROWS)
  const small = changed.length - large.length
  const isOne = small === 1
  return [
    style.paint.strong(
      `What has changed since the earlier report, on day ${day} or ${hasSameDays ? 'over all days' : 'until then'}`,
    ),
    ...cautions(report).flatMap((text) => sentence(text).map(style.paint.faint)),
    ...(few.length > 0 ? fittedTable(HEAD, withoutRepeats(few), TO_RIGHT, style) : []),
    ...more,
    ...(changed.length === 0 ? ['No figure has changed.'] : []),
    ...(small === 0 ? [] : [`${small} ${isOne ? 'figure' : 'figures'} changed by less than 1 %.`]),
  ]
}

/** Says what else differs, so that not all of a change comes from the design. */
function cautions({ design, random_seed, days, players, compared: { before } }: ComparedReport): string[] {
  return [
    ...(before.partial ? ['The earlier report is partial: it was interrupted, and has only some of its players.'] : []),
    ...(design === before.design ? ['The design is the same.'] : []),
    ...(random_seed === before.random_seed ? [] : ['The random seeds differ, so a part of each difference is chance.']),
    ...(days === before.days
      ? []
      : [
          `The earlier report has ${numberText(before.days)} days and this one ${numberText(days)}, so totals of all days are not compared.`,
        ]),
    ...(players === before.players ? [] : [`The earlier report has ${numberText(before.players)} players.`]),
  ]
}

type ComparedGroup = WithFigures<GroupReport, Change>
type Text = (figure: number) => string

/** How a figure is written, and the size of a difference. */
interface Written {
  readonly figure: Text
  readonly difference: Text
}

const aNumber: Written = { figure: numberText, difference: numberText }
const aTime: Written = { figure: daysText, difference: daysText }
/** The difference of 10 % and 15 % is not 5 % of anything. */
const aShare: Written = { figure: shareText, difference: (share) => `${shareText(share)} points` }

/** A figure that has changed, with how it is written. */
interface ChangedFigure {
  readonly figure: string
  readonly change: Change
  readonly written: Written
}

/**
 * Returns the figures of a group that differ: those of a day, those of all days up to it, and, if both reports have the
 * same days, those that are known only of all days.
 */
function figuresOf(
  { days, metrics, flows, reached }: ComparedGroup,
  day: number,
  hasSameDays: boolean,
): ChangedFigure[] {
  const untilDay = days.filter((each) => each.day <= day)
  const sum = (changes: readonly Change[]): Change => changes.reduce(sumOf, NOTHING)
  const joined = sum(untilDay.map((each) => each.joined))
  const lastRows = Object.entries(metrics).flatMap(([metric, rows]) => {
    const row = rows.find((each) => each.day === day)
    return row !== undefined && 'total' in row ? [[metric, row] as const] : []
  })
  const reachedBy = (name: string): Change =>
    shareOf(
      sum(untilDay.flatMap((each) => (Object.hasOwn(each.reached, name) ? (each.reached[name] ?? []) : []))),
      joined,
    )
  const figures: (readonly [figure: string, change: Change, written: Written])[] = [
    ['plays', sum(untilDay.map((each) => each.plays)), aNumber],
    [`come on day ${day}`, shareOf(days.find((each) => each.day === day)?.active ?? NOTHING, joined), aShare],
    ['left', shareOf(sum(untilDay.map((each) => each.left)), joined), aShare],
    ...Object.entries(reached).flatMap(([name, { share, days: time }]) => [
      [`reach ${name}`, hasSameDays ? share : reachedBy(name), aShare] as const,
      ...(hasSameDays ? [[`median days to ${name}`, time.median, aTime] as const] : []),
    ]),
    ...lastRows.flatMap(([metric, { mean, median, gini }]) => [
      [`mean ${metric}`, mean, aNumber] as const,
      [`median ${metric}`, median, aNumber] as const,
      [`Gini of ${metric}`, gini, aNumber] as const,
    ]),
    ...(hasSameDays ? flows : []).flatMap(({ metric, source, given, taken }) => [
      [`${metric} given by ${source}`, given, aNumber] as const,
      [`${metric} taken by ${source}`, taken, aNumber] as const,
    ]),
  ]
  return figures
    .filter(([, { before, after }]) => before !== after)
    .map(([figure, change, written]) => ({ figure, change, written }))
}

/** Whether a change is worth a row: a figure that is new or gone is. */
function isLarge({ before, after, difference }: Change): boolean {
  if (difference === null) return true
  const size = Math.max(Math.abs(Number(before)), Math.abs(Number(after)))
  return Math.abs(Number(difference)) >= size * LEAST_CHANGE
}

const cellsOf = ({ before, after, difference }: Change, written: Written): string[] => [
  shown(before, written.figure),
  shown(after, written.figure),
  signed(difference, written.difference),
]

function shown(figure: Figure, text: Text): string {
  return figure === null ? '-' : text(Number(figure))
}

function signed(difference: Figure, text: Text): string {
  if (difference === null) return ''
  const size = Number(difference)
  return (size < 0 ? '-' : '+') + text(Math.abs(size))
}

const NOTHING: Change = { before: 0, after: 0, difference: 0 }

const sumOf = (a: Change, b: Change): Change =>
  changeFrom(Number(a.before) + Number(b.before), Number(a.after) + Number(b.after))

/** Nobody has no share, as in a report without the persona. */
function shareOf(part: Change, whole: Change): Change {
  const share = (of: Figure, all: Figure): number | null => (Number(all) === 0 ? null : Number(of) / Number(all))
  return changeFrom(share(part.before, whole.before), share(part.after, whole.after))
}

function changeFrom(before: number | null, after: number | null): Change {
  return { before, after, difference: before === null || after === null ? null : after - before }
}
