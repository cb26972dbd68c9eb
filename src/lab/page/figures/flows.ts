import type { FlowRow } from '../../simulate/report.ts'
import { FONT, NARROW_PX, unmoved } from './axes.ts'
import { amountCell, compact, number, numberCell, percent } from './numbers.ts'
import type { ChartOption, Plot, Section, Table, Tip } from './plot.ts'
import { expectedFirst, pointsOf, type Shown } from './report-facts.ts'

/** The most sources, and the most sinks, that are drawn one by one. */
const MAX_DRAWN = 12

/** Shows where points come from and go to, for each metric with flows. */
export function flowsSection({ report, group, margins }: Shown): Section {
  const points = new Set(pointsOf(group).map(([metric]) => metric))
  const byMetric = [...Map.groupBy(group.flows, ({ metric }) => metric)].filter(([metric]) => points.has(metric))
  return {
    id: 'flows',
    title: 'Sources and sinks',
    lead: 'All changes of a metric over the whole time: what gave it on the left, what took it on the right. Limits have been applied.',
    plots: expectedFirst(byMetric, report).map(([metric, rows]) =>
      flowPlot(
        metric,
        rows,
        margins?.group.flows.filter((row) => row.metric === metric),
      ),
    ),
    empty: 'Nothing gave or took any points.',
  }
}

/** An end of flows. */
interface Node {
  readonly name: string
  readonly label: string
  readonly value: number
  readonly fill: string
}

function flowPlot(metric: string, rows: readonly FlowRow[], margins?: readonly FlowRow[]): Plot {
  const given = rows.reduce((sum, row) => sum + Number(row.given), 0)
  const taken = rows.reduce((sum, row) => sum + Number(row.taken), 0)
  const sources = [
    ...largest(
      rows.map((row) => ({ label: row.source, value: Number(row.given) })),
      'from',
      'var(--gain)',
    ),
    ...remainder('from/had', 'had before', taken - given),
  ]
  const sinks = [
    ...largest(
      rows.map((row) => ({ label: row.source, value: Number(row.taken) })),
      'to',
      'var(--loss)',
    ),
    ...remainder('to/kept', 'kept by players', given - taken),
  ]
  const middle: Node = { name: 'middle', label: metric, value: Math.max(given, taken), fill: 'var(--edge)' }
  return {
    id: metric,
    title: metric,
    takeaway: takeawayOf(rows, given, taken),
    legend: [
      { label: 'given', series: [], look: { kind: 'area', fill: 'var(--gain)' } },
      ...(taken > 0 ? [{ label: 'taken', series: [], look: { kind: 'area', fill: 'var(--loss)' } as const }] : []),
    ],
    isWide: true,
    heightPx: Math.max(150, 44 * Math.max(sources.length, sinks.length) + 40),
    option: (widthPx) => diagram(middle, sources, sinks, widthPx),
    tip: ({ name }) => tipOf(name, [middle, ...sources, ...sinks], middle),
    table: flowTable(`What gave and took ${metric}`, rows, 'source', margins),
  }
}

/** Returns a table of flows by their source, or also by their metric. */
export function flowTable(
  caption: string,
  rows: readonly FlowRow[],
  by: 'source' | 'metric',
  margins?: readonly FlowRow[],
): Table {
  return {
    caption,
    columns: [
      ...(by === 'metric' ? [{ title: 'Item', kind: 'words' as const }] : []),
      { title: 'Source', kind: 'words' },
      { title: 'Given', kind: 'figure' },
      { title: 'Taken', kind: 'figure' },
      { title: 'Changes', kind: 'figure' },
    ],
    rows: rows.length,
    row: (i) => {
      const { metric, source, given, taken, times } = rows[i] as FlowRow
      const item = by === 'metric' ? [{ text: metric.slice(metric.indexOf(':') + 1) }] : []
      const margin = margins?.[i]
      return [
        ...item,
        { text: source },
        amountCell(given, margin?.given),
        amountCell(taken, margin?.taken),
        numberCell(times, margin?.times),
      ]
    },
  }
}

/** Returns the largest ends, from the largest on, and all others as one. */
function largest(ends: readonly Pick<Node, 'label' | 'value'>[], side: 'from' | 'to', fill: string): readonly Node[] {
  const sorted = ends.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value)
  const named = sorted.length <= MAX_DRAWN ? sorted : sorted.slice(0, MAX_DRAWN - 1)
  const others = sorted.slice(named.length)
  const nodes = named.map((end) => ({ ...end, name: `${side}/${end.label}`, fill }))
  if (others.length === 0) return nodes
  const value = others.reduce((sum, other) => sum + other.value, 0)
  return [...nodes, { name: `${side}:others`, label: `${others.length} others`, value, fill }]
}

function remainder(name: string, label: string, value: number): readonly Node[] {
  return value > 0 ? [{ name: `=${name}`, label, value, fill: 'var(--rest)' }] : []
}

/** What remains is pale itself. */
const opacityOf = (fill: string): number => (fill === 'var(--rest)' ? 0.6 : 0.28)

function diagram(middle: Node, sources: readonly Node[], sinks: readonly Node[], widthPx: number): ChartOption {
  const isNarrow = widthPx < NARROW_PX
  const marginPx = isNarrow ? 4 : Math.min(240, widthPx * 0.24)
  const hasTwoLines = marginPx < 220
  const node = ({ name, label, value, fill }: Node, position: string): object => ({
    name,
    itemStyle: { color: fill, borderWidth: 0 },
    label: { position, formatter: `${label}${hasTwoLines && position !== 'top' ? '\n' : '  '}${compact(value)}` },
  })
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    tooltip: { trigger: 'item' },
    series: [
      {
        type: 'sankey',
        left: marginPx,
        right: marginPx,
        top: 28,
        bottom: 10,
        nodeWidth: 12,
        nodeGap: hasTwoLines ? 28 : 16,
        layoutIterations: 0,
        draggable: false,
        ...unmoved,
        label: {
          color: 'var(--text)',
          fontSize: 12.5,
          fontFamily: FONT,
          overflow: 'truncate',
          width: isNarrow ? widthPx * 0.44 : marginPx - 12,
        },
        lineStyle: { color: 'source', opacity: 0.28, curveness: 0.5 },
        data: [
          ...sources.map((one) => node(one, isNarrow ? 'right' : 'left')),
          node(middle, 'top'),
          ...sinks.map((one) => node(one, isNarrow ? 'left' : 'right')),
        ],
        links: [
          ...sources.map(({ name, value, fill }) => ({
            source: name,
            target: middle.name,
            value,
            lineStyle: { color: fill, opacity: opacityOf(fill) },
          })),
          ...sinks.map(({ name, value, fill }) => ({
            source: middle.name,
            target: name,
            value,
            lineStyle: { color: fill, opacity: opacityOf(fill) },
          })),
        ],
      },
    ],
  }
}

/** Returns what is known of a node, or of the end of a flow that is not the middle. */
function tipOf(name: string, nodes: readonly Node[], middle: Node): Tip | undefined {
  const end = name.split(' > ').find((one) => one !== middle.name) ?? name
  const node = nodes.find((one) => one.name === end)
  if (node === undefined) return undefined
  const share = middle.value > 0 ? ([['Share', percent(node.value / middle.value)]] as const) : []
  return { title: node.label, rows: [['Amount', number(node.value)], ...(node === middle ? [] : share)] }
}

function takeawayOf(rows: readonly FlowRow[], given: number, taken: number): string {
  const by = (field: 'given' | 'taken', all: number): string => {
    const row = rows.toSorted((a, b) => Number(b[field]) - Number(a[field]))[0]
    const share = Number(row?.[field]) / all
    return share === 1 ? `all of it by ${row?.source}` : `most of it by ${row?.source} (${percent(share)})`
  }
  if (given === 0) return `Nothing gives any. In all, ${number(taken)} was taken, ${by('taken', taken)}.`
  const source = `In all, ${number(given)} was given, ${by('given', given)}.`
  if (taken === 0) return `${source} Nothing takes any.`
  return `${source} ${number(taken)} was taken (${percent(taken / given)} of what was given), ${by('taken', taken)}.`
}
