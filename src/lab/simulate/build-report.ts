import type { Design } from '../../game/design/design.ts'
import { formatAmount } from '../../game/kernel/decimal.ts'
import { DAY_MS, toIso } from '../../game/kernel/instant.ts'
import type { Cycle } from '../../game/leaderboards/cycle.ts'
import { periodAt } from '../../game/leaderboards/cycle.ts'
import { statesInOrder } from '../terms/levels.ts'
import type { BoardRow } from './board-tally.ts'
import type { Calendar } from './calendar.ts'
import { Counts } from './counts.ts'
import { judgeExpectation } from './expectation.ts'
import type {
  BoardPeriod,
  Counted,
  DayRow,
  FlowRow,
  GroupReport,
  PointFigures,
  PointsRow,
  Quartiles,
  Reached,
  SetRow,
  SimulationReport,
  StateRow,
} from './report.ts'
import type { Simulation } from './simulation.ts'
import {
  emptyGroup,
  joinedBy,
  mergeGroup,
  ofDay,
  reachedBy,
  refusedIn,
  type FlowTally,
  type GroupTally,
  type ItemTally,
  type ReachedTally,
  type Tally,
} from './tally.ts'

/** What a report is made of. */
export interface ReportSource {
  readonly simulation: Simulation
  readonly design: Design
  readonly designHash: string
  readonly seed: string
  readonly calendar: Calendar
  readonly tally: Tally
  /** Whether the simulation was interrupted. */
  readonly isPartial: boolean
}

/** Builds the report of a simulation. It depends only on what was counted, not on the order. Spec 7.1 "The report". */
export function buildReport({
  simulation,
  design,
  designHash,
  seed,
  calendar,
  tally,
  isPartial,
}: ReportSource): SimulationReport {
  const { id, days } = simulation
  const all = mergedGroup([...tally.personas.values()], days)
  const groupOf = (persona: string | undefined): GroupTally =>
    persona === undefined ? all : (tally.personas.get(persona) ?? emptyGroup(days))
  return {
    simulation: id,
    design: designHash,
    random_seed: seed,
    days,
    players: joinedBy(all, days),
    plays: sumOf(all.days.map(({ plays }) => plays)),
    refused: counted(refusedIn(all)),
    ...(isPartial ? { partial: true } : {}),
    expect: simulation.expect.map((expectation) => ({
      ...expectation,
      ...judgeExpectation(expectation, groupOf(expectation.persona)),
    })),
    all: groupReport(all, design),
    personas: Object.fromEntries(
      Array.from(tally.personas, ([persona, group]) => [persona, groupReport(group, design)]),
    ),
    boards: boardReports(tally, design, calendar),
  }
}

/** Returns all groups as one. That of one group is the group itself, which needs no memory. */
function mergedGroup(groups: readonly GroupTally[], days: number): GroupTally {
  const [only] = groups
  if (only && groups.length === 1) return only
  const all = emptyGroup(days)
  for (const group of groups) mergeGroup(all, group)
  return all
}

function groupReport(group: GroupTally, design: Design): GroupReport {
  const days = Array.from({ length: group.days.length - 1 }, (_, i) => i + 1)
  return {
    players: joinedBy(group, days.length),
    days: days.map((day) => dayRow(group, day)),
    metrics: metricReports(group, design, days),
    flows: flowRows(group),
    reached: reachedReports(group, design),
  }
}

function dayRow(group: GroupTally, day: number): DayRow {
  const { joined, active, left, plays, refused } = ofDay(group.days, day)
  const reached = Array.from(group.reached, ([key, found]) => [key, found[day]?.plays.size ?? 0] as const)
  return {
    day,
    joined,
    active,
    left,
    plays,
    refused: counted(refused),
    reached: counted(new Map(reached.filter(([, players]) => players > 0))),
  }
}

/** Returns numbers in the order of their names, so that the order of counting cannot be seen. */
function counted(numbers: ReadonlyMap<string, number>): Counted {
  return Object.fromEntries([...numbers].toSorted(byKey))
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)

function metricReports(group: GroupTally, { metrics }: Design, days: readonly number[]): GroupReport['metrics'] {
  const reports: Record<string, readonly PointsRow[] | readonly StateRow[] | readonly SetRow[]> = {}
  const joined = (day: number): number => joinedBy(group, day)
  for (const { id, type } of metrics.values()) {
    if (type === 'state') {
      const states = group.states.get(id)
      reports[id] = days.map((day): StateRow => ({ day, share: sharesOf(states?.[day], joined(day)) }))
    } else if (type === 'set') {
      const items = group.items.get(id)
      reports[id] = days.map((day) => setRow(day, items?.[day], joined(day)))
    } else {
      const points = group.points.get(id)
      reports[id] = days.map((day) => pointsRow(day, points?.[day] ?? new Counts()))
    }
  }
  return reports
}

const sharesOf = (players: ReadonlyMap<string, number> = new Map(), joined: number): Counted =>
  counted(new Map(Array.from(players, ([state, count]) => [state, count / joined])))

function setRow(day: number, items: ReadonlyMap<string, ItemTally> = new Map(), joined: number): SetRow {
  const sorted = [...items].toSorted(byKey)
  return {
    day,
    holders: Object.fromEntries(sorted.map(([item, { holders }]) => [item, holders / joined])),
    items: Object.fromEntries(sorted.map(([item, found]) => [item, formatAmount(found.items)])),
  }
}

const SHOWN_PERCENTS = [5, 25, 50, 75, 95]

const pointsRow = (day: number, points: Counts): PointsRow => ({ day, ...pointFigures(points) })

/** Returns the figures of counted scores. Percentiles are by nearest rank; null if nothing was counted. */
export function pointFigures(points: Counts): PointFigures {
  const [p5, p25, median, p75, p95] = points.percentiles(SHOWN_PERCENTS).map(formatAmount)
  return {
    total: formatAmount(points.total()),
    mean: points.mean(),
    p5: p5 ?? null,
    p25: p25 ?? null,
    median: median ?? null,
    p75: p75 ?? null,
    p95: p95 ?? null,
    gini: points.size === 0 ? null : points.gini(),
  }
}

function flowRows({ flows }: GroupTally): readonly FlowRow[] {
  return [...flows]
    .flatMap(([source, metrics]) =>
      Array.from(metrics, ([metric, flow]) => [`${metric}\n${source}`, flowRow(metric, source, flow)] as const),
    )
    .toSorted(byKey)
    .map(([, row]) => row)
}

const flowRow = (metric: string, source: string, { given, taken, times }: FlowTally): FlowRow => ({
  metric,
  source,
  given: formatAmount(given),
  taken: formatAmount(taken),
  times,
})

/** Reports everything that the design has to be reached, also if nobody reached it. */
function reachedReports(group: GroupTally, design: Design): GroupReport['reached'] {
  const joined = joinedBy(group, group.days.length - 1)
  return Object.fromEntries(reachable(design).map((key) => [key, reachedReport(reachedBy(group, key), joined)]))
}

/** Returns what a design has to be reached: the items of sets, states in the order of levels, and processes. */
function reachable(design: Design): readonly string[] {
  const { metrics, processes } = design
  const parts = [...metrics.values()].flatMap((metric) => {
    if (metric.type === 'set') return [...metric.items.keys()].map((item) => `${metric.id}:${item}`)
    if (metric.type !== 'state') return []
    return statesInOrder(design, metric).map((state) => `${metric.id}:${state}`)
  })
  return [...parts, ...Array.from(processes.keys(), (id) => `process:${id}`)]
}

function reachedReport({ seconds, plays }: ReachedTally, joined: number): Reached {
  return {
    players: plays.size,
    share: joined === 0 ? 0 : plays.size / joined,
    days: quartiles(seconds, DAY_S),
    plays: quartiles(plays, 1),
  }
}

const DAY_S = DAY_MS / 1000

function quartiles(counts: Counts, unit: number): Quartiles {
  const [p25, median, p75] = counts.percentiles([25, 50, 75]).map((value) => Number(value) / unit)
  return { p25: p25 ?? null, median: median ?? null, p75: p75 ?? null }
}

function boardReports({ boards }: Tally, design: Design, calendar: Calendar): SimulationReport['boards'] {
  const end = calendar.startOf(calendar.days + 1)
  const names = [...design.leaderboards.values()].flatMap(({ definition: { id, entities, scope } }) => {
    if (entities !== 'players') return []
    const scoped = [...boards.keys()].filter((name) => name.startsWith(`${id}/`)).toSorted()
    return scope === 'custom' ? scoped.map((name) => [name, id] as const) : [[id, id] as const]
  })
  return Object.fromEntries(
    names.map(([name, id]) => {
      const { cycles = [] } = design.leaderboards.get(id)?.definition ?? {}
      return [
        name,
        cycles.flatMap((cycle) => periodReports(boards.get(name)?.get(cycle), cycle, calendar.startOf(1), end)),
      ]
    }),
  )
}

/** Reports each period of a cycle from the first day to the last, also if nobody is on the board. */
function periodReports(
  periods: ReadonlyMap<number, readonly BoardRow[]> | undefined,
  cycle: Cycle,
  fromMs: number,
  endMs: number,
): readonly BoardPeriod[] {
  const reports: BoardPeriod[] = []
  for (let at = fromMs; at < endMs;) {
    const { start, end } = periodAt(cycle, at)
    reports.push(
      periodReport(
        cycle,
        cycle === 'alltime' ? null : toIso(start).slice(0, 10),
        periods?.get(start) ?? [],
        Math.min(end, endMs),
      ),
    )
    at = end
  }
  return reports
}

function periodReport(cycle: Cycle, start: string | null, rows: readonly BoardRow[], endMs: number): BoardPeriod {
  const scoreAt = (place: number): string | null => {
    const row = rows[place - 1]
    return row ? formatAmount(row.score) : null
  }
  const ten = rows.slice(0, 10)
  const personas = new Map<string, number>()
  for (const { player } of ten) personas.set(player.persona, (personas.get(player.persona) ?? 0) + 1)
  const ages = ten.map(({ player }) => (endMs - player.joinedMs) / DAY_MS)
  return {
    cycle,
    start,
    scores: { 1: scoreAt(1), 10: scoreAt(10), 100: scoreAt(100) },
    first_ten: { personas: counted(personas), joined_days_ago: ages.length === 0 ? null : sumOf(ages) / ages.length },
  }
}
