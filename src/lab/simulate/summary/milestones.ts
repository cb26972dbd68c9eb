import { firstFew } from '../../../game/kernel/message-text.ts'
import { groupsOf, type NamedGroup } from './groups.ts'
import { fittedTable, sentence, withoutRepeats, type SummaryStyle } from './layout.ts'
import { meanOf, writer, type SampledGroup, type SampledReport } from './samples.ts'

/** The number of rows, about. */
const MAX_ROWS = 40

/** The number of milestones that are listed even if there are many personas. */
const MIN_MILESTONES = 5

const TO_RIGHT: ReadonlySet<number> = new Set([2, 3, 4])

/** Describes how many of each persona reach each level, badge and end of a process, and how long that takes. */
export function milestones(report: SampledReport, style: SummaryStyle): string[] {
  const names = Object.keys(report.all.reached)
  const isReached = (name: string): boolean => meanOf(report.all.reached[name]?.players ?? []) > 0
  const groups = groupsOf(report)
  const max = Math.max(MIN_MILESTONES, Math.floor(MAX_ROWS / groups.length))
  const { few, more } = firstFew(names.filter(isReached), max)
  const missed = names.filter((name) => !isReached(name))
  if (names.length === 0) return []
  const head = ['REACHED', 'BY', 'SHARE', 'HALF OF THEM WITHIN', 'PLAYS']
  const rows = few.flatMap((name) => rowsOf(name, groups, style))
  return [
    style.paint.strong('Who reaches what, and when half of those who do have reached it'),
    ...(rows.length > 0 ? fittedTable(head, withoutRepeats(rows), TO_RIGHT, style) : []),
    ...more,
    ...(missed.length > 0 ? sentence(`Nobody reaches ${firstNames(missed)}.`) : []),
  ]
}

/** Returns a row for each group of players. */
function rowsOf(name: string, groups: readonly NamedGroup[], style: SummaryStyle): string[][] {
  return groups.map(([players, { reached }]) => [name, players, ...cellsOf(reached[name], style)])
}

function cellsOf(reached: SampledGroup['reached'][string] | undefined, style: SummaryStyle): string[] {
  if (reached === undefined || meanOf(reached.players) === 0) return ['nobody', '', '']
  const write = writer(style)
  return [write.share(reached.share), write.days(reached.days.median), write.number(reached.plays.median)]
}

const MAX_NAMES = 10

function firstNames(names: readonly string[]): string {
  const { few, more } = firstFew(names, MAX_NAMES)
  return [...few, ...more].join(', ')
}
