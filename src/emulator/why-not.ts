import { rateRoom } from '../game/actions/rate-room.ts'
import type { GameContext, GameView } from '../game/game-operation.ts'
import type { GameState } from '../game/game-state.ts'
import { fault, isFault, type Fault } from '../game/kernel/fault.ts'
import { formatAmount, subtract } from '../game/kernel/decimal.ts'
import { toIso } from '../game/kernel/instant.ts'
import { suggestion } from '../game/kernel/nearest.ts'
import type { Obstacle, Prospect, WhyNot } from '../game/kernel/why-answer.ts'
import { countOf, pointsOf, referTo, stateOf } from '../game/metrics/score.ts'
import type { Clamped } from '../game/metrics/effects.ts'
import { readingAt } from '../game/players/acting.ts'
import { actionUse, type Player } from '../game/players/player.ts'
import { findPlayer } from '../game/players/state.ts'
import { levelAt, type AchievementRule, type LevelRule, type RewardRule } from '../game/rules/design.ts'
import { observing } from '../game/rules/observer.ts'
import type { Reading, Variables } from '../game/rules/reading.ts'
import { judge } from '../game/rules/requirement.ts'
import { giveReward, type Reward } from '../game/rules/reward.ts'
import { bindVariables, type Variable } from '../game/rules/variable.ts'
import { giftWords } from '../game/rules/words.ts'
import { obstaclesIn } from './why-not-requirement.ts'
import { limitShown, rateShown } from './why-recorder.ts'

/** Whom it is asked for, and of which action or rule: one of the two; what is played with its variables. */
export interface WhyNotInput {
  readonly player_id: string
  readonly action?: string | undefined
  readonly rule?: string | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** What stands in the way of a play or a rule, as things are; nothing is changed. Spec 6.6 `POST /why-not`. */
export const whyNot: GameView<WhyNotInput, WhyNot> = {
  kind: 'view',
  name: 'game.why-not',
  view: (state, { player_id: id, action, rule, variables = {} }, context) => {
    const player = findPlayer(state.players, id)
    if (!player) return fault('player_not_found', { id, meant: suggestion(id, idsOf(state)) })
    const asked: Asked = { state, context, player, given: variables }
    if (action !== undefined) return whyNotAction(asked, action)
    return whyNotRule(asked, rule ?? '')
  },
}

function* idsOf({ players }: GameState): Generator<string> {
  for (const player of players.records) if (player) yield player.id
}

interface Asked {
  readonly state: GameState
  readonly context: GameContext
  readonly player: Player
  /** The variables of the play. */
  readonly given: Readonly<Record<string, unknown>>
}

const noVariables: Variables = new Map()

const readingOf = ({ state, context, player }: Asked, variables = noVariables): Reading =>
  readingAt(state, context, variables)(player)

const aroundOf = ({ state, context: { design }, player: { id } }: Asked, of: string) => ({
  of,
  state,
  design,
  player: id,
})

function whyNotAction(asked: Asked, id: string): Fault | WhyNot {
  const { context, player } = asked
  const action = context.design.actions.get(id)
  if (!action) return fault('action_not_found', { id, meant: suggestion(id, context.design.actions.keys()) })
  const inTheWay = [
    ...(player.enabled ? [] : [{ kind: 'disabled', player_id: player.id } as const]),
    ...obstaclesIn(action.requires, readingOf(asked), aroundOf(asked, id)),
    ...rateObstacles(action, asked),
  ]
  return playAnswer(asked, { kind: 'action', ...action }, action, inTheWay)
}

/** What is played: an action or a custom rule. */
interface Playable {
  readonly id: string
  readonly variables: readonly Variable[]
  readonly rules: readonly RewardRule[]
  readonly probability: number
}

/** Without its variables a play is refused, as it is where a formula of it cannot be computed. */
function playAnswer(
  asked: Asked,
  part: WhyNot['part'],
  { id: of, variables, rules, probability }: Playable,
  inTheWay: readonly Obstacle[],
): WhyNot {
  const bound = bindVariables(variables, asked.given, 'variables')
  if (isFault(bound)) {
    const { problems = [] } = bound
    const faulty = problems.map(({ path, message }): Obstacle => ({ kind: 'variable', of, path, message }))
    return answer(asked, part, [...inTheWay, ...faulty], { odds: probability })
  }
  const reading = readingOf(asked, bound)
  const failures = probability < 1 ? [] : rules.flatMap((rule, i) => failuresOf(rule, `rules.${i}`, reading))
  const prospects = rules.map((rule, i) => prospectOf(rule, `rules.${i}`, reading, { asked, own: probability }))
  return answer(asked, part, [...inTheWay, ...failures], { odds: probability, prospects })
}

/** What cannot be computed in a play, whatever luck it has. */
function failuresOf({ requires, rewards }: RewardRule, of: string, reading: Reading): readonly Obstacle[] {
  const met = judge(requires, reading)
  if (typeof met !== 'boolean') return [{ kind: 'formula', of, message: met.failure }]
  const certain = met ? rewards.filter(({ probability }) => probability === 1) : []
  return certain.flatMap((reward) => giftObstacles(of, reward, reading)).filter(({ kind }) => kind === 'formula')
}

function rateObstacles(
  { id, rate }: { readonly id: string; readonly rate: Parameters<typeof rateRoom>[0] | undefined },
  { context, player }: Asked,
): readonly Obstacle[] {
  if (!rate) return []
  const { used, freeAtMs } = rateRoom(rate, actionUse(player, id), 1, context)
  if (freeAtMs === context.at) return []
  return [
    { kind: 'rate', of: id, rate: rateShown(rate), used, free_at: freeAtMs === undefined ? null : toIso(freeAtMs) },
  ]
}

function whyNotRule(asked: Asked, id: string): Fault | WhyNot {
  const { design } = asked.context
  const level = design.levels.find((rule) => rule.id === id)
  if (level) return answer(asked, { kind: 'level', ...level }, levelObstacles(level, asked))
  const achievement = design.achievements.find((rule) => rule.id === id)
  if (achievement)
    return answer(asked, { kind: 'achievement', ...achievement }, achievementObstacles(achievement, asked))
  const custom = design.customRules.get(id)
  if (!custom) {
    const ids = [design.levels, design.achievements, [...design.customRules.values()]].flat().map((rule) => rule.id)
    return fault('rule_not_found', { id, meant: suggestion(id, ids) })
  }
  return playAnswer(asked, { kind: 'custom_rule', id, name: custom.name }, { ...custom, probability: 1 }, [])
}

function answer(
  { player }: Asked,
  { kind, id, name }: WhyNot['part'],
  inTheWay: readonly Obstacle[],
  { odds = 1, prospects = [] }: { readonly odds?: number; readonly prospects?: readonly Prospect[] } = {},
): WhyNot {
  return {
    player_id: player.id,
    part: { kind, id, name },
    possible: inTheWay.length === 0,
    odds,
    stands_in_the_way: [...inTheWay],
    rewards: [...prospects],
  }
}

/** What keeps a player from the next level. One whose level is not where the points are changes it with the next play. */
function levelObstacles(rule: LevelRule, { player: { scores } }: Asked): readonly Obstacle[] {
  const points = pointsOf(scores, rule.base)
  const reached = points === undefined ? undefined : levelAt(rule, points)
  if (reached && reached.rank !== stateOf(scores, rule.metric)) return []
  const next = reached ? rule.levels[rule.levels.indexOf(reached) + 1] : rule.levels[0]
  if (!next)
    return [{ kind: 'nothing_to_give', of: rule.id, reason: `${reached?.rank ?? ''} is the last of its levels` }]
  const base = referTo(rule.base)
  const { rank, low } = next
  const needs = { operator: 'gt', value: formatAmount(low) } as const
  const has = points === undefined ? null : formatAmount(points)
  const missing = low === -Infinity ? '0' : formatAmount(subtract(low, points ?? 0) ?? 0)
  return [{ kind: 'level', base, has, needs, missing, rank }]
}

function achievementObstacles(rule: AchievementRule, asked: Asked): readonly Obstacle[] {
  const { scores } = asked.player
  const { metric, reward, requires, id: of } = rule
  const lacks = (item: string): boolean => countOf(scores, metric, item) === 0
  const items = reward.items.map(([item]) => item)
  if (!items.some(lacks))
    return [{ kind: 'nothing_to_give', of, reason: `the player has ${items.join(' and ')} already` }]
  const reading = readingOf(asked)
  return [...obstaclesIn(requires, reading, aroundOf(asked, of)), ...giftObstacles(of, reward, reading, lacks)]
}

/** What keeps a reward from changing anything, were it given now. */
function giftObstacles(
  of: string,
  reward: Reward,
  reading: Reading,
  lacks?: (item: string) => boolean,
): readonly Obstacle[] {
  const limits: Clamped[] = []
  const observer = observing({ gave: (_reward, _count, _change, clamped) => void limits.push(...clamped) })
  const change = giveReward(reward, 1, reading.scores, { ...reading, observer }, lacks)
  if (change && 'failure' in change) return [{ kind: 'formula', of, message: `${change.formula}: ${change.failure}` }]
  if (change) return []
  if (limits.length > 0) return [{ kind: 'limits', of, limits: limits.map(limitShown) }]
  const { id } = reward.metric
  return [{ kind: 'nothing_to_give', of, reason: `it would leave ${id} as it is` }]
}

/** What a play gives by one of its rules; by its `own` probability it gives anything at all. */
function prospectOf(
  { requires, rewards }: RewardRule,
  of: string,
  reading: Reading,
  { asked, own }: { readonly asked: Asked; readonly own: number },
): Prospect {
  const inTheWay = obstaclesIn(requires, reading, aroundOf(asked, of))
  const gifts = rewards.map((reward) => giftObstacles(`reward of ${reward.metric.name}`, reward, reading))
  const isLost = gifts.every((obstacles) => obstacles.length > 0)
  const misses = rewards.reduce((chance, { probability }) => chance * (1 - probability), 1)
  const odds = own * (1 - misses)
  const chance = odds === 0 && rewards.length > 0 ? [{ kind: 'chance', of, probability: odds } as const] : []
  return {
    of,
    gives: rewards.map(giftOf).join(', '),
    possible: inTheWay.length === 0 && chance.length === 0 && !isLost,
    odds,
    stands_in_the_way: [...inTheWay, ...chance, ...gifts.flat()],
  }
}

/** A reward as a person would say it. */
const giftOf = ({ metric, verb, written: value, probability }: Reward): string =>
  `${metric.name} ${giftWords({ verb, value, probability })}`
