import { type Rate, type RateUses, rateRoom } from '../../game/actions/rate.ts'
import type { GameCommand, GameContext } from '../../game/game-operation.ts'
import type { GameState } from '../../game/game-state.ts'
import { faultBody, isFault } from '../../game/kernel/fault.ts'
import { toIso } from '../../game/kernel/instant.ts'
import { readingAt } from '../../game/players/acting.ts'
import type { Player } from '../../game/players/player.ts'
import type { Reading } from '../../game/rules/reading.ts'
import type { Variables } from '../../game/rules/variable.ts'
import type { Obstacle, Prospect, WhyNot } from '../../interface/why-answer.ts'
import { rateShown } from './recording.ts'
import type { RequirementContext } from './requirement-obstacles.ts'

/** What is asked about a player, and the game to look at. */
export interface WhyQuery {
  readonly state: GameState
  readonly context: GameContext
  readonly player: Player
  /** The variables of the play. */
  readonly variables: Readonly<Record<string, unknown>>
  /** How many times it is played at once. */
  readonly count: number
}

/** Returns how requirements and formulas read the player. */
export const readingOf = ({ state, context, player }: WhyQuery, variables?: Variables): Reading =>
  readingAt(state, context, variables)(player)

/** Returns the context in which a requirement of a part is checked. */
export const requirementContext = (
  { state, context: { design }, player: { id } }: WhyQuery,
  of: string,
): RequirementContext => ({
  of,
  state,
  design,
  player: id,
})

/** Creates the answer. It is possible if there are no obstacles. */
export function answer(
  { player }: WhyQuery,
  { kind, id, name, process }: WhyNot['part'],
  inTheWay: readonly Obstacle[],
  { odds = 1, prospects = [] }: { readonly odds?: number; readonly prospects?: readonly Prospect[] } = {},
): WhyNot {
  return {
    player_id: player.id,
    part: { kind, id, name, ...(process === undefined ? {} : { process }) },
    possible: inTheWay.length === 0,
    odds,
    stands_in_the_way: [...inTheWay],
    rewards: [...prospects],
  }
}

/** Returns an obstacle if the player is disabled and can do nothing. Spec 4.14. */
export const disabledObstacles = ({ enabled, id }: Player): readonly Obstacle[] =>
  enabled ? [] : [{ kind: 'disabled', player_id: id }]

/** Returns an obstacle if a limit has no room for all plays at once, with the time when it has. Spec 4.6. */
export function rateObstacles(
  of: string,
  rate: Rate | undefined,
  uses: RateUses,
  { context, count: plays }: Pick<WhyQuery, 'context' | 'count'>,
): readonly Obstacle[] {
  if (!rate) return []
  const { used, freeAtMs } = rateRoom(rate, uses, plays, context)
  if (freeAtMs === context.at) return []
  const free_at = freeAtMs === undefined ? null : toIso(freeAtMs)
  return [{ kind: 'rate', of, rate: rateShown(rate), used, plays, free_at }]
}

/**
 * Returns what only the play itself can find, such as a formula of a rule that follows. Decides the play as the player,
 * and drops the decision.
 */
export function refusalOf<I>(
  command: GameCommand<I, unknown>,
  input: I,
  of: string,
  { state, context, player }: WhyQuery,
): readonly Obstacle[] {
  const caller = { ...context.caller, player: player.id }
  const decision = command.decide(state, input, { ...context, caller })
  if (!isFault(decision)) return []
  const { formula, message } = decision.facts
  const text = formula === undefined ? faultBody(decision).error_description : `${formula}: ${message}`
  return [{ kind: 'formula', of, message: text }]
}
