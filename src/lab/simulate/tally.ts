import type { Amount } from '../../game/kernel/decimal.ts'
import { addOrKeep } from '../../game/kernel/decimal.ts'
import { mergeBoards, type BoardTally } from './board-tally.ts'
import { Counts, type CountsData } from './counts.ts'
import { valueOf } from './value-of.ts'

/** What happened on one day alone. */
export interface DayTally {
  joined: number
  active: number
  left: number
  plays: number
  /** All tries, those of nothing included. */
  tries: number
  readonly refused: Map<string, number>
}

/** The players who hold an item at the end of a day, and the number of items. */
export interface ItemTally {
  holders: number
  items: Amount
}

/** What a source gave and took of a metric. */
export interface FlowTally {
  given: Amount
  taken: Amount
  times: number
}

/** Who reached something on one day: after how many seconds since joining, and after how many plays. */
export interface ReachedTally<C = Counts> {
  readonly seconds: C
  readonly plays: C
}

/**
 * What the players of a persona came to, in a form that can be merged exactly. Lists of days have the day as index, from
 * 1 on. `C` is the form of exact counts.
 */
export interface GroupTally<C = Counts> {
  readonly days: readonly DayTally[]
  /** Scores in points by metric and day. */
  readonly points: Map<string, readonly C[]>
  /** Players in each state by metric and day. */
  readonly states: Map<string, readonly Map<string, number>[]>
  /** Items by metric and day. */
  readonly items: Map<string, readonly Map<string, ItemTally>[]>
  /** Flows by source and metric. */
  readonly flows: Map<string, Map<string, FlowTally>>
  /** Who reached what, by day. */
  readonly reached: Map<string, readonly (ReachedTally<C> | undefined)[]>
}

/** What all players came to. */
export interface Tally<C = Counts> {
  readonly personas: Map<string, GroupTally<C>>
  readonly boards: BoardTally
}

/** Creates a tally of nobody. */
export function emptyTally(personas: readonly string[], days: number): Tally {
  return { personas: new Map(personas.map((id) => [id, emptyGroup(days)])), boards: new Map() }
}

/** Creates the tally of a group of nobody. */
export function emptyGroup(days: number): GroupTally {
  return {
    days: byDay(days, emptyDay),
    points: new Map(),
    states: new Map(),
    items: new Map(),
    flows: new Map(),
    reached: new Map(),
  }
}

const emptyDay = (): DayTally => ({ joined: 0, active: 0, left: 0, plays: 0, tries: 0, refused: new Map() })

/** Creates a list with an element for each day, from index 1 on. */
export function byDay<T>(days: number, make: () => T): T[] {
  return Array.from({ length: days + 1 }, make)
}

/** Returns the element of a day. */
export function ofDay<T>(list: readonly T[], day: number): T {
  return list[day] as T
}

/** Adds to the number of a key. */
export function count<K>(map: Map<K, number>, key: K, times = 1): void {
  map.set(key, (map.get(key) ?? 0) + times)
}

export const noFlow = (): FlowTally => ({ given: 0, taken: 0, times: 0 })
export const noItems = (): ItemTally => ({ holders: 0, items: 0 })
export const nobodyReached = (): ReachedTally => ({ seconds: new Counts(), plays: new Counts() })

/** Adds all of another tally of the same simulation. */
export function mergeTally(tally: Tally, other: Tally): void {
  for (const [persona, group] of other.personas) {
    const own = tally.personas.get(persona)
    if (own) mergeGroup(own, group)
  }
  mergeBoards(tally.boards, other.boards)
}

/** Adds all of another group of the same simulation. */
export function mergeGroup(group: GroupTally, other: GroupTally): void {
  const last = group.days.length - 1
  other.days.forEach((day, i) => mergeDay(ofDay(group.days, i), day))
  for (const [metric, days] of other.points) {
    const own = valueOf(group.points, metric, () => byDay(last, () => new Counts()))
    days.forEach((counts, i) => ofDay(own, i).merge(counts))
  }
  for (const [metric, days] of other.states) {
    const own = valueOf(group.states, metric, () => byDay(last, () => new Map<string, number>()))
    days.forEach((states, i) => states.forEach((players, state) => count(ofDay(own, i), state, players)))
  }
  for (const [metric, days] of other.items) {
    const own = valueOf(group.items, metric, () => byDay(last, () => new Map<string, ItemTally>()))
    days.forEach((items, i) => items.forEach((found, item) => addItems(valueOf(ofDay(own, i), item, noItems), found)))
  }
  for (const [source, flows] of other.flows)
    for (const [metric, flow] of flows)
      addFlow(
        valueOf(
          valueOf(group.flows, source, () => new Map<string, FlowTally>()),
          metric,
          noFlow,
        ),
        flow,
      )
  for (const [key, days] of other.reached) mergeReached(group, key, days)
}

function mergeDay(day: DayTally, { joined, active, left, plays, tries, refused }: DayTally): void {
  day.joined += joined
  day.active += active
  day.left += left
  day.plays += plays
  day.tries += tries
  for (const [code, times] of refused) count(day.refused, code, times)
}

function addItems(to: ItemTally, { holders, items }: ItemTally): void {
  to.holders += holders
  to.items = addOrKeep(to.items, items)
}

function addFlow(to: FlowTally, { given, taken, times }: FlowTally): void {
  to.given = addOrKeep(to.given, given)
  to.taken = addOrKeep(to.taken, taken)
  to.times += times
}

function mergeReached(group: GroupTally, key: string, days: readonly (ReachedTally | undefined)[]): void {
  const own = valueOf(group.reached, key, () =>
    byDay(group.days.length - 1, (): ReachedTally | undefined => undefined),
  ) as (ReachedTally | undefined)[]
  days.forEach((found, i) => {
    if (!found) return
    const mine = (own[i] ??= nobodyReached())
    mine.seconds.merge(found.seconds)
    mine.plays.merge(found.plays)
  })
}

/** A tally as plain data, which threads can send to each other. */
export type TallyData = Tally<CountsData>

/** Returns a tally as plain data, with the memory that can be transferred. Both share it with the tally. */
export function tallyData(tally: Tally): { readonly data: TallyData; readonly memory: ArrayBuffer[] } {
  const memory: ArrayBuffer[] = []
  const data = convert(tally, (counts) => {
    const plain = counts.toData()
    for (const page of plain.pages.values()) memory.push(page.buffer)
    return plain
  })
  return { data, memory }
}

/** Returns the tally that takes over the memory of plain data. */
export function tallyFrom(data: TallyData): Tally {
  return convert(data, (counts) => Counts.from(counts))
}

function convert<A, B>({ personas, boards }: Tally<A>, change: (counts: A) => B): Tally<B> {
  const groups = [...personas].map(([id, group]) => [id, convertGroup(group, change)] as const)
  return { personas: new Map(groups), boards }
}

function convertGroup<A, B>(group: GroupTally<A>, change: (counts: A) => B): GroupTally<B> {
  const { days, points, states, items, flows, reached } = group
  const changed = ({ seconds, plays }: ReachedTally<A>) => ({ seconds: change(seconds), plays: change(plays) })
  return {
    days,
    points: new Map([...points].map(([metric, counts]) => [metric, counts.map(change)])),
    states,
    items,
    flows,
    reached: new Map([...reached].map(([key, list]) => [key, list.map((found) => found && changed(found))])),
  }
}

/** Returns the number of players of a group who have joined by the end of a day. */
export function joinedBy({ days }: GroupTally, day: number): number {
  return days.slice(0, day + 1).reduce((sum, { joined }) => sum + joined, 0)
}

/** Returns the number of tries that each code refused. */
export function refusedIn({ days }: GroupTally): ReadonlyMap<string, number> {
  const codes = new Map<string, number>()
  for (const { refused } of days) for (const [code, times] of refused) count(codes, code, times)
  return codes
}

/** Returns who reached something by the end of a day; by default, of the simulation. */
export function reachedBy({ days, reached }: GroupTally, key: string, day = days.length - 1): ReachedTally {
  const all = nobodyReached()
  for (const found of (reached.get(key) ?? []).slice(0, day + 1)) {
    if (!found) continue
    all.seconds.merge(found.seconds)
    all.plays.merge(found.plays)
  }
  return all
}

/** Returns what all sources gave and took of a metric, or of an item as `<metric>:<item>`. */
export function flowsOf({ flows }: GroupTally, metric: string): FlowTally {
  const all = noFlow()
  for (const metrics of flows.values()) addFlow(all, metrics.get(metric) ?? noFlow())
  return all
}
