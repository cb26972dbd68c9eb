import type { GroupReport, Reached } from '../../simulate/report.ts'
import { FONT, legendOf, lineSeries, NARROW_PX, overSteps, shareAxis, unmoved } from './axes.ts'
import { statesInOrder } from './levels.ts'
import { everyone, lineLook } from './looks.ts'
import { daysLong, number, numberCell, percent, shareCell } from './numbers.ts'
import { tableTip, type ChartOption, type Drawing, type Look, type Plot, type Section, type Table } from './plot.ts'
import { groupOf, personasOf, runningSum, type Shown } from './report-facts.ts'

/** More ranges than these in a plot are not readable: then it has only those of all players. */
const MAX_RANGES = 84
const RANGE_PX = 15

/** The most that a plot has if some of it was reached by nobody. */
const MAX_WITH_UNREACHED = 12
/** The most that a plot has. */
const MAX_DRAWN = 40

/** The most curves of a plot. */
const MAX_CURVES = 12

/** The name of the ranges of all players. */
const ALL = 'All players'

/** Shows how long players took to reach each level, item and end of a process, and how many had it by each day. */
export function milestonesSection(shown: Shown): Section {
  const metrics = [...new Set(Object.keys(shown.group.reached).map(metricOf))]
  return {
    id: 'milestones',
    title: 'Time to each level and badge',
    lead: 'Days from joining until a player has it, among those who reached it. A bar goes from when the first quarter had it (p25) to when three quarters had it (p75), and its mark is the median. The figure after it is the share of players who reached it at all. The curves below show how many had reached it by the end of each day of the simulation.',
    plots: metrics.flatMap((metric) => [milestonesPlot(shown, metric), ...curvesPlots(shown, metric)]),
    empty: 'Nobody could reach anything: the design has no levels, items or processes.',
  }
}

const metricOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf(':')))
const itemOf = (key: string): string => key.slice(key.indexOf(':') + 1)

/** Players whose ranges have a look of their own. */
interface Lane {
  readonly name: string
  readonly look: Look & { kind: 'line' }
  readonly reached: Readonly<Record<string, Reached>>
  /** The margins of the means of several runs. */
  readonly margins: Readonly<Record<string, Reached>> | undefined
}

function milestonesPlot(shown: Shown, metric: string): Plot {
  const keys = keysOf(shown, metric)
  const drawn = drawnOf(shown, keys)
  const lanes = lanesOf(shown, drawn.length)
  const rows = keys.flatMap((key) => lanes.map((lane) => ({ key, lane, reached: lane.reached[key] })))
  const table: Table = {
    caption: `When players reached ${nameOf(metric)}${metric === 'process' ? '' : ` of ${metric}`}`,
    columns: [
      { title: 'Reached', kind: 'words' },
      ...(lanes.length > 1 ? [{ title: 'Players', kind: 'words' as const }] : []),
      ...['Reached by', 'Share', 'p25 (days)', 'Median (days)', 'p75 (days)'].map(figureColumn),
      ...['p25 (plays)', 'Median (plays)', 'p75 (plays)'].map(figureColumn),
    ],
    rows: rows.length,
    row: (i) => {
      const row = rows[i]
      const { days, plays, players, share } = row?.reached ?? nobody
      const margin = row?.lane.margins?.[row.key]
      return [
        { text: itemOf(row?.key ?? '') },
        ...(lanes.length > 1 ? [{ text: row?.lane.name ?? '' }] : []),
        numberCell(players, margin?.players),
        shareCell(share, margin?.share),
        ...quartiles.map((name) => numberCell(days[name], margin?.days[name])),
        ...quartiles.map((name) => numberCell(plays[name], margin?.plays[name])),
      ]
    },
  }
  const heightPx = 66 + drawn.length * (lanes.length * RANGE_PX + 14)
  return {
    id: metric,
    title: metric === 'process' ? 'Processes' : metric,
    takeaway: takeawayOf(shown.group.reached, keys, drawn.length),
    legend: lanes.length > 1 ? legendOf(lanes.map(({ name, look }) => [name, { ...look, dash: 'solid' }])) : [],
    isWide: true,
    heightPx,
    option: (widthPx) => ranges(drawn, lanes, widthPx),
    tip: ({ series, index }) => {
      const reached = lanes.find(({ name }) => name === series)?.reached[drawn[index] ?? '']
      if (reached === undefined) return undefined
      const { days, share, players } = reached
      return {
        title: `${itemOf(drawn[index] ?? '')}, ${series}`,
        rows: [
          ['Reached by', `${number(players)} (${percent(share)})`],
          ['p25', writtenDays(days.p25)],
          ['Median', writtenDays(days.median)],
          ['p75', writtenDays(days.p75)],
        ],
      }
    },
    table,
  }
}

/** Shows the share of players who had reached each thing by the end of a day. Nothing if nobody reached any. */
function curvesPlots(shown: Shown, metric: string): readonly Plot[] {
  const { group } = shown
  const reached = keysOf(shown, metric).filter((key) => (group.reached[key]?.players ?? 0) > 0)
  const keys = reached.slice(0, MAX_CURVES)
  const steps = group.days.map(({ day }) => day)
  const shares = new Map(
    reached.map((key) => [
      key,
      runningSum(group.days.map((day) => day.reached[key] ?? 0)).map((players) => players / group.players),
    ]),
  )
  if (keys.length === 0) return []
  const table: Table = {
    caption: `Share of players who had reached ${nameOf(metric)}${metric === 'process' ? '' : ` of ${metric}`}, by day`,
    columns: ['Day', ...reached.map(itemOf)].map(figureColumn),
    rows: steps.length,
    row: (i) => [{ text: String(steps[i]) }, ...reached.map((key) => shareCell(shares.get(key)?.[i]))],
  }
  const lines = keys.map((key, i) => ({ name: itemOf(key), look: lineLook(i), data: shares.get(key) ?? [] }))
  const slowest = keys.toSorted((a, b) => halfDay(shares.get(b)) - halfDay(shares.get(a)))[0] ?? ''
  const half = halfDay(shares.get(slowest))
  const more = reached.length - keys.length
  const rest = more === 0 ? '' : ` The plot has ${keys.length} of ${reached.length}; the table has all.`
  return [
    {
      id: `${metric}-by-day`,
      title: metric === 'process' ? 'Ends of processes, by day' : `${metric}, by day`,
      takeaway:
        half === Infinity
          ? `By the last day, fewer than half of all players had reached ${itemOf(slowest)}.${rest}`
          : `Half of all players had reached each of these by day ${steps[half]}.${rest}`,
      legend: legendOf(lines.map(({ name, look }) => [name, look])),
      isWide: true,
      heightPx: 280,
      option: () =>
        overSteps(
          { name: 'Day', steps },
          shareAxis('Share of players'),
          lines.map(({ name, look, data }) => lineSeries(name, look, data)),
        ),
      tip: tableTip(table),
      table,
    },
  ]
}

/** Returns the index of the first day by which half of the players had something; Infinity if there is none. */
function halfDay(shares: readonly number[] = []): number {
  const index = shares.findIndex((share) => share >= 0.5)
  return index < 0 ? Infinity : index
}

const quartiles = ['p25', 'median', 'p75'] as const
const figureColumn = (title: string) => ({ title, kind: 'figure' as const })
const nameOf = (metric: string): string => (metric === 'process' ? 'the end of each process' : 'each part')
const writtenDays = (days: number | null): string => (days === null ? 'nobody' : daysLong(days))
const nobody: Reached = {
  players: 0,
  share: 0,
  days: { p25: null, median: null, p75: null },
  plays: { p25: null, median: null, p75: null },
}

/** Returns what can be reached of a metric: states in their order, all others from what most players reached. */
function keysOf(shown: Shown, metric: string): readonly string[] {
  const { reached } = shown.report.all
  const keys = Object.keys(reached).filter((key) => metricOf(key) === metric)
  const states = statesInOrder(shown, metric).map((state) => `${metric}:${state}`)
  const share = (key: string): number => reached[key]?.share ?? 0
  return keys.toSorted((a, b) => states.indexOf(a) - states.indexOf(b) || share(b) - share(a) || (a < b ? -1 : 1))
}

/** Returns what a plot has room for: of many, those that anybody reached. */
function drawnOf({ report }: Shown, keys: readonly string[]): readonly string[] {
  if (keys.length <= MAX_WITH_UNREACHED) return keys
  const reached = keys.filter((key) => (report.all.reached[key]?.players ?? 0) > 0)
  return reached.slice(0, MAX_DRAWN)
}

/** Returns all players and each persona, or only those who are shown. */
function lanesOf({ report, persona, group, margins }: Shown, keys: number): readonly Lane[] {
  const personas = personasOf(report)
  if (persona !== undefined) return [laneOf(persona, lineLook(personas.indexOf(persona)), group, margins?.group)]
  const all = laneOf(ALL, everyone, group, margins?.group)
  if (personas.length < 2 || keys * (personas.length + 1) > MAX_RANGES) return [all]
  return [
    all,
    ...personas.map((name, i) =>
      laneOf(name, lineLook(i), groupOf(report, name), margins && groupOf(margins.report, name)),
    ),
  ]
}

const laneOf = (name: string, look: Lane['look'], { reached }: GroupReport, margins?: GroupReport): Lane => ({
  name,
  look,
  reached,
  margins: margins?.reached,
})

function ranges(keys: readonly string[], lanes: readonly Lane[], widthPx: number): ChartOption {
  const text = { color: 'var(--muted)', fontSize: 12, fontFamily: FONT }
  const isNarrow = widthPx < NARROW_PX
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: {
      left: 8,
      right: isNarrow ? 44 : 56,
      top: 8,
      bottom: 34,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    tooltip: { trigger: 'item' },
    xAxis: {
      type: 'value',
      min: 0,
      name: 'Days since joining',
      nameLocation: 'middle',
      nameGap: 28,
      nameTextStyle: text,
      axisLabel: text,
      splitLine: { lineStyle: { color: 'var(--line)' } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: keys.map(itemOf),
      axisLabel: {
        ...text,
        color: 'var(--text)',
        interval: 0,
        width: isNarrow ? 92 : 180,
        overflow: 'truncate',
      },
      axisLine: { lineStyle: { color: 'var(--edge)' } },
      axisTick: { show: false },
      splitLine: { show: true, lineStyle: { color: 'var(--line)' } },
    },
    series: lanes.map((lane, place) => rangeSeries(keys, lane, (place - (lanes.length - 1) / 2) * RANGE_PX)),
  }
}

function rangeSeries(keys: readonly string[], { name, look, reached }: Lane, offsetPx: number): object {
  return {
    type: 'custom',
    name,
    ...unmoved,
    // The library scales the axis by the first dimensions.
    encode: { x: [1, 2, 3], y: 0 },
    data: keys.map((key, i) => {
      const { days, share } = reached[key] ?? nobody
      return [i, days.p25, days.median, days.p75, share]
    }),
    renderItem: (_: unknown, { value, coord }: Drawing) => {
      const [p25, middle, p75, share] = [value(1), value(2), value(3), value(4)] as const
      const [x, centre] = coord([Number.isNaN(middle) ? 0 : middle, value(0)])
      const y = centre + offsetPx
      const note = (from: number, words: string): object => ({
        type: 'text',
        style: { x: from + 9, y, text: words, fill: 'var(--muted)', font: `11px ${FONT}`, verticalAlign: 'middle' },
        silent: true,
      })
      if (Number.isNaN(middle)) return { type: 'group', children: [note(x - 4, share > 0 ? percent(share) : 'nobody')] }
      const [from] = coord([p25, 0])
      const [to] = coord([p75, 0])
      return {
        type: 'group',
        children: [
          {
            type: 'rect',
            shape: { x: from - 1, y: y - 3, width: to - from + 2, height: 6, r: 3 },
            style: { fill: look.colour, opacity: 0.45 },
          },
          symbolAt(look.symbol, x, y, look.colour),
          note(Math.max(to, x + 4), percent(share)),
        ],
      }
    },
  }
}

/** Returns the mark of a median. */
function symbolAt(symbol: string, x: number, y: number, colour: string): object {
  const r = 5
  const corners: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
    rect: [
      [x - 4, y - 4],
      [x + 4, y - 4],
      [x + 4, y + 4],
      [x - 4, y + 4],
    ],
    triangle: [
      [x, y - r],
      [x + r, y + 4],
      [x - r, y + 4],
    ],
    diamond: [
      [x, y - 6],
      [x + 6, y],
      [x, y + 6],
      [x - 6, y],
    ],
  }
  const plain = symbol.replace('empty', '').toLowerCase()
  const style = symbol.startsWith('empty')
    ? { fill: 'var(--card)', stroke: colour, lineWidth: 2 }
    : { fill: colour, stroke: 'var(--card)', lineWidth: 1 }
  const points = corners[plain]
  return points === undefined
    ? { type: 'circle', shape: { cx: x, cy: y, r }, style }
    : { type: 'polygon', shape: { points }, style }
}

function takeawayOf(reached: Readonly<Record<string, Reached>>, keys: readonly string[], drawn: number): string {
  const known = keys.filter((key) => (reached[key]?.players ?? 0) > 0)
  const rarest = known.toSorted((a, b) => (reached[a]?.share ?? 0) - (reached[b]?.share ?? 0))[0]
  const cut = drawn < keys.length ? ` The plot has ${drawn} of ${keys.length}; the table has all.` : ''
  if (rarest === undefined) return `Nobody reached any of the ${keys.length}.${cut}`
  const { share, days } = reached[rarest] as Reached
  const missed = keys.filter((key) => (reached[key]?.players ?? 0) === 0).map(itemOf)
  const others =
    missed.length === 0
      ? ''
      : missed.length <= 3
        ? ` Nobody reached ${missed.join(', ')}.`
        : ` Nobody reached ${missed.length} others.`
  const half = days.median === null ? '' : `, half of them within ${daysLong(days.median)}`
  return `The rarest that anyone reached is ${itemOf(rarest)}: ${percent(share)} of players${half}.${others}${cut}`
}
