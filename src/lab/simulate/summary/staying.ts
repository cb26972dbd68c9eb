import type { GroupReport, SimulationReport } from '../report.ts'
import { numberText, shareText } from './figures.ts'
import { groupsOf, joinedBy } from './groups.ts'
import { fittedTable, sentence, type SummaryStyle } from './layout.ts'

/** Describes who plays on the first day, after a week and on the last day, and who has left. */
export function staying(report: SimulationReport, style: SummaryStyle): string[] {
  const days = [...new Set([1, 7, report.days])].filter((day) => day <= report.days)
  const rows = groupsOf(report).map(([name, group]) => [
    name,
    numberText(group.players),
    ...days.map((day) => activeText(group, day)),
    shareText(leftIn(group) / joinedBy(group, report.days)),
  ])
  const head = ['PLAYERS', 'NUMBER', ...days.map((day) => `DAY ${day}`), 'LEFT']
  const toRight = new Set(head.keys().drop(1))
  return [
    style.paint.strong('Who comes on a day, of those who have joined, and who leaves'),
    ...fittedTable(head, rows, toRight, style),
    ...worstDay(report.all),
  ]
}

function activeText(group: GroupReport, day: number): string {
  const active = group.days.find((row) => row.day === day)?.active ?? 0
  return shareText(active / joinedBy(group, day))
}

const leftIn = ({ days }: GroupReport): number => days.reduce((sum, { left }) => sum + left, 0)

/** Names the first of the days after which the most players leave. */
function worstDay(group: GroupReport): string[] {
  const [first, ...others] = group.days
  if (first === undefined || leftIn(group) === 0) return []
  const { day, left } = others.reduce((worst, row) => (row.left > worst.left ? row : worst), first)
  const share = shareText(left / leftIn(group))
  return sentence(`No day loses more players than day ${day}: ${numberText(left)}, ${share} of those who leave.`)
}
