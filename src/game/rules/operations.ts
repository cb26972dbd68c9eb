import type { Scope } from '../actions/shapes.ts'
import { publicEvent } from '../feeds/public-event.ts'
import type { GameCommand, GameContext, GameView } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Presented } from '../kernel/answer-shapes.ts'
import { fault, invalid, isFault, type Fault, type InputProblem } from '../kernel/fault.ts'
import { readingAt } from '../players/acting.ts'
import { referToPlayer, withChanges, type Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type { evaluation } from './answer-schema.ts'
import { applyRules } from './apply-rules.ts'
import type { CustomRule } from './design.ts'
import { isRewardFailure } from './give-reward.ts'
import { formulaFault, giveRules } from './give.ts'
import { scopesFault } from './scopes.ts'
import type { CustomRuleEvaluated, RuleEvent } from './shapes.ts'
import { bindVariables, declaredValues, type BoundVariables } from './variable.ts'
import { MAX_WORK, workOfCopying, workOfEvents } from './work.ts'

/** The maximum number of players that one call can evaluate a rule for, in all elements together. */
export const MAX_EVALUATIONS = 1000

/** A custom rule as operators see it. Spec 2 "Custom rule". */
export type ListedRule = Pick<CustomRule, 'id' | 'name' | 'type' | 'variables'>

/** Lists the custom rules of the design. Spec 2 `GET /admin/rules`. */
export const listRules: GameView<Record<never, never>, readonly ListedRule[]> = {
  kind: 'view',
  name: 'rules.list',
  view: (_, __, { design }) =>
    [...design.customRules.values()].map(({ id, name, type, variables }) => ({ id, name, type, variables })),
}

/** The players to evaluate the rule for, and the variables. Scopes here override those of the call. */
export interface RuleElement {
  readonly player_ids: readonly string[]
  readonly variables: Readonly<Record<string, unknown>>
  readonly scopes?: readonly Scope[] | undefined
}

/** The rule to evaluate, for which players, and in which scopes it counts. */
export interface RuleInput {
  readonly rule: string
  readonly data: readonly RuleElement[]
  readonly scopes: readonly Scope[]
}

/** The result of the rule for one player. Spec 2 "Rule evaluation result". */
export type Evaluation = Presented<ReturnType<typeof evaluation>>

/** Evaluates a custom rule for players, element by element. Spec 2 `POST /admin/rules/:rule_id`, 4.7, 4.16. */
export const evaluateRule: GameCommand<RuleInput, readonly (readonly Evaluation[])[]> = {
  kind: 'command',
  name: 'rules.evaluate',
  decide: (state, input, context) => {
    const scopes = [...input.scopes, ...input.data.flatMap(({ scopes: own = [] }) => own)]
    const badScope = scopesFault(scopes, state, context.design.leaderboards)
    if (badScope) return badScope
    const rule = context.design.customRules.get(input.rule)
    if (!rule) return fault('rule_not_found', { id: input.rule })
    const players = playersOf(state, input.data)
    if (isFault(players)) return players
    const elements = bindAll(rule, input.data)
    if (isFault(elements)) return elements
    const evaluated = evaluateAll(state, rule, input.scopes, elements, players, context)
    return isFault(evaluated) ? evaluated : { ...evaluated, input: withoutUndeclared(rule, input) }
  },
}

const withoutUndeclared = (rule: CustomRule, input: RuleInput): RuleInput => ({
  ...input,
  data: input.data.map((element) => ({ ...element, variables: declaredValues(element.variables, rule.variables) })),
})

/** Returns the named players as they are before the call, or the fault of the first unknown one. Spec 4.15. */
function playersOf(state: GameState, data: readonly RuleElement[]): Map<string, Player> | Fault {
  const players = new Map<string, Player>()
  for (const id of data.flatMap((element) => element.player_ids)) {
    const player = findPlayer(state.players, id)
    if (!player) return fault('player_not_found', { id })
    players.set(id, player)
  }
  return players
}

/** An element with the values of its variables. */
interface BoundElement extends RuleElement {
  readonly bound: BoundVariables
}

function bindAll(rule: CustomRule, data: readonly RuleElement[]): readonly BoundElement[] | Fault {
  const elements: BoundElement[] = []
  const problems: InputProblem[] = []
  for (const [i, element] of data.entries()) {
    const bound = bindVariables(rule.variables, element.variables, `data.${i}.variables`)
    if (isFault(bound)) problems.push(...(bound.problems ?? []))
    else elements.push({ ...element, bound })
  }
  return problems.length > 0 ? invalid(problems) : elements
}

function evaluateAll(
  state: GameState,
  rule: CustomRule,
  scopes: readonly Scope[],
  elements: readonly BoundElement[],
  players: Map<string, Player>,
  context: GameContext,
) {
  const events: RuleEvent[] = []
  const results: Evaluation[][] = []
  let work = 0
  for (const element of elements) {
    const result: Evaluation[] = []
    const { bound } = element
    const elementScopes = element.scopes ?? scopes
    const copying = element.player_ids.length > 0 ? workOfCopying(bound.shown, elementScopes) : 0
    for (const id of element.player_ids) {
      if (work > MAX_WORK) return tooMuchWork(events.length)
      const player = players.get(id)
      if (!player) throw new Error(`the player ${id} was found and no longer exists`)
      const outcome = evaluateFor(state, player, rule, bound, elementScopes, context)
      if (isFault(outcome)) return outcome
      const shown = outcome.events.map((event, j) => publicEvent(event, context, events.length + j))
      result.push({ player_id: id, events: { local: shown.slice(0, 1), global: shown.slice(1) } })
      events.push(...outcome.events)
      work += rule.work + copying + context.design.checkingWork + workOfEvents(outcome.events, outcome.player.scores)
      players.set(id, outcome.player)
    }
    results.push(result)
  }
  return { events, answer: () => results }
}

/** Returns the fault of a call that would take too long. */
const tooMuchWork = (events: number): Fault =>
  fault('invalid_request', {
    message: `The call is too large: players remain after ${events} events; name fewer of them`,
  })

/** Applies the rule to the present state of one player. */
function evaluateFor(
  state: GameState,
  player: Player,
  rule: CustomRule,
  variables: BoundVariables,
  scopes: readonly Scope[],
  context: GameContext,
) {
  const { design } = context
  context.observer?.examined(rule, player.id, 0)
  const changes = giveRules(
    { book: design, rules: rule.rules, count: 1, luck: () => true },
    readingAt(state, context, variables.values)(player),
  )
  if (isRewardFailure(changes)) return formulaFault(changes)
  const evaluated: CustomRuleEvaluated = {
    event: 'custom_rule',
    actor: referToPlayer(player),
    rule: { id: rule.id, name: rule.name, vars: variables.shown },
    changes,
    ...(scopes.length > 0 ? { engine: { scopes } } : {}),
  }
  const aftermath = applyRules(design, withChanges(player, changes), readingAt(state, context))
  if (isRewardFailure(aftermath)) return formulaFault(aftermath)
  return { events: [evaluated, ...aftermath.events], player: aftermath.player }
}
