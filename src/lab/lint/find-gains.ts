import { add, compare, formatAmount, multiply, negate, type Amount } from '../../game/kernel/decimal.ts'
import { constantOf, namesIn } from '../../game/kernel/formula.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Reward } from '../../game/rules/reward.ts'
import { partWords, type Economy, type Finding } from './economy.ts'
import { narrow } from './narrow.ts'
import { keys, type Ranges } from './ranges.ts'
import { withVariables, type Effect, type Gift } from './reach.ts'

/** Finds actions that give points to anybody, without end. */
export function* freeLoops({ design, reach, paths }: Economy): Generator<Finding> {
  for (const effect of reach.effects) {
    const { source, isPossible, gifts, states } = effect
    if (!isPossible || source.origin !== 'action' || source.rate) continue
    const ranges = withVariables(source, reach.ranges)
    if (!source.gates.every((gate) => isAlwaysMet(gate, ranges, design.metrics))) continue
    if (states.length > 0 || gifts.some((gift) => isCost(gift))) continue
    const free = gifts.find(
      (gift) =>
        gift.reward.type === 'point' &&
        gift.reward.verb !== 'set' &&
        gift.max === Infinity &&
        isGain(gift) &&
        isAlwaysMet(gift.rule.requires, ranges, design.metrics),
    )
    if (!free) continue
    yield {
      id: 'free-loop',
      kind: 'actions',
      component: source.component,
      path: paths.get(free.reward) ?? [],
      message: `${source.name} gives ${quoted(free.reward.metric.id)} as often as it is played: it has no rate, no requirement and no cost, and the metric has no maximum`,
    }
  }
}

const isCost = ({ reward, amount }: Gift): boolean =>
  reward.verb === 'set' || (compare(amount.low, 0) < 0 && !readsVariables(reward))

/** Whether a reward gives more than nothing: always, or as its variables say. */
function isGain({ reward, amount }: Gift): boolean {
  if (compare(amount.low, 0) > 0) return true
  return compare(amount.high, 0) > 0 && readsVariables(reward) && reward.verb === 'add'
}

/** Whether the amount of points depends on variables of the play and on no score. */
function readsVariables(reward: Reward): boolean {
  if (reward.type !== 'point') return false
  const { vars, scores } = namesIn(reward.value)
  return vars.length > 0 && scores.length === 0
}

/** Whether a requirement is met in any state. A formula can fail, so what has one is not. */
function isAlwaysMet(requirement: Requirement, ranges: Ranges, metrics: Economy['design']['metrics']): boolean {
  return requirement.kind === 'always' || (!hasFormula(requirement) && !narrow(requirement, ranges, metrics, true))
}

function hasFormula(requirement: Requirement): boolean {
  if (requirement.kind === 'and' || requirement.kind === 'or') return requirement.parts.some(hasFormula)
  return requirement.kind === 'var' || (requirement.kind === 'metric' && requirement.metric.type === 'compound')
}

/** An exchange: a play that takes one thing and gives others, in exact amounts. */
interface Exchange {
  readonly effect: Effect
  readonly takes: { readonly key: string; readonly amount: Amount; readonly words: string }
  /** The amounts that it gives, by key. */
  readonly gives: ReadonlyMap<string, Amount>
}

/** The longest round of exchanges that is looked for, and how many exchanges and steps are tried. */
const MAX_ROUND = 5
const MAX_EXCHANGES = 200
const MAX_STEPS = 100_000

/** Finds the smallest rounds of exchanges that leave more than they take. */
export function* pumps({ design, reach }: Economy): Generator<Finding> {
  const exchanges = reach.effects.flatMap((effect) => exchangeOf(effect, design) ?? []).slice(0, MAX_EXCHANGES)
  const found = new Set<Exchange>()
  let steps = 0
  for (let length = 1; length <= MAX_ROUND; length += 1)
    for (const [start, first] of exchanges.entries()) {
      if (found.has(first)) continue
      const round = findRound([first], length)
      if (!round) continue
      for (const exchange of round) found.add(exchange)
      yield pumpFinding(round)

      function findRound(path: readonly Exchange[], remaining: number): readonly Exchange[] | undefined {
        steps += 1
        if (steps > MAX_STEPS) return undefined
        const last = path.at(-1) as Exchange
        if (path.length === length) return last.gives.has(first.takes.key) && gains(path) ? path : undefined
        // Each round is looked for from its first exchange in the order of the design.
        for (const next of exchanges.slice(start + 1)) {
          if (path.includes(next) || found.has(next) || !last.gives.has(next.takes.key)) continue
          const round = findRound([...path, next], remaining - 1)
          if (round) return round
        }
        return undefined
      }
    }
}

/** Whether the amounts that are given, multiplied, are more than those taken: then a round of plays leaves more of each. */
function gains(round: readonly Exchange[]): boolean {
  let [given, taken]: [Amount | undefined, Amount | undefined] = [1, 1]
  for (const [i, { gives, takes }] of round.entries()) {
    const next = round[(i + 1) % round.length] as Exchange
    given = given === undefined ? undefined : multiply(given, gives.get(next.takes.key) ?? 0)
    taken = taken === undefined ? undefined : multiply(taken, takes.amount)
  }
  return given !== undefined && taken !== undefined && compare(given, taken) > 0
}

function pumpFinding(round: readonly Exchange[]): Finding {
  const [{ effect }] = round as readonly [Exchange]
  const trades = round.map(({ effect: { source }, takes, gives }, i) => {
    const next = round[(i + 1) % round.length] as Exchange
    return `${source.name} takes ${formatAmount(takes.amount)} of ${takes.words} and gives ${formatAmount(gives.get(next.takes.key) ?? 0)} of ${next.takes.words}`
  })
  return {
    id: 'pump',
    kind: effect.source.kind as Finding['kind'],
    component: effect.source.component,
    path: [],
    message: `${trades.join(', ')}: ${round.length === 1 ? 'each play' : 'playing them in turn'} leaves more than it takes`,
  }
}

/**
 * Returns the exchange of an action or trigger, if it takes exactly one thing, everything about it is certain, and having
 * more never keeps it from being played.
 */
function exchangeOf(effect: Effect, design: Economy['design']): Exchange | undefined {
  const { source, isPossible, states } = effect
  const isTrade = source.origin === 'action' || (source.origin === 'task' && canBeRepeated(source, design))
  if (!isPossible || !isTrade || source.rate || source.probability < 1 || states.length > 0) return undefined
  if (![...source.gates, ...source.rules.map(({ requires }) => requires)].every(growsWith)) return undefined
  const totals = new Map<string, { amount: Amount; words: string; takes: boolean; isLimited: boolean }>()
  for (const { rewards } of effect.rules)
    for (const reward of rewards) {
      if (reward.type === 'state' || reward.verb === 'set' || reward.probability < 1) return undefined
      const { metric } = reward
      const parts = reward.type === 'point' ? [[undefined, reward.value] as const] : reward.items
      for (const [item, formula] of parts) {
        const value = constantOf(formula)
        if (value === undefined) return undefined
        const key = item === undefined ? keys.score(metric.id) : keys.item(metric.id, item)
        const amount = reward.verb === 'remove' ? negate(value) : value
        const before = totals.get(key) ?? { amount: 0, takes: false }
        const isLimited =
          metric.type === 'point'
            ? metric.max !== Infinity
            : metric.maxItems !== Infinity || metric.items.get(item ?? '')?.max !== Infinity
        const sum = add(before.amount, amount)
        if (sum === undefined) return undefined
        totals.set(key, {
          amount: sum,
          words: partWords(metric.id, item),
          takes: before.takes || compare(amount, 0) < 0,
          isLimited,
        })
      }
    }
  return exchangeFrom(effect, totals)
}

function exchangeFrom(
  effect: Effect,
  totals: ReadonlyMap<string, { amount: Amount; words: string; takes: boolean; isLimited: boolean }>,
): Exchange | undefined {
  const taken = [...totals].filter(([, { amount }]) => compare(amount, 0) < 0)
  const gives = new Map(
    [...totals].flatMap(([key, { amount, isLimited }]) =>
      compare(amount, 0) > 0 && !isLimited ? [[key, amount] as const] : [],
    ),
  )
  const [one] = taken
  if (!one || taken.length > 1) return undefined
  const [key, { amount, words }] = one
  return { effect, takes: { key, amount: negate(amount), words }, gives }
}

/** Whether a requirement that is met stays met when scores and counts grow. */
function growsWith(requirement: Requirement): boolean {
  switch (requirement.kind) {
    case 'always':
      return true
    case 'and':
    case 'or':
      return !requirement.not && requirement.parts.every(growsWith)
    case 'metric':
    case 'action':
      if (
        requirement.kind === 'metric' &&
        (requirement.metric.type === 'state' || requirement.metric.type === 'compound')
      )
        return false
      return !requirement.not && (requirement.operator === 'ge' || requirement.operator === 'gt')
    default:
      return false
  }
}

/** Whether players can perform a task any number of times, in processes that they begin for it. */
function canBeRepeated({ component, activity }: Effect['source'], { processes }: Economy['design']): boolean {
  const process = processes.get(component)
  if (!process || activity?.kind !== 'task' || activity.within.length > 0 || activity.loop !== 0) return false
  return isUnlimited(process) && (process.initial[activity.path]?.tokens ?? 0) > 0
}

const isUnlimited = (process: ProcessDefinition): boolean =>
  process.public &&
  process.requires.kind === 'always' &&
  process.maxGlobalInstances === Infinity &&
  process.maxActiveGlobalInstances === Infinity &&
  process.maxPlayerInstances === Infinity &&
  process.maxActivePlayerInstances === Infinity
