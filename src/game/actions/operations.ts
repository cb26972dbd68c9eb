import { publicEvent } from '../feeds/public-event.ts'
import type { GameCommand, GameContext, GameView } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Presented } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { actingPlayer, readingAt, withoutObserver } from '../players/acting.ts'
import { actionUse, referToPlayer, type Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { applyRules } from '../rules/apply-rules.ts'
import { isRewardFailure } from '../rules/give-reward.ts'
import { formulaFault, giveRules, luckOf } from '../rules/give.ts'
import { judge } from '../rules/judge.ts'
import { scopesFault } from '../rules/scopes.ts'
import { showReward } from '../rules/show.ts'
import { bindVariables, type BoundVariables, declaredValues } from '../rules/variable.ts'
import type { actionAnswer, playAnswer } from './answer-schema.ts'
import type { Action } from './design.ts'
import { afterPlay } from './evolve.ts'
import { takeRate, windowName, type RateUses } from './rate.ts'
import type { ActionPlayed, Scope } from './shapes.ts'

/** An action, as players see it. Spec 4.6 "Runtime item". */
export type ListedAction = Presented<typeof actionAnswer>

/** The answer to a play. Spec 4.6. */
export type PlayResult = Presented<ReturnType<typeof playAnswer>>

/** The input of a play. */
export interface PlayInput {
  readonly action: string
  readonly count: number
  readonly variables: Readonly<Record<string, unknown>>
  readonly scopes: readonly Scope[]
  /** Whether the answer lists the actions that can be played now. */
  readonly query: boolean
}

/** Plays an action. Spec 1 `POST /runtime/actions/:action_id/play`, 4.6, 4.16. */
export const playAction: GameCommand<PlayInput, PlayResult> = {
  kind: 'command',
  name: 'actions.play',
  decide: (state, input, context) => {
    const player = actingPlayer(state, context.caller.player)
    if (isFault(player)) return player
    const allowed =
      scopesFault(input.scopes, state, context.design.leaderboards) ?? allowPlay(state, player, input, context)
    if (isFault(allowed)) return allowed
    const played = playedEvent(state, player, allowed, input, context)
    if (isFault(played)) return played
    const after = afterPlay(player, played, allowed.rates)
    const consequences = applyRules(context.design, after, readingAt(state, context))
    if (isRewardFailure(consequences)) return formulaFault(consequences)
    const events = [played, ...consequences.events]
    return {
      events,
      prepared: { played, before: player, after },
      input: { ...input, variables: declaredValues(input.variables, allowed.action.variables) },
      // Showing events takes a tenth of a play, and simulations need no answers.
      answer: (present) => {
        const shown = events.map((event, index) => publicEvent(event, context, index))
        const now = input.query ? findPlayer(present.players, player.id) : undefined
        const actions = now ? listFor(present, now, context) : []
        return { actions, events: { local: shown.slice(0, 1), global: shown.slice(1) } }
      },
    }
  },
}

interface Allowed {
  readonly action: Action
  readonly variables: BoundVariables
  /** The use of the action's rates after the play, or undefined if it has no rate. */
  readonly rates: RateUses | undefined
}

/** Checks whether the play is allowed, in the order of spec 5.2: existence, rights, variables, rate. */
function allowPlay(
  state: GameState,
  player: Player,
  { action: id, count, variables: given }: PlayInput,
  context: GameContext,
): Allowed | Fault {
  const action = context.design.actions.get(id)
  if (!action) return fault('action_not_found', { id })
  context.observer?.examined(action, player.id, 0)
  const visible = judge(action.requires, readingAt(state, context)(player))
  if (typeof visible !== 'boolean') return formulaFault({ ...visible, formula: `requires of ${id}` })
  if (!visible)
    return fault('access_denied', { message: `The player '${player.id}' is not allowed to play the action '${id}'` })
  const variables = bindVariables(action.variables, given, 'variables')
  if (isFault(variables)) return variables
  const { rate } = action
  const uses = actionUse(player, id)
  const rates = rate && takeRate(rate, uses, count, context.at, context.zoneOffsetMs)
  if (rate) context.observer?.rated(action, rate, uses, count, rates !== undefined)
  if (rate && !rates) return fault('rate_limit_exceeded', { id, count: rate.count, window: windowName(rate) })
  return { action, variables, rates }
}

/**
 * Returns the event of the play itself: the changes by the rewards, or no changes if a draw or a requirement prevents
 * them. Spec 4.8.
 */
function playedEvent(
  state: GameState,
  player: Player,
  { action, variables }: Allowed,
  input: PlayInput,
  context: GameContext,
): ActionPlayed | Fault {
  const { id, name, rules, rate } = action
  const { plays: play } = actionUse(player, id)
  const luck = luckOf({ seed: state.seed, player: player.id, subject: `action:${id}`, play }, context.observer)
  const giving = { book: context.design, rules: luck(action, 'own') ? rules : [], count: input.count, luck }
  const changes = giveRules(giving, readingAt(state, context, variables.values)(player))
  if (isRewardFailure(changes)) return formulaFault(changes)
  return {
    event: 'action',
    actor: referToPlayer(player),
    action: { id, name, vars: variables.shown },
    count: input.count,
    changes,
    scopes: input.scopes,
    ...(rate ? { engine: { rate, zoneOffsetMs: context.zoneOffsetMs } } : {}),
  }
}

/** Lists the actions that the player can play now. Spec 1 `GET /runtime/actions`. */
export const listActions: GameView<Record<never, never>, readonly ListedAction[]> = {
  kind: 'view',
  name: 'actions.list',
  view: (state, _, context) => {
    const player = actingPlayer(state, context.caller.player)
    return isFault(player) ? player : listFor(state, player, context)
  },
}

/**
 * Returns the actions that the player can see, with the rewards of the rules whose requirements are met. A formula that
 * fails hides the action or rule. Spec 4.6.
 */
function listFor(state: GameState, player: Player, context: GameContext): ListedAction[] {
  const reading = readingAt(state, withoutObserver(context))(player)
  const listed: ListedAction[] = []
  for (const { id, name, description, variables, rules, requires } of context.design.actions.values()) {
    if (judge(requires, reading) !== true) continue
    const rewards = rules
      .filter((rule) => judge(rule.requires, reading) === true)
      .flatMap((rule) => rule.rewards.map(showReward))
    listed.push({
      id,
      name,
      ...(description === undefined ? {} : { description }),
      count: actionUse(player, id).count,
      variables,
      rewards,
    })
  }
  return listed
}
