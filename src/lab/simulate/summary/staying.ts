import { groupsOf, joinedBy } from './groups.ts'
import { fittedTable, sentence, type SummaryStyle } from './layout.ts'
import { meanOf, ratioOf, sumOf, writer, type SampledGroup, type SampledReport, type Samples } from './samples.ts'

/** Describes who plays on the first day, after a week and on the last day, and who has left. */
export function staying(report: SampledReport, style: SummaryStyle, lastDay: number): string[] {
  const write = writer(style)
  const days = [...new Set([1, 7, lastDay])].filter((day) => day <= lastDay)
  const rows = groupsOf(report).map(([name, group]) => [
    name,
    write.number(group.players),
    ...days.map((day) => write.share(activeShare(group, day))),
    write.share(ratioOf(leftIn(group), joinedBy(group, lastDay))),
  ])
  const head = ['PLAYERS', 'NUMBER', ...days.map((day) => `DAY ${day}`), 'LEFT']
  const toRight = new Set(head.keys().drop(1))
  return [
    style.paint.strong('Who comes on a day, of those who have joined, and who leaves'),
    ...fittedTable(head, rows, toRight, style),
    ...worstDay(report.all, style),
  ]
}

function activeShare(group: SampledGroup, day: number): Samples {
  const joined = joinedBy(group, day)
  return ratioOf(group.days.find((row) => row.day === day)?.active ?? joined.map(() => 0), joined)
}

const leftIn = ({ days }: SampledGroup): Samples => sumOf(days.map(({ left }) => left))

/** Names the first of the days after which the most players leave. */
function worstDay(group: SampledGroup, style: SummaryStyle): string[] {
  const [first, ...others] = group.days
  const all = leftIn(group)
  if (first === undefined || meanOf(all) === 0) return []
  const { day, left } = others.reduce((worst, row) => (meanOf(row.left) > meanOf(worst.left) ? row : worst), first)
  const write = writer(style)
  return sentence(
    `No day loses more players than day ${day}: ${write.number(left)}, ${write.share(ratioOf(left, all))} of those who leave.`,
  )
}
