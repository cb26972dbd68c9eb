import type { ControlAnswer } from '../../interface/control-answers.ts'
import type { Action } from '../../game/actions/design.ts'
import { playAction } from '../../game/actions/operations.ts'
import type { GameCommand, GameView } from '../../game/game-operation.ts'
import { fault, isFault, type Fault } from '../../game/kernel/fault.ts'
import { suggestion } from '../../game/kernel/nearest.ts'
import { judge } from '../../game/rules/judge.ts'
import type { RewardRule } from '../../game/rules/reward.ts'
import type { Obstacle, WhyNot } from '../../interface/why-answer.ts'
import { actionUse } from '../../game/players/player.ts'
import { findPlayer, playerIds } from '../../game/players/state.ts'
import { evaluateRule } from '../../game/rules/operations.ts'
import type { Reading } from '../../game/rules/reading.ts'
import { bindVariables, type Variable } from '../../game/rules/variable.ts'
import { answer, aroundOf, disabledObstacles, rateObstacles, readingOf, refusalOf, type WhyQuery } from './query.ts'
import { giftObstacles, prospectOf } from './gift-obstacles.ts'
import { rateShown } from './recording.ts'
import { obstaclesIn } from './requirement-obstacles.ts'
import { achievementObstacles, levelObstacles } from './rule-obstacles.ts'
import { whyNotTrigger } from './why-not-trigger.ts'

/**
 * Whom it is asked for, and of which action, rule or trigger of a process: one of them; what is played with its variables,
 * and of an action how many times at once.
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

/** What stands in the way of a play or a rule, as things are; nothing is changed. Spec 6.6 `POST /why-not`. */
export const whyNot: GameView<WhyNotInput, WhyNot> = {
  kind: 'view',
  name: 'game.why-not',
  view: (state, { player_id: id, action, rule, process, trigger, variables = {}, count = 1 }, context) => {
    const player = findPlayer(state.players, id)
    if (!player) return fault('player_not_found', { id, meant: suggestion(id, playerIds(state.players)) })
    const asked: WhyQuery = { state, context, player, given: variables, count }
    if (action !== undefined) return whyNotAction(asked, action)
    if (process !== undefined) return whyNotTrigger(asked, process, trigger ?? '')
    return whyNotRule(asked, rule ?? '')
  },
}

function whyNotAction(asked: WhyQuery, id: string): Fault | WhyNot {
  const { context, count, given: variables } = asked
  const action = context.design.actions.get(id)
  if (!action) return fault('action_not_found', { id, meant: suggestion(id, context.design.actions.keys()) })
  const input = { action: id, count, variables, scopes: [], query: false }
  const playable = { ...action, command: playAction, input }
  return playAnswer(asked, { kind: 'action', ...action }, playable, obstaclesBefore(action, asked))
}

/** What stands in the way of an action whatever its variables are. */
const obstaclesBefore = ({ id, requires, rate }: Action, asked: WhyQuery): readonly Obstacle[] => [
  ...disabledObstacles(asked.player),
  ...obstaclesIn(requires, readingOf(asked), aroundOf(asked, id)),
  ...rateObstacles(id, rate, actionUse(asked.player, id), asked),
]

/** An action of the design; for a player also how often it was played, and whether it can be played now. */
export type ListedAction = ControlAnswer<'GET /_gamify/actions'>['data'][number]

/** All actions of the deployed design, also those that players do not see. Spec 6.6 `GET /actions`. */
export const listDesignActions: GameView<{ readonly player_id?: string | undefined }, readonly ListedAction[]> = {
  kind: 'view',
  name: 'game.actions',
  view: (state, { player_id: id }, context) => {
    const player = id === undefined ? undefined : findPlayer(state.players, id)
    if (id !== undefined && !player)
      return fault('player_not_found', { id, meant: suggestion(id, playerIds(state.players)) })
    const asked = player && { state, context, player, given: {}, count: 1 }
    return [...context.design.actions.values()].map((action) => ({
      id: action.id,
      name: action.name,
      ...(action.description === undefined ? {} : { description: action.description }),
      variables: action.variables,
      ...(action.rate && { rate: rateShown(action.rate) }),
      ...(asked && {
        count: actionUse(asked.player, action.id).count,
        possible: obstaclesBefore(action, asked).length === 0,
      }),
    }))
  },
}

/** What is played, an action or a custom rule, and how. */
interface Playable<I> {
  readonly id: string
  readonly variables: readonly Variable[]
  readonly rules: readonly RewardRule[]
  readonly probability: number
  readonly command: GameCommand<I, unknown>
  readonly input: I
}

/** Without its variables a play is refused, as it is where a formula of it cannot be computed. */
function playAnswer<I>(
  asked: WhyQuery,
  part: WhyNot['part'],
  { id: of, variables, rules, probability: own, command, input }: Playable<I>,
  inTheWay: readonly Obstacle[],
): WhyNot {
  const bound = bindVariables(variables, asked.given, 'variables')
  if (isFault(bound)) {
    const { problems = [] } = bound
    const faulty = problems.map(({ path, message }): Obstacle => ({ kind: 'variable', of, path, message }))
    return answer(asked, part, [...inTheWay, ...faulty], { odds: own })
  }
  const reading = readingOf(asked, bound.values)
  const { count } = asked
  const failures = own < 1 ? [] : rules.flatMap((rule, i) => failuresOf(rule, `rules.${i}`, reading, count))
  const known = [...inTheWay, ...failures]
  const prospects = rules.map((rule, i) =>
    prospectOf(rule, reading, { around: aroundOf(asked, `rules.${i}`), own, count }),
  )
  return answer(asked, part, known.length > 0 ? known : refusalOf(command, input, of, asked), { odds: own, prospects })
}

/** What cannot be computed in a play, whatever luck it has. */
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
    .flatMap((reward) => giftObstacles(of, { reward, count }, reading))
    .filter(({ kind }) => kind === 'formula')
}

function whyNotRule(asked: WhyQuery, id: string): Fault | WhyNot {
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
  const input = { rule: id, data: [{ player_ids: [asked.player.id], variables: asked.given }], scopes: [] }
  const playable = { ...custom, probability: 1, command: evaluateRule, input }
  return playAnswer(asked, { kind: 'custom_rule', id, name: custom.name }, playable, [])
}
