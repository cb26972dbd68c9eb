import type { Action } from '../../game/actions/design.ts'
import { playAction } from '../../game/actions/operations.ts'
import type { GameCommand, GameView } from '../../game/game-operation.ts'
import { formatAmount } from '../../game/kernel/decimal.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { countOf, pointsOf, referTo, stateOf } from '../../game/metrics/score.ts'
import { actionUse } from '../../game/players/player.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { levelAt, type AchievementRule, type LevelRule } from '../../game/rules/design.ts'
import { judge } from '../../game/rules/judge.ts'
import { evaluateRule } from '../../game/rules/operations.ts'
import type { Reading } from '../../game/rules/reading.ts'
import type { RewardRule } from '../../game/rules/reward.ts'
import { bindVariables, type Variable } from '../../game/rules/variable.ts'
import type { ControlAnswer } from '../../interface/control-answers.ts'
import { missingAmount } from '../../interface/missing-amount.ts'
import type { Obstacle, WhyNot } from '../../interface/why-answer.ts'
import {
  answer,
  requirementContext,
  disabledObstacles,
  rateObstacles,
  readingOf,
  refusalOf,
  type WhyQuery,
} from './query.ts'
import { rateShown } from './recording.ts'
import { obstaclesIn } from './requirement-obstacles.ts'
import { rewardObstacles, prospectOf } from './reward-obstacles.ts'
import { whyNotTrigger } from './why-not-trigger.ts'

/**
 * The player, and one of an action, a rule or a trigger of a process. It is played with these variables, an action
 * `count` times at once.
 */
export interface WhyNotInput {
  readonly player_id: string
  readonly action?: string | undefined
  readonly rule?: string | undefined
  readonly process?: string | undefined
  readonly trigger?: string | undefined
  readonly count?: number | undefined
  readonly variables?: Readonly<Record<string, unknown>> | undefined
}

/** Explains what prevents a play or a rule now. Changes nothing. Spec 6.6 `POST /why-not`. */
export const whyNot: GameView<WhyNotInput, WhyNot> = {
  kind: 'view',
  name: 'game.why-not',
  view: (state, { player_id: id, action, rule, process, trigger, variables = {}, count = 1 }, context) => {
    const player = findPlayer(state.players, id)
    if (!player) return fault('player_not_found', { id, meant: suggestion(id, playerIds(state.players)) })
    const query: WhyQuery = { state, context, player, variables, count }
    if (action !== undefined) return whyNotAction(query, action)
    if (process !== undefined) return whyNotTrigger(query, process, trigger ?? '')
    return whyNotRule(query, rule ?? '')
  },
}

function whyNotAction(query: WhyQuery, id: string): Fault | WhyNot {
  const { context, count, variables } = query
  const action = context.design.actions.get(id)
  if (!action) return fault('action_not_found', { id, meant: suggestion(id, context.design.actions.keys()) })
  const input = { action: id, count, variables, scopes: [], query: false }
  const playable = { ...action, command: playAction, input }
  return playAnswer(query, { kind: 'action', ...action }, playable, obstaclesBefore(action, query))
}

/** Returns the obstacles of an action, whatever its variables are. */
const obstaclesBefore = ({ id, requires, rate }: Action, query: WhyQuery): readonly Obstacle[] => [
  ...disabledObstacles(query.player),
  ...obstaclesIn(requires, readingOf(query), requirementContext(query, id)),
  ...rateObstacles(id, rate, actionUse(query.player, id), query),
]

/** An action of the design. For a player, also how often it was played and whether it can be played now. */
export type ListedAction = ControlAnswer<'GET /_gamify/actions'>['data'][number]

/** Lists all actions of the deployed design, including those that players do not see. Spec 6.6 `GET /actions`. */
export const listDesignActions: GameView<{ readonly player_id?: string | undefined }, readonly ListedAction[]> = {
  kind: 'view',
  name: 'game.actions',
  view: (state, { player_id: id }, context) => {
    const player = id === undefined ? undefined : findPlayer(state.players, id)
    if (id !== undefined && !player)
      return fault('player_not_found', { id, meant: suggestion(id, playerIds(state.players)) })
    const query = player && { state, context, player, variables: {}, count: 1 }
    return [...context.design.actions.values()].map((action) => ({
      id: action.id,
      name: action.name,
      ...(action.description === undefined ? {} : { description: action.description }),
      variables: action.variables,
      ...(action.rate && { rate: rateShown(action.rate) }),
      ...(query && {
        count: actionUse(query.player, action.id).count,
        possible: obstaclesBefore(action, query).length === 0,
      }),
    }))
  },
}

/** An action or a custom rule that is played, and how. */
interface Playable<I> {
  readonly id: string
  readonly variables: readonly Variable[]
  readonly rules: readonly RewardRule[]
  readonly probability: number
  readonly command: GameCommand<I, unknown>
  readonly input: I
}

/** Explains a play. It is refused without its required variables, and if one of its formulas cannot be computed. */
function playAnswer<I>(
  query: WhyQuery,
  part: WhyNot['part'],
  { id: of, variables, rules, probability: own, command, input }: Playable<I>,
  inTheWay: readonly Obstacle[],
): WhyNot {
  const bound = bindVariables(variables, query.variables, 'variables')
  if (isFault(bound)) {
    const { problems = [] } = bound
    const faulty = problems.map(({ path, message }): Obstacle => ({ kind: 'variable', of, path, message }))
    return answer(query, part, [...inTheWay, ...faulty], { odds: own })
  }
  const reading = readingOf(query, bound.values)
  const { count } = query
  const failures = own < 1 ? [] : rules.flatMap((rule, i) => failuresOf(rule, `rules.${i}`, reading, count))
  const known = [...inTheWay, ...failures]
  const prospects = rules.map((rule, i) =>
    prospectOf(rule, reading, { context: requirementContext(query, `rules.${i}`), probability: own, count }),
  )
  return answer(query, part, known.length > 0 ? known : refusalOf(command, input, of, query), { odds: own, prospects })
}

/** Returns what cannot be computed in a play, whatever the random draws. */
function failuresOf(
  { requires, rewards }: RewardRule,
  of: string,
  reading: Reading,
  count: number,
): readonly Obstacle[] {
  const met = judge(requires, reading)
  if (typeof met !== 'boolean') return [{ kind: 'formula', of, message: met.failure }]
  const certain = met ? rewards.filter(({ probability }) => probability === 1) : []
  return certain
    .flatMap((reward) => rewardObstacles(of, { reward, count }, reading))
    .filter(({ kind }) => kind === 'formula')
}

function whyNotRule(query: WhyQuery, id: string): Fault | WhyNot {
  const { design } = query.context
  const level = design.levels.find((rule) => rule.id === id)
  if (level) return answer(query, { kind: 'level', ...level }, levelObstacles(level, query))
  const achievement = design.achievements.find((rule) => rule.id === id)
  if (achievement)
    return answer(query, { kind: 'achievement', ...achievement }, achievementObstacles(achievement, query))
  const custom = design.customRules.get(id)
  if (!custom) {
    const ids = [design.levels, design.achievements, [...design.customRules.values()]].flat().map((rule) => rule.id)
    return fault('rule_not_found', { id, meant: suggestion(id, ids) })
  }
  const input = { rule: id, data: [{ player_ids: [query.player.id], variables: query.variables }], scopes: [] }
  const playable = { ...custom, probability: 1, command: evaluateRule, input }
  return playAnswer(query, { kind: 'custom_rule', id, name: custom.name }, playable, [])
}

/**
 * Returns what prevents the next level. A player whose level does not match the points changes it with the next play.
 */
function levelObstacles(rule: LevelRule, { player: { scores } }: WhyQuery): readonly Obstacle[] {
  const points = pointsOf(scores, rule.base)
  const reached = points === undefined ? undefined : levelAt(rule, points)
  if (reached && reached.rank !== stateOf(scores, rule.metric)) return []
  const next = reached ? rule.levels[rule.levels.indexOf(reached) + 1] : rule.levels[0]
  if (!next) return [{ kind: 'nothing_to_give', of: rule.id, reason: `${reached?.rank ?? ''} is the last level` }]
  const base = referTo(rule.base)
  const { rank, low } = next
  const needs = { operator: 'gt', value: formatAmount(low) } as const
  const has = points === undefined ? null : formatAmount(points)
  const missing = missingAmount(has ?? '0', needs.operator, needs.value) ?? '0'
  return [{ kind: 'level', base, has, needs, missing, rank }]
}

/** Returns what prevents what an achievement gives. */
function achievementObstacles(rule: AchievementRule, query: WhyQuery): readonly Obstacle[] {
  const { scores } = query.player
  const { metric, reward, requires, id: of } = rule
  const lacks = (item: string): boolean => countOf(scores, metric, item) === 0
  const items = reward.items.map(([item]) => item)
  if (!items.some(lacks))
    return [{ kind: 'nothing_to_give', of, reason: `the player already has ${items.join(' and ')}` }]
  const reading = readingOf(query)
  const givenReward = { reward, count: 1, lacks }
  return [
    ...obstaclesIn(requires, reading, requirementContext(query, of)),
    ...rewardObstacles(of, givenReward, reading),
  ]
}
