import { type Rate, rateRoom, type RateTime } from '../../game/actions/rate.ts'
import type { Design } from '../../game/design/design.ts'
import { formatAmount } from '../../game/kernel/decimal.ts'
import { toIso } from '../../game/kernel/instant.ts'
import type { Clamped } from '../../game/metrics/effects.ts'
import { referTo } from '../../game/metrics/score.ts'
import { scopeOf } from '../../game/rules/formula-scope.ts'
import type { Observer, ExaminedPart } from '../../game/rules/observer.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Sight, WhyStep } from '../../interface/why-answer.ts'
import { computedIn, readsOf, textOf } from './formula-values.ts'
import { aboutLeaf, requirementShown } from './requirement-shown.ts'

/** How many inputs of a decision are listed. A design with thousands of rules may check them in every round. */
const MAX_SIGHTS = 5000

/** The recorded inputs of a decision. */
export interface Recording {
  readonly observer: Observer
  /** The recorded steps. The event of each step is not known yet. */
  readonly steps: readonly RecordedStep[]
  /** The steps of rules that had an effect. */
  readonly followed: ReadonlySet<RecordedStep>
  /** Returns the number of inputs that are not listed. */
  readonly more: () => number
}

/** A step that is being recorded. */
export interface RecordedStep extends Omit<WhyStep, 'event' | 'looked_at'> {
  event: string | null
  readonly looked_at: Sight[]
}

/** Creates an observer that records what it receives, in the form of the answer. */
export function recording(time: RateTime, design: Design): Recording {
  const steps: RecordedStep[] = []
  const followed = new Set<RecordedStep>()
  let sights = 0
  let indexes: ReadonlyMap<Requirement, number> = new Map()
  const isFull = (): boolean => (sights += 1) > MAX_SIGHTS
  const begin = (part: WhyStep['part'], player: string | null, round?: number): void => {
    if (isFull()) return
    steps.push({ part, player, ...(round ? { round } : {}), event: null, looked_at: [] })
  }
  const see = (make: () => Sight): void => {
    if (steps.length === 0) begin({ kind: 'scores', id: '' }, null)
    if (!isFull()) steps.at(-1)?.looked_at.push(make())
  }
  const observer: Observer = {
    examined: (part, player, round) => {
      indexes = ruleIndexes(part)
      begin(partOf(part), player, round)
    },
    resolved: (until, activity, player) => begin({ kind: 'resolution', id: `${activity}:${until}` }, player),
    judged: (requirement, held, found, against) =>
      see(() => {
        const rule = indexes.get(requirement)
        return { ...judgement(design, requirement, held, found, against), ...(rule !== undefined && { rule }) }
      }),
    applied: () => {},
    drew: (part, drawn, held) =>
      see(() => ({ kind: 'draw', of: nameOf(part), probability: part.probability, drawn, held })),
    rated: (_, rate, uses, plays, held) =>
      see(() => {
        const { used, freeAtMs } = rateRoom(rate, uses, plays, time)
        const free_at = freeAtMs === undefined ? null : toIso(freeAtMs)
        return { kind: 'rate', rate: rateShown(rate), used, held, free_at }
      }),
    gave: (reward, count, change, clamped, reading) =>
      see(() => ({
        kind: 'reward',
        metric: referTo(reward.metric),
        verb: reward.verb,
        value: typeof reward.written === 'string' ? reward.written : { ...reward.written },
        computed: computedIn(reward, scopeOf(reading)),
        count,
        change: change ?? null,
        limits: clamped.map(limitShown),
      })),
    waited: (id, until) => see(() => ({ kind: 'waiting', id, until })),
    computed: (compound, change, scope) =>
      see(() => ({
        kind: 'compound',
        metric: referTo(compound),
        formula: compound.formula.text,
        reads: readsOf(compound.formula, scope),
        change,
      })),
    ranked: ({ base }, points, { rank, low, high }) =>
      see(() => ({
        kind: 'level',
        base: referTo(base),
        points: textOf(points),
        rank,
        low: formatAmount(low),
        high: formatAmount(high),
      })),
    followed: () => {
      const step = steps.at(-1)
      if (step && sights <= MAX_SIGHTS) followed.add(step)
    },
    admitted: ({ lane }, held) => see(() => ({ kind: 'lane', lane, held })),
    performed: ({ path: id, loop, rewards }, outcome, lucky, round) =>
      see(() => {
        const held = outcome === 'looped' && lucky ? rewards.filter(({ recurring }) => !recurring) : []
        const held_back = held.map(({ reward }) => reward.metric.name)
        return { kind: 'activity', id, outcome, lucky, round, rounds: loop + 1, held_back }
      }),
    flowed: ({ to }) => see(() => ({ kind: 'flow', to })),
  }
  return { observer, steps, followed, more: () => Math.max(0, sights - MAX_SIGHTS) }
}

/** Formats a limit on plays as its author writes it. */
export const rateShown = ({ count, windowMs, kind }: Rate) => ({
  count,
  window_ms: windowMs,
  type: kind,
})

/** Formats a limit of a metric that cut a reward. */
export const limitShown = ({ by, item, sum, limit }: Clamped) => ({
  by,
  ...(item === undefined ? {} : { item }),
  sum: formatAmount(sum),
  limit: formatAmount(limit),
})

function judgement(design: Design, ...[requirement, held, found, against]: Parameters<Observer['judged']>): Sight {
  return {
    kind: 'requirement',
    requires: requirementShown(requirement),
    ...aboutLeaf(requirement, design),
    held,
    ...(found === undefined ? {} : { found: textOf(found) }),
    ...(against === undefined ? {} : { against: textOf(against) }),
  }
}

/** Maps each requirement within the rules of an action or a custom rule to the index of its rule. */
function ruleIndexes(part: ExaminedPart): ReadonlyMap<Requirement, number> {
  const rules = 'rules' in part ? part.rules : []
  return new Map(rules.flatMap(({ requires }, index) => allIn(requires).map((each) => [each, index] as const)))
}

const allIn = (requirement: Requirement): readonly Requirement[] =>
  'parts' in requirement ? [requirement, ...requirement.parts.flatMap(allIn)] : [requirement]

function partOf(part: ExaminedPart): WhyStep['part'] {
  if ('trigger' in part) return { kind: 'trigger', id: part.path }
  if (!('type' in part)) return { kind: 'action', id: part.id }
  return { kind: part.type === 'custom' ? 'custom_rule' : part.type, id: part.id }
}

/** Returns the name of what a draw decides. A reward is named by its metric. */
function nameOf(part: object): string {
  if ('path' in part) return String(part.path)
  if ('metric' in part) return `reward of ${(part.metric as { id: string }).id}`
  return 'id' in part ? String(part.id) : ''
}
