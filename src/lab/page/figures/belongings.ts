import type { FlowRow, GroupReport, SetRow } from '../../simulate/report.ts'
import { legendOf, lineSeries, NARROW_PX, overSteps, shareAxis, whiskers } from './axes.ts'
import { flowTable } from './flows.ts'
import { lineLook } from './looks.ts'
import { amountCell, number, percent, shareCell } from './numbers.ts'
import type { Plot, Section, Table } from './plot.ts'
import { joinedSoFar, namesIn, setsOf, type Shown } from './report-facts.ts'

/** The most items with a line of their own. */
const MAX_DRAWN = 8

/** Shows how many hold each item of each set, by day. */
export function belongingsSection({ group, margins }: Shown): Section {
  const sets = setsOf(group)
  return {
    id: 'items',
    title: 'Items held',
    lead: 'The share of those who have joined so far who hold at least one of an item, at the end of a day.',
    plots: sets.map(([metric, rows]) => itemsPlot(group, metric, rows, margins?.group)),
    tables: sets.flatMap(([metric]) => {
      const flowsIn = ({ flows }: GroupReport): readonly FlowRow[] =>
        flows.filter((row) => row.metric.startsWith(`${metric}:`))
      const rows = flowsIn(group)
      if (rows.length === 0) return []
      return [flowTable(`What gave and took items of ${metric}`, rows, 'metric', margins && flowsIn(margins.group))]
    }),
    empty: 'The design has no sets of items.',
  }
}

function itemsPlot(group: GroupReport, metric: string, rows: readonly SetRow[], margins?: GroupReport): Plot {
  const spread = margins?.metrics[metric] as readonly SetRow[] | undefined
  const last = rows.at(-1)
  const share = (item: string): number => last?.holders[item] ?? 0
  const items = namesIn(rows.map(({ holders }) => holders)).toSorted((a, b) => share(b) - share(a) || (a < b ? -1 : 1))
  const drawn = items.slice(0, MAX_DRAWN)
  const joined = joinedSoFar(group)
  const sharesOf = (item: string): readonly (number | null)[] =>
    rows.map(({ holders }, at) => ((joined[at] ?? 0) === 0 ? null : (holders[item] ?? 0)))
  const table: Table = {
    caption: `Who holds the items of ${metric}, by day`,
    columns: [
      { title: 'Day', kind: 'figure' },
      ...items.flatMap((item) => [
        { title: `${item}: holders`, kind: 'figure' as const },
        { title: `${item}: number`, kind: 'figure' as const },
      ]),
    ],
    rows: rows.length,
    row: (i) => [
      { text: String(rows[i]?.day) },
      ...items.flatMap((item) => [
        shareCell(rows[i]?.holders[item], spread?.[i]?.holders[item]),
        amountCell(rows[i]?.items[item], spread?.[i]?.items[item]),
      ]),
    ],
  }
  return {
    id: metric,
    title: metric,
    takeaway: takeawayOf(last, items, drawn.length, joined.at(-1) ?? 0),
    legend: legendOf(drawn.map((item, i) => [item, lineLook(i)])),
    isWide: true,
    heightPx: 300,
    option: (widthPx) =>
      overSteps(
        { name: 'Day', steps: rows.map(({ day }) => day) },
        shareAxis('Share of players who hold it'),
        drawn.flatMap((item, i) => [
          {
            ...lineSeries(item, lineLook(i), sharesOf(item)),
            endLabel: {
              show: widthPx >= NARROW_PX,
              formatter: '{a}',
              color: 'var(--text)',
              fontSize: 12,
              width: 120,
              overflow: 'truncate',
            },
            labelLayout: { moveOverlap: 'shiftY' },
          },
          ...whiskers(
            item,
            lineLook(i),
            sharesOf(item),
            spread?.map(({ holders }) => holders[item] ?? 0),
          ),
        ]),
        widthPx >= NARROW_PX ? 136 : 16,
      ),
    tip: ({ index }) => {
      const row = rows[index]
      if (row === undefined) return undefined
      return {
        title: `Day ${row.day}`,
        rows: drawn.map((item) => [item, percent(row.holders[item] ?? 0)] as const),
      }
    },
    table,
  }
}

function takeawayOf(
  last: SetRow | undefined,
  items: readonly string[],
  drawn: number,
  joined: number,
): string | undefined {
  const [most] = items
  if (last === undefined || most === undefined) return 'Nobody holds an item.'
  const share = last.holders[most] ?? 0
  const cut =
    drawn < items.length ? ` The plot has the ${drawn} that most hold; the table has all ${items.length}.` : ''
  const held = items.filter((item) => (last.holders[item] ?? 0) > 0)
  if (held.length === 0) return `After day ${last.day}, nobody holds an item.${cut}`
  const rarest = held.at(-1) as string
  const least = held.length < 2 ? '' : `, and ${rarest} by the fewest: ${percent(last.holders[rarest] ?? 0)}`
  return `After day ${last.day}, ${most} is held by the most players: ${percent(share)} (${number(Math.round(share * joined))} of ${number(joined)})${least}.${cut}`
}
