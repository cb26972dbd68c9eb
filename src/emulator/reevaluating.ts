import { TimeSlice } from '../async/time-slice.ts'
import type { GameOperation } from '../game/game-operation.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import { ReevaluationTally } from '../game/rules/reevaluation-tally.ts'
import { findOutOfLine, reevaluatePlayer } from '../game/rules/reevaluation.ts'
import type { RuleFollowed } from '../game/rules/shapes.ts'

/** How many entries can wait to be stored at a time. */
const MAX_AT_ONCE = 256

/** Runs an operation of a runtime. */
type Execute = <I, R>(op: GameOperation<I, R>, input: I, caller: Caller) => Promise<Fault | R>

/** The options of a reevaluation. */
export interface Reevaluating {
  readonly caller: Caller
  /** Only counts, and changes nothing. */
  readonly isDryRun: boolean
}

/**
 * Applies the rules of the design to all players. Adds an entry to the history for each player who changes; the others
 * are skipped. The game continues meanwhile, so a player can change before it is their turn: the rules decide again,
 * and their result is counted. Spec 4.13, 6.6.
 */
export async function reevaluate(execute: Execute, { caller, isDryRun }: Reevaluating): Promise<Fault | Reevaluation> {
  const found = await execute(findOutOfLine, {}, caller)
  if (isFault(found)) return found
  const { ids, tally } = found
  if (isDryRun) return tally.answer(true)
  const done = tally.failuresOnly()
  const slice = new TimeSlice()
  let pending: Promise<Fault | readonly RuleFollowed[]>[] = []
  for (const id of ids) {
    pending.push(execute(reevaluatePlayer, { id }, caller))
    if (pending.length < MAX_AT_ONCE && !slice.over) continue
    countOutcomes(await Promise.all(pending), done)
    pending = []
    await slice.next()
  }
  countOutcomes(await Promise.all(pending), done)
  return done.answer(false)
}

/** Counts the results. A player who was deleted meanwhile is not counted. */
function countOutcomes(outcomes: readonly (Fault | readonly RuleFollowed[])[], tally: ReevaluationTally): void {
  for (const outcome of outcomes) {
    if (!isFault(outcome)) tally.add(outcome)
    else if (outcome.fault !== 'player_not_found') tally.fail(outcome)
  }
}
