import { andMore } from '../../../game/kernel/message-text.ts'
import { fittedTable, type SummaryStyle } from './layout.ts'
import { meanOf, ratioOf, sumOf, writer, type SampledGroup, type SampledReport, type Samples } from './samples.ts'

/** The number of error codes that are listed. */
const MAX_CODES = 10

/** Describes what the game refused: how often, why, and to whom. */
export function refusals({ refused, plays, personas }: SampledReport, style: SummaryStyle): string[] {
  const codes = Object.entries(refused).toSorted(([, a], [, b]) => meanOf(b) - meanOf(a))
  const total = sumOf(codes.map(([, times]) => times))
  if (meanOf(total) === 0) return ['The game refused nothing.']
  const write = writer(style)
  const shown = codes.slice(0, MAX_CODES)
  const rows = shown.map(([code, times]) => [
    code,
    write.number(times),
    write.share(ratioOf(times, total)),
    mostRefused(code, times, personas, write),
  ])
  return [
    style.paint.strong('What the game refused'),
    `${write.number(total)} ${meanOf(total) === 1 ? 'try' : 'tries'}, ${ofPlays(total, plays, write)}`,
    ...fittedTable(['ERROR', 'TIMES', 'SHARE', 'MOSTLY'], rows, new Set([1, 2]), style),
    ...andMore(codes.length - shown.length),
  ]
}

type Writer = ReturnType<typeof writer>

function ofPlays(total: Samples, plays: Samples, write: Writer): string {
  if (meanOf(plays) === 0) return 'and it accepted no play'
  const forEach100 = ratioOf(total, plays).map((each) => each && each * 100)
  return `${write.number(forEach100)} for every 100 accepted plays`
}

/** Names the persona that got most of the refusals of a code, and its share of them. */
function mostRefused(code: string, all: Samples, personas: SampledReport['personas'], write: Writer): string {
  const each = Object.entries(personas).map(([persona, group]) => [persona, timesIn(group, code)] as const)
  const [most] = each.toSorted(([, a], [, b]) => meanOf(b) - meanOf(a))
  if (most === undefined || meanOf(most[1]) === 0) return ''
  return `${most[0]} ${write.share(ratioOf(most[1], all))}`
}

function timesIn({ days }: SampledGroup, code: string): Samples {
  return sumOf(days.map(({ refused }) => refused[code]))
}
