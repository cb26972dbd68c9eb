import { add, compare, formatAmount, multiply, negate, type Amount } from '../../game/kernel/decimal.ts'
import { constantOf, namesIn } from '../../game/kernel/formula.ts'
import { quoted } from '../../game/kernel/message-text.ts'
import type { ProcessDefinition } from '../../game/processes/definition.ts'
import { canPerform } from '../../game/processes/offers.ts'
import type { Requirement } from '../../game/rules/requirement.ts'
import type { Reward } from '../../game/rules/reward.ts'
import { partWords, type Economy, type Finding } from './economy.ts'
import { narrow } from './narrow.ts'
import { keys, type Ranges } from './ranges.ts'
import { withVariables, type Effect, type Gift } from './reach.ts'
import type { Source } from './sources.ts'

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

/** What a play takes and gives of one thing, in exact amounts. */
interface Balance {
  readonly words: string
  readonly given: Amount
  readonly taken: Amount
  /** What it gives less what it takes. */
  readonly gain: Amount
  /** Whether nobody can have more than some amount of it. */
  readonly isLimited: boolean
}

/** A play that any player can repeat, with its balances by key. */
interface Trade {
  readonly source: Source
  readonly balances: ReadonlyMap<string, Balance>
}

/** A trade that takes more than it gives of one thing, and gives others. */
interface Exchange {
  readonly source: Source
  readonly takes: { readonly key: string; readonly amount: Amount; readonly words: string }
  /** The amounts that it gives, by key. */
  readonly gives: ReadonlyMap<string, Amount>
}

/** The longest round of exchanges that is looked for, and how many exchanges and steps are tried. */
const MAX_ROUND = 5
const MAX_EXCHANGES = 200
const MAX_STEPS = 100_000

/** Finds plays that give back more than they take, and the smallest rounds of exchanges that do so together. */
export function* pumps({ design, reach }: Economy): Generator<Finding> {
  const trades = reach.effects.flatMap((effect) => tradeOf(effect, design) ?? [])
  for (const { source, balances } of trades) {
    const taken = [...balances.values()].filter((each) => compare(each.taken, 0) > 0)
    if (taken.length > 0 && taken.every(isGained))
      yield pumpFinding(
        source,
        `${source.name} ${taken.map((each) => tradeWords([each.taken, each.words], [each.given, each.words])).join(', and ')}: each play`,
      )
  }
  const exchanges = trades.flatMap((trade) => exchangeFrom(trade) ?? []).slice(0, MAX_EXCHANGES)
  const found = new Set<Exchange>()
  let steps = 0
  for (let length = 2; length <= MAX_ROUND; length += 1)
    for (const [start, first] of exchanges.entries()) {
      if (found.has(first)) continue
      const round = findRound([first], length)
      if (!round) continue
      for (const exchange of round) found.add(exchange)
      const trade = ({ source, takes, gives }: Exchange, i: number): string => {
        const { key, words } = (round[(i + 1) % round.length] as Exchange).takes
        return `${source.name} ${tradeWords([takes.amount, takes.words], [gives.get(key) ?? 0, words])}`
      }
      yield pumpFinding(first.source, `${round.map(trade).join(', ')}: playing them in turn`)

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

type Words = readonly [amount: Amount, of: string]

function tradeWords([taken, price]: Words, [given, gain]: Words): string {
  return `takes ${formatAmount(taken)} of ${price} and gives ${formatAmount(given)} of ${gain}`
}

function pumpFinding({ kind, component }: Source, trades: string): Finding {
  return {
    id: 'pump',
    kind: kind as Finding['kind'],
    component,
    path: [],
    message: `${trades} leaves more than it takes`,
  }
}

const isGained = ({ gain, isLimited }: Balance): boolean => compare(gain, 0) > 0 && !isLimited

/** Returns the trade of an action or trigger, if all of it is certain, and having more never keeps it from being played. */
function tradeOf({ source, isPossible, states, rules }: Effect, design: Economy['design']): Trade | undefined {
  const isTrade = source.origin === 'action' || (source.origin === 'task' && canBeRepeated(source, design))
  if (!isPossible || !isTrade || source.rate || source.probability < 1 || states.length > 0) return undefined
  if (![...source.gates, ...source.rules.map(({ requires }) => requires)].every(growsWith)) return undefined
  const balances = new Map<string, Balance>()
  for (const { rewards } of rules)
    for (const reward of rewards) {
      if (reward.type === 'state' || reward.verb === 'set' || reward.probability < 1) return undefined
      const { metric } = reward
      const parts = reward.type === 'point' ? [[undefined, reward.value] as const] : reward.items
      for (const [item, formula] of parts) {
        const value = constantOf(formula)
        if (value === undefined) return undefined
        const key = item === undefined ? keys.score(metric.id) : keys.item(metric.id, item)
        const amount = reward.verb === 'remove' ? negate(value) : value
        const before = balances.get(key) ?? { given: 0, taken: 0, gain: 0 }
        const isTaken = compare(amount, 0) < 0
        const [taken, given] = [
          isTaken ? add(before.taken, negate(amount)) : before.taken,
          isTaken ? before.given : add(before.given, amount),
        ]
        const gain = add(before.gain, amount)
        if (taken === undefined || given === undefined || gain === undefined) return undefined
        const isLimited =
          metric.type === 'point'
            ? metric.max !== Infinity
            : metric.maxItems !== Infinity || metric.items.get(item ?? '')?.max !== Infinity
        balances.set(key, { words: partWords(metric.id, item), given, taken, gain, isLimited })
      }
    }
  return { source, balances }
}

/** Returns the exchange of a trade that takes more than it gives of exactly one thing. */
function exchangeFrom({ source, balances }: Trade): Exchange | undefined {
  const lost = [...balances].filter(([, { gain }]) => compare(gain, 0) < 0)
  const [one] = lost
  if (!one || lost.length > 1) return undefined
  const [key, { gain, words }] = one
  const gives = [...balances].flatMap(([to, balance]) => (isGained(balance) ? [[to, balance.gain] as const] : []))
  return { source, takes: { key, amount: negate(gain), words }, gives: new Map(gives) }
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
function canBeRepeated({ component, activity }: Source, { processes }: Economy['design']): boolean {
  const process = processes.get(component)
  if (!process || activity?.kind !== 'task' || activity.within.length > 0 || activity.loop !== 0) return false
  return isUnlimited(process) && canPerform(process.graph, process.initial, activity)
}

const isUnlimited = (process: ProcessDefinition): boolean =>
  process.public &&
  process.requires.kind === 'always' &&
  process.maxGlobalInstances === Infinity &&
  process.maxActiveGlobalInstances === Infinity &&
  process.maxPlayerInstances === Infinity &&
  process.maxActivePlayerInstances === Infinity
