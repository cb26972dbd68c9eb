import type { GroupReport, StateRow } from '../../simulate/report.ts'
import { legendOf, overSteps, shareAxis, unmoved } from './axes.ts'
import { restLook, stepLook } from './looks.ts'
import { counted, number, percent, shareCell } from './numbers.ts'
import { tableTip, type Plot, type Section, type Table } from './plot.ts'
import { joinedSoFar, namesIn, statesOf, type Shown } from './report-facts.ts'

/** The share without a state. */
const NONE = 'no state'

/** Less than this is a rounding error of the shares. */
const NEGLIGIBLE = 1e-9

/** Shows how many are in each state by day, for each metric with states. */
export function levelsSection(shown: Shown): Section {
  return {
    id: 'levels',
    title: 'Levels',
    lead: 'The share of those who have joined so far who are in each state at the end of a day. The states are stacked from the first to the last; a stronger colour is a later one.',
    plots: statesOf(shown.group).map(([metric, rows]) => levelsPlot(shown, metric, rows)),
    empty: 'The design has no metric with states or levels.',
  }
}

function levelsPlot(shown: Shown, metric: string, rows: readonly StateRow[]): Plot {
  const { group, margins } = shown
  const spread = margins?.group.metrics[metric] as readonly StateRow[] | undefined
  const joined = joinedSoFar(group)
  const states = statesInOrder(shown, metric)
  const rest = rows.map(({ share }, i) => remainder(share, joined[i] ?? 0))
  const bands = [
    ...(rest.some((share) => share > 0) ? [{ name: NONE, shares: rest, look: restLook }] : []),
    ...states.map((name, i) => ({
      name,
      shares: rows.map(({ share }) => share[name] ?? 0),
      look: stepLook(i, states.length),
    })),
  ]
  const table: Table = {
    caption: `Share of players in each state of ${metric}, by day`,
    columns: [
      { title: 'Day', kind: 'figure' },
      { title: 'Joined so far', kind: 'figure' },
      ...bands.map(({ name }) => ({ title: name, kind: 'figure' as const })),
    ],
    rows: rows.length,
    row: (i) => [
      { text: String(rows[i]?.day) },
      { text: number(joined[i] ?? 0) },
      ...bands.map(({ name, shares }) =>
        shareCell((joined[i] ?? 0) === 0 ? undefined : shares[i], spread?.[i]?.share[name]),
      ),
    ],
  }
  return {
    id: metric,
    title: metric,
    takeaway: takeawayOf(rows.at(-1), states, joined.at(-1) ?? 0),
    legend: legendOf(bands.map(({ name, look }) => [name, look])),
    heightPx: 300,
    option: () =>
      overSteps(
        { name: 'Day', steps: rows.map(({ day }) => day) },
        shareAxis('Share of players'),
        bands.map(({ name, shares, look }) => ({
          type: 'line',
          name,
          stack: metric,
          data: shares.map((share, i) => ((joined[i] ?? 0) === 0 ? null : share)),
          showSymbol: rows.length === 1,
          ...unmoved,
          itemStyle: { color: look.fill },
          lineStyle: { color: 'var(--card)', width: 1.5 },
          areaStyle: { color: look.fill, opacity: 1 },
        })),
      ),
    tip: tableTip(table),
    table,
  }
}

function remainder(share: Readonly<Record<string, number>>, joined: number): number {
  const rest = 1 - Object.values(share).reduce((sum, one) => sum + one, 0)
  return joined > 0 && rest > NEGLIGIBLE ? rest : 0
}

/**
 * Returns the states of a metric from the first to the last: in the order of the design, else by how many players reached
 * them, because whoever has a level has reached all below it.
 */
export function statesInOrder({ report, orders }: Shown, metric: string): readonly string[] {
  const rows = statesOf(report.all).find(([id]) => id === metric)?.[1] ?? []
  const names = namesIn(rows.map(({ share }) => share))
  const given = orders[metric] ?? []
  const place = (name: string): number => (given.includes(name) ? given.indexOf(name) : given.length)
  return names.toSorted((a, b) => place(a) - place(b) || byReach(report.all, `${metric}:${a}`, `${metric}:${b}`))
}

/** Compares what more players reached first, and what they reached sooner. */
function byReach({ reached }: GroupReport, a: string, b: string): number {
  const shares = (reached[b]?.share ?? 0) - (reached[a]?.share ?? 0)
  const days = (reached[a]?.days.median ?? Infinity) - (reached[b]?.days.median ?? Infinity)
  return shares || (Number.isNaN(days) ? 0 : days) || (a < b ? -1 : 1)
}

function takeawayOf(last: StateRow | undefined, states: readonly string[], joined: number): string | undefined {
  if (last === undefined || joined === 0) return undefined
  const share = (state: string): number => last.share[state] ?? 0
  const held = states.filter((state) => share(state) > 0)
  const most = held.toSorted((a, b) => share(b) - share(a))[0]
  const top = held.at(-1)
  if (most === undefined || top === undefined) return `After day ${last.day}, nobody is in any state.`
  const players = (state: string): string =>
    `${percent(share(state))} (${number(Math.round(share(state) * joined))} of ${counted(joined, 'player')})`
  const largest = `After day ${last.day}, most are at ${most}: ${players(most)}.`
  return top === most ? largest : `${largest} ${top} is the last that anyone is at: ${players(top)}.`
}
