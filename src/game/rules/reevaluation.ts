import type { GameCommand, GameContext, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault } from '../kernel/fault.ts'
import { pause, type Steps } from '../kernel/operation.ts'
import { namedPlayer, readingAt, withoutObserver } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { type RewardFailure, isRewardFailure } from './give-reward.ts'
import type { RuleFollowed } from './shapes.ts'
import { formulaFault } from './give.ts'
import { react, type Aftermath } from './react.ts'
import { ReevaluationTally } from './reevaluation-tally.ts'
import { workOfEvents } from './work.ts'

/** The work of looking at players, as MAX_WORK counts it, after which others may have their turn. */
const WORK_A_TURN = 2000

/**
 * What the rules of the design would give a player now, as after a play that gives nothing: the level that each ladder has
 * for the present score, up or down, and the achievements that are earned and lacking. Nothing else changes, and nothing
 * that was earned is taken away. Spec 4.13.
 */
function dueTo(state: GameState, player: Player, context: GameContext): Aftermath | RewardFailure {
  return react(context.design, player, readingAt(state, context))
}

/** Brings a player in line with the rules of the design; gives the events of it. Spec 4.13, 6.6. */
export const reevaluatePlayer: GameCommand<{ readonly id: string }, readonly RuleFollowed[]> = {
  kind: 'command',
  name: 'players.reevaluate',
  decide: (state, { id }, context) => {
    const player = namedPlayer(state, id)
    if (isFault(player)) return player
    const due = dueTo(state, player, context)
    return isRewardFailure(due) ? formulaFault(due) : { events: due.events, answer: () => due.events }
  },
}

/** The players who are not in line with the rules of the design, and what those would change. */
export interface OutOfLine {
  readonly ids: readonly string[]
  readonly tally: ReevaluationTally
}

/** Finds the players whom the rules of the design would change, and changes nothing. */
export const findOutOfLine: GameWalk<Record<never, never>, OutOfLine> = {
  kind: 'walk',
  name: 'players.out_of_line',
  walk: (state, _, context) => outOfLine(state, withoutObserver(context)),
}

function* outOfLine(state: GameState, context: GameContext): Steps<OutOfLine> {
  const { players } = state
  const { levels, achievements, lookingWork } = context.design
  const ids: string[] = []
  const tally = new ReevaluationTally()
  const { length } = levels.length + achievements.length === 0 ? [] : players.records
  let work = 0
  for (let place = 0; place < length; place += 1) {
    const record = players.records[place]
    const player = record && findPlayer(players, record.id)
    work += 1
    if (player) {
      const due = dueTo(state, player, context)
      if (isRewardFailure(due)) tally.fail(formulaFault(due))
      else if (tally.add(due.events)) ids.push(player.id)
      work += lookingWork + (isRewardFailure(due) ? 0 : workOfEvents(due.events, player.scores))
    }
    if (work < WORK_A_TURN) continue
    yield pause
    work = 0
  }
  return { ids, tally }
}
