import type { Design } from '../../game/design/design.ts'
import { compare, type Limit } from '../../game/kernel/decimal.ts'
import type { Metric } from '../../game/metrics/design.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Reward, RewardRule } from '../../game/rules/reward.ts'
import { anything, exactly, greatest, isExact, join, least, limited, meet, operate, type Interval } from './interval.ts'
import { narrow } from './narrow.ts'
import { keys, Ranges, valuesOf } from './ranges.ts'
import type { Source } from './sources.ts'

/** A change that a reward can make to points or to the count of an item. */
export interface Gift {
  readonly reward: Reward
  readonly rule: RewardRule
  readonly key: string
  readonly item: string | undefined
  /** What it adds, which is negative if it takes, or what it sets. */
  readonly amount: Interval
  /** What the player can have before. Undefined if an earlier reward of the play changes the same. */
  readonly before: Interval | undefined
  readonly after: Interval
  readonly min: Limit
  readonly max: Limit
}

/** What a source can do, given what the scores can be. */
export interface Effect {
  readonly source: Source
  /** Whether it can ever happen. */
  readonly isPossible: boolean
  /** The rules whose requirements can be met. */
  readonly rules: ReadonlySet<RewardRule>
  readonly gifts: readonly Gift[]
  readonly states: readonly { readonly metric: string; readonly state: string; readonly reward: Reward }[]
}

/** What a design lets happen: an estimate that leaves out nothing that can happen. */
export interface Reach {
  readonly ranges: Ranges
  readonly effects: readonly Effect[]
  /** The metrics that something can change. */
  readonly changing: ReadonlySet<string>
  /** The metrics that players can have an entry of, by a change or the bootstrap. */
  readonly entered: ReadonlySet<string>
}

/** Rounds before a range that still grows is extended to the limit of its metric. */
const EXACT_ROUNDS = 3
/** Rounds that then narrow the ranges again. */
const NARROWING_ROUNDS = 2

/**
 * Returns what the scores of players can be and which sources can happen. It begins with a new player and adds what can
 * happen then, until nothing is added.
 */
export function reachOf(design: Design, sources: readonly Source[]): Reach {
  let growth = new Growth(design, sources)
  while (growth.grow(growth.ranges)) growth.rounds += 1
  for (let round = 0; round < NARROWING_ROUNDS; round += 1) {
    const narrower = new Growth(design, sources)
    narrower.grow(growth.ranges)
    // A metric that changes only because of ranges of the round before is still one that changes.
    growth = narrower
  }
  const { ranges, changing, entered } = growth
  return { ranges, changing, entered, effects: sources.map((source) => effectOf(source, ranges, design)) }
}

class Growth {
  readonly ranges: Ranges
  readonly changing = new Set<string>()
  readonly entered = new Set<string>()
  rounds = 0
  #hasGrown = false
  readonly #design: Design
  readonly #sources: readonly Source[]

  constructor(design: Design, sources: readonly Source[]) {
    this.#design = design
    this.#sources = sources
    this.ranges = startOf(design)
    this.#compute(this.ranges)
  }

  /** Adds what can happen while the scores are in `read`. Returns whether anything was added. */
  grow(read: Ranges): boolean {
    this.#hasGrown = false
    for (const source of this.#sources) this.#addEffect(effectOf(source, read, this.#design))
    this.#countItems()
    this.#compute(read)
    this.#addLevels(read)
    return this.#hasGrown
  }

  #addEffect({ source, isPossible, gifts, states }: Effect): void {
    if (!isPossible) return
    // A bootstrap makes entries even of what it does not change.
    if (source.kind === 'bootstrap')
      for (const { rewards } of source.rules) for (const { metric } of rewards) this.#enter(metric.id)
    if (source.origin === 'action') this.#add(keys.plays(source.component), { low: 0, high: Infinity })
    for (const { reward, key, after, before, min, max } of gifts) {
      if (before && isExact(before) && isExact(after) && compare(before.low, after.low) === 0) continue
      this.#change(reward.metric.id)
      this.#add(key, after, min, max)
    }
    for (const { metric, state } of states) this.#addState(metric, state)
  }

  #change(metric: string): void {
    this.#enter(metric)
    if (this.changing.has(metric)) return
    this.changing.add(metric)
    this.#hasGrown = true
  }

  #enter(metric: string): void {
    if (this.entered.has(metric)) return
    this.entered.add(metric)
    this.#hasGrown = true
  }

  #addState(metric: string, state: string): void {
    const states = this.ranges.statesOf(metric)
    if (states.has(state)) return
    this.ranges.states.set(metric, new Set([...states, state]))
    this.#change(metric)
    this.#hasGrown = true
  }

  #add(key: string, amounts: Interval, min: Limit = -Infinity, max: Limit = Infinity): void {
    const before = this.ranges.amount(key)
    const after = join(before, amounts)
    const [lower, higher] = [compare(after.low, before.low) < 0, compare(after.high, before.high) > 0]
    const hasClosed = Boolean((before.openLow && !after.openLow) || (before.openHigh && !after.openHigh))
    if (!lower && !higher && !hasClosed) return
    const isWide = this.rounds >= EXACT_ROUNDS
    this.ranges.amounts.set(key, {
      low: lower && isWide ? min : after.low,
      high: higher && isWide ? max : after.high,
    })
    this.#hasGrown = true
  }

  #countItems(): void {
    for (const metric of this.#design.metrics.values()) {
      if (metric.type !== 'set') continue
      const held = [...metric.items.keys()].filter(
        (item) => compare(this.ranges.amount(keys.item(metric.id, item)).high, 0) > 0,
      )
      const most = least(metric.items.size, metric.maxItems)
      this.#add(keys.score(metric.id), { low: 0, high: least(held.length, most) }, 0, most)
    }
  }

  #compute(read: Ranges): void {
    for (const { id, formula, reads } of this.#design.compounds) {
      const values = valuesOf(formula, read, this.#design.metrics) ?? anything
      if (this.ranges.amounts.has(keys.score(id))) this.#add(keys.score(id), values)
      else this.ranges.amounts.set(keys.score(id), values)
      if ([...reads].some((metric) => this.changing.has(metric))) this.#change(id)
      if ([...reads].some((metric) => this.entered.has(metric))) this.#enter(id)
    }
  }

  /** A level rule sets nothing before the player has an entry of its base metric. */
  #addLevels(read: Ranges): void {
    for (const { base, metric, levels } of this.#design.levels) {
      if (!this.entered.has(base.id)) continue
      const points = read.amount(keys.score(base.id))
      for (const { rank, low, high } of levels)
        if (meet(points, { low, high, openLow: true })) this.#addState(metric.id, rank)
    }
  }
}

/** Returns what is known of a new player, of clocks and of teams. */
function startOf({ metrics, actions, teams, bootstrap }: Design): Ranges {
  const ranges = new Ranges()
  const { amounts } = ranges
  for (const metric of metrics.values()) {
    if (metric.type === 'point') amounts.set(keys.score(metric.id), exactly(metric.start))
    if (metric.type !== 'set') continue
    amounts.set(keys.score(metric.id), exactly(0))
    for (const item of metric.items.keys()) amounts.set(keys.item(metric.id, item), exactly(0))
  }
  for (const id of actions.keys()) amounts.set(keys.plays(id), exactly(0))
  for (const [clock, values] of clockValues) amounts.set(keys.clock(clock), values)
  for (const { id, roles, maxGlobalInstances } of teams.values()) {
    const isNever = maxGlobalInstances === 0 && bootstrap.teams.every(({ definition }) => definition.id !== id)
    for (const role of ['', ...roles.keys()]) amounts.set(keys.team(id, role), { low: 0, high: isNever ? 0 : 1 })
  }
  return ranges
}

/** The values of clocks. Spec 4.3 `time`. */
const clockValues: readonly (readonly [string, Interval])[] = [
  ['hour_of_day', { low: 0, high: 23 }],
  ['day_of_week', { low: 1, high: 7 }],
  ['day_of_month', { low: 1, high: 31 }],
  ['day_of_year', { low: 1, high: 366 }],
  ['week_of_year', { low: 1, high: 53 }],
  ['month_of_year', { low: 1, high: 12 }],
]

/** Returns the ranges in which the variables of a source are known: those that are not are texts. */
export function withVariables({ variables }: Source, ranges: Ranges): Ranges {
  if (variables.length === 0) return ranges
  const known = new Ranges(ranges)
  for (const { name, type } of variables) if (type === 'int') known.amounts.set(keys.variable(name), anything)
  return known
}

function narrowAll(requirements: readonly Requirement[], ranges: Ranges, { metrics }: Design): Ranges | undefined {
  return narrow({ kind: 'and', not: false, parts: requirements }, ranges, metrics)
}

const nothing = { isPossible: false, rules: new Set<RewardRule>(), gifts: [], states: [] }

/** Returns what a source can do while the scores are in `read`. */
function effectOf(source: Source, read: Ranges, design: Design): Effect {
  const known = withVariables(source, read)
  if (source.unreachable || !narrowAll(source.gates, known, design)) return { source, ...nothing }
  const gifts: Gift[] = []
  const states: Effect['states'][number][] = []
  const rules = new Set<RewardRule>()
  const earlier = new Set<string>()
  for (const rule of source.rules) {
    const ranges = narrowAll([...source.gates, rule.requires], known, design)
    if (!ranges) continue
    rules.add(rule)
    if (source.probability === 0) continue
    for (const reward of rule.rewards) {
      if (reward.probability === 0) continue
      if (reward.type === 'state') {
        const { metric, state } = reward
        const isThere = ranges.statesOf(metric.id)
        if (earlier.has(metric.id) || isThere.size > 1 || !isThere.has(state))
          states.push({ metric: metric.id, state, reward })
        earlier.add(metric.id)
      } else {
        // A waiting reward is given later, when the requirements may no longer be met.
        const reading = source.origin === 'waiting' ? known : ranges
        gifts.push(...giftsOf({ source, rule, reward, ranges: reading, earlier }, read, design))
      }
    }
  }
  return { source, isPossible: true, rules, gifts, states }
}

interface Giving {
  readonly source: Source
  readonly rule: RewardRule
  readonly reward: Exclude<Reward, { type: 'state' }>
  /** The ranges in which the requirements are met. */
  readonly ranges: Ranges
  /** The keys that earlier rewards of the play change. */
  readonly earlier: Set<string>
}

function* giftsOf({ source, rule, reward, ranges, earlier }: Giving, read: Ranges, design: Design): Generator<Gift> {
  const { verb, metric } = reward
  const parts =
    reward.type === 'point'
      ? [[undefined, reward.value] as const]
      : reward.items.map(([item, value]) => [item, value] as const)
  for (const [item, formula] of parts) {
    const key = item === undefined ? keys.score(metric.id) : keys.item(metric.id, item)
    const value = valuesOf(formula, ranges, design.metrics) ?? anything
    const times = operate('*', value, { low: 1, high: source.count })
    const amount = verb === 'set' ? value : verb === 'add' ? times : operate('-', exactly(0), times)
    // The sources of waiting rewards and of sub_processes come after others in the same play.
    const isFirst = !earlier.has(key) && source.origin !== 'waiting' && source.origin !== 'sub_process'
    const narrowed = isFirst ? ranges.amount(key) : read.amount(key)
    // An achievement gives only what is missing.
    const before = source.origin === 'achievement' ? exactly(0) : narrowed
    const [min, max] = limitsOf(metric, item)
    const after = limited(verb === 'set' ? amount : operate('+', before, amount), min, max)
    earlier.add(key)
    yield { reward, rule, key, item, amount, before: isFirst ? before : undefined, after, min, max }
  }
}

function limitsOf(metric: Metric, item: string | undefined): readonly [min: Limit, max: Limit] {
  if (metric.type === 'point') return [metric.min, metric.max]
  if (metric.type !== 'set' || item === undefined) return [-Infinity, Infinity]
  return [0, compare(metric.maxItems, 1) < 0 ? 0 : greatest(metric.items.get(item)?.max ?? Infinity, 0)]
}
