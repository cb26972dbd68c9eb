import { andMore } from '../../../game/kernel/message-text.ts'
import type { GroupReport, SimulationReport } from '../report.ts'
import { numberText, shareText } from './figures.ts'
import { fittedTable, type SummaryStyle } from './layout.ts'

/** The number of error codes that are listed. */
const MAX_CODES = 10

/** Describes what the game refused: how often, why, and to whom. */
export function refusals({ refused, plays, personas }: SimulationReport, style: SummaryStyle): string[] {
  const codes = Object.entries(refused).toSorted(([, a], [, b]) => b - a)
  const total = codes.reduce((sum, [, times]) => sum + times, 0)
  if (total === 0) return ['The game refused nothing.']
  const shown = codes.slice(0, MAX_CODES)
  const rows = shown.map(([code, times]) => [
    code,
    numberText(times),
    shareText(times / total),
    mostRefused(code, times, personas),
  ])
  return [
    style.paint.strong('What the game refused'),
    `${numberText(total)} ${total === 1 ? 'try' : 'tries'}, ${ofPlays(total, plays)}`,
    ...fittedTable(['ERROR', 'TIMES', 'SHARE', 'MOSTLY'], rows, new Set([1, 2]), style),
    ...andMore(codes.length - shown.length),
  ]
}

function ofPlays(total: number, plays: number): string {
  return plays === 0 ? 'and it accepted no play' : `${numberText((total / plays) * 100)} for every 100 accepted plays`
}

/** Names the persona that got most of the refusals of a code, and its share of them. */
function mostRefused(code: string, times: number, personas: SimulationReport['personas']): string {
  const each = Object.entries(personas).map(([persona, group]) => [persona, timesIn(group, code)] as const)
  const [persona, most] = each.reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0] as const)
  return most === 0 ? '' : `${persona} ${shareText(most / times)}`
}

function timesIn({ days }: GroupReport, code: string): number {
  return days.reduce((sum, { refused }) => sum + (refused[code] ?? 0), 0)
}
