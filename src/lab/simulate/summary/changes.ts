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
  const personas = Object.entries(compared.personas)
  const groups = personas.length === 1 ? personas : [...personas, ['all players', compared.all] as const]
  const changed = groups.flatMap(([name, group]) => figuresOf(group, day).map((figure) => ({ name, ...figure })))
  const byFigure = [...Map.groupBy(changed, ({ figure }) => figure).values()].flat()
  const large = byFigure.filter(({ change }) => isLarge(change))
  const rows = large.map(({ name, figure, change, text }) => [figure, name, ...cellsOf(change, text)])
  const { few, more } = firstFew(rows, MAX_ROWS)
  const small = changed.length - large.length
  const isOne = small === 1
  return [
    style.paint.strong(`What has changed since the earlier report, on day ${day} or over all days`),
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
    ...(design === before.design ? ['The design is the same.'] : []),
    ...(random_seed === before.random_seed ? [] : ['The random seeds differ, so a part of each difference is chance.']),
    ...(days === before.days ? [] : [`The earlier report has ${numberText(before.days)} days.`]),
    ...(players === before.players ? [] : [`The earlier report has ${numberText(before.players)} players.`]),
  ]
}

type ComparedGroup = WithFigures<GroupReport, Change>
type Text = (figure: number) => string

/** A figure that has changed, with how it is written. */
interface ChangedFigure {
  readonly figure: string
  readonly change: Change
  readonly text: Text
}

/** Returns the figures of a group that differ: those of a day, and those of all days up to it. */
function figuresOf({ days, metrics, flows, reached }: ComparedGroup, day: number): ChangedFigure[] {
  const sum = (name: 'active' | 'left' | 'joined' | 'plays', from: number): Change =>
    days
      .filter((each) => each.day >= from && each.day <= day)
      .map((each) => each[name])
      .reduce(sumOf, NOTHING)
  const joined = sum('joined', 1)
  const lastRows = Object.entries(metrics).flatMap(([metric, rows]) => {
    const row = rows.find((each) => each.day === day)
    return row !== undefined && 'total' in row ? [[metric, row] as const] : []
  })
  const figures: (readonly [figure: string, change: Change, text: Text])[] = [
    ['plays', sum('plays', 1), numberText],
    [`come on day ${day}`, shareOf(sum('active', day), joined), shareText],
    ['left', shareOf(sum('left', 1), joined), shareText],
    ...Object.entries(reached).flatMap(
      ([
        name,
        {
          share,
          days: { median },
        },
      ]) => [[`reach ${name}`, share, shareText] as const, [`median days to ${name}`, median, daysText] as const],
    ),
    ...lastRows.flatMap(([metric, { mean, median, gini }]) => [
      [`mean ${metric}`, mean, numberText] as const,
      [`median ${metric}`, median, numberText] as const,
      [`Gini of ${metric}`, gini, numberText] as const,
    ]),
    ...flows.flatMap(({ metric, source, given, taken }) => [
      [`${metric} given by ${source}`, given, numberText] as const,
      [`${metric} taken by ${source}`, taken, numberText] as const,
    ]),
  ]
  return figures
    .filter(([, { before, after }]) => before !== after)
    .map(([figure, change, text]) => ({ figure, change, text }))
}

/** Whether a change is worth a row: a figure that is new or gone is. */
function isLarge({ before, after, difference }: Change): boolean {
  if (difference === null) return true
  const size = Math.max(Math.abs(Number(before)), Math.abs(Number(after)))
  return Math.abs(Number(difference)) >= size * LEAST_CHANGE
}

const cellsOf = ({ before, after, difference }: Change, text: Text): string[] => [
  shown(before, text),
  shown(after, text),
  signed(difference, text),
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

const shareOf = (part: Change, whole: Change): Change =>
  changeFrom(Number(part.before) / Number(whole.before), Number(part.after) / Number(whole.after))

function changeFrom(before: number, after: number): Change {
  return { before, after, difference: after - before }
}
