import type { GameCommand, GameContext, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault } from '../kernel/fault.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { namedPlayer, readingAt, withoutObserver } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { applyRules, type RuleOutcome } from './apply-rules.ts'
import { type RewardFailure, isRewardFailure } from './give-reward.ts'
import { formulaFault } from './give.ts'
import { ReevaluationTally } from './reevaluation-tally.ts'
import type { RuleFollowed } from './shapes.ts'
import { workOfEvents } from './work.ts'

/** The work, in units of MAX_WORK, after which other tasks can run. */
const WORK_A_TURN = 2000

/**
 * Returns what the rules of the design would give a player now, as after a play that gives nothing: the level that each
 * level rule has for the present points, higher or lower, and the achievements that the player has earned but does not
 * have. Nothing else changes, and earned achievements are kept. Spec 4.13.
 */
function changesDue(state: GameState, player: Player, context: GameContext): RuleOutcome | RewardFailure {
  return applyRules(context.design, player, readingAt(state, context))
}

/** Applies the rules of the design to a player and returns the events. Spec 4.13, 6.6. */
export const reevaluatePlayer: GameCommand<{ readonly id: string }, readonly RuleFollowed[]> = {
  kind: 'command',
  name: 'players.reevaluate',
  decide: (state, { id }, context) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    const due = changesDue(state, player, context)
    return isRewardFailure(due) ? formulaFault(due) : { events: due.events, answer: () => due.events }
  },
}

/** The players whom the rules of the design would change, and the counts of these changes. */
export interface OutOfLine {
  readonly ids: readonly string[]
  readonly tally: ReevaluationTally
}

/** Finds the players whom the rules of the design would change. Changes nothing. */
export const findOutOfLine: GameWalk<Record<never, never>, OutOfLine> = {
  kind: 'walk',
  name: 'players.out_of_line',
  walk: (state, _, context) => outOfLine(state, withoutObserver(context)),
}

function* outOfLine(state: GameState, context: GameContext): Steps<OutOfLine> {
  const { players } = state
  const { levels, achievements, checkingWork } = context.design
  const ids: string[] = []
  const tally = new ReevaluationTally()
  const { length } = levels.length + achievements.length === 0 ? [] : players.records
  let work = 0
  for (let index = 0; index < length; index += 1) {
    const record = players.records[index]
    const player = record && findPlayer(players, record.id)
    work += 1
    if (player) {
      const due = changesDue(state, player, context)
      if (isRewardFailure(due)) tally.fail(formulaFault(due))
      else if (tally.add(due.events)) ids.push(player.id)
      work += checkingWork + (isRewardFailure(due) ? 0 : workOfEvents(due.events, player.scores))
    }
    if (work < WORK_A_TURN) continue
    yield pause
    work = 0
  }
  return { ids, tally }
}
