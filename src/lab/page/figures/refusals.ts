import type { GroupReport } from '../../simulate/report.ts'
import { legendOf, overSteps, unmoved } from './axes.ts'
import { patternLook, restLook } from './looks.ts'
import { counted, number, numberCell, percent } from './numbers.ts'
import { tableTip, type Plot, type Section, type Table } from './plot.ts'
import { namesIn, type Shown } from './report-facts.ts'

/** The most codes with a bar of their own. */
const MAX_DRAWN = 7

/** Shows what the game refused, by code and day. */
export function refusalsSection({ group, margins }: Shown): Section {
  const codes = codesOf(group)
  return {
    id: 'refusals',
    title: 'Refused',
    lead: 'What the game refused, by its error code. The players went on with their sessions.',
    plots: codes.length === 0 ? [] : [refusalsPlot(group, codes, margins?.group)],
    empty: 'The game refused nothing.',
  }
}

/** A code, and how often it was the reason. */
type Code = readonly [code: string, times: number]

/** Returns the codes from the most frequent on. */
function codesOf({ days }: GroupReport): readonly Code[] {
  return namesIn(days.map(({ refused }) => refused))
    .map((code) => [code, days.reduce((sum, { refused }) => sum + (refused[code] ?? 0), 0)] as const)
    .filter(([, times]) => times > 0)
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

function refusalsPlot({ days }: GroupReport, codes: readonly Code[], margins?: GroupReport): Plot {
  const own = codes.length <= MAX_DRAWN + 1 ? codes : codes.slice(0, MAX_DRAWN)
  const others = codes.slice(own.length)
  const bars = [
    ...own.map(([name], i) => ({ name, look: patternLook(i), codes: [name] })),
    ...(others.length > 0
      ? [{ name: `${others.length} other codes`, look: restLook, codes: others.map(([code]) => code) }]
      : []),
  ]
  const table: Table = {
    caption: 'What was refused, by day and code',
    columns: ['Day', ...codes.map(([code]) => code), 'Plays accepted'].map((title) => ({ title, kind: 'figure' })),
    rows: days.length,
    row: (i) => [
      { text: String(days[i]?.day) },
      ...codes.map(([code]) => numberCell(days[i]?.refused[code] ?? 0, margins?.days[i]?.refused[code])),
      numberCell(days[i]?.plays, margins?.days[i]?.plays),
    ],
  }
  return {
    id: 'codes',
    title: 'Refusals by day',
    takeaway: takeawayOf(days, codes),
    legend: legendOf(bars.map(({ name, look }) => [name, look])),
    isWide: true,
    heightPx: 280,
    option: () =>
      overSteps(
        { name: 'Day', steps: days.map(({ day }) => day), hasBars: true },
        { name: 'Refusals', isWhole: true },
        bars.map(({ name, look, codes: counted }) => ({
          type: 'bar',
          name,
          stack: 'refused',
          data: days.map(({ refused }) => counted.reduce((sum, code) => sum + (refused[code] ?? 0), 0)),
          barMaxWidth: 28,
          ...unmoved,
          itemStyle: { color: look.fill },
        })),
      ),
    tip: tableTip(table),
    table,
  }
}

function takeawayOf(days: GroupReport['days'], codes: readonly Code[]): string {
  const all = codes.reduce((sum, [, times]) => sum + times, 0)
  const plays = days.reduce((sum, day) => sum + day.plays, 0)
  const [most, times] = codes[0] as Code
  const per = plays === 0 ? '' : `, ${number((all / plays) * 100)} for every 100 plays accepted`
  const reason =
    codes.length === 1 ? `The only reason is ${most}` : `The most frequent reason is ${most}: ${percent(times / all)}`
  return `${counted(all, 'refusal')}${per}. ${reason}.`
}
