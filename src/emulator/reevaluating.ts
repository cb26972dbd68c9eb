import type { GameOperation } from '../game/game-operation.ts'
import { isFault, type Fault } from '../game/kernel/fault.ts'
import type { Caller } from '../game/kernel/operation.ts'
import type { Reevaluation } from '../game/kernel/reevaluation-answer.ts'
import { findOutOfLine, reevaluatePlayer } from '../game/rules/reevaluation.ts'
import { ReevaluationTally } from '../game/rules/reevaluation-tally.ts'
import type { RuleFollowed } from '../game/rules/shapes.ts'
import { TimeSlice } from '../async/time-slice.ts'

/** Entries that may wait to be kept at a time. */
const MAX_AT_ONCE = 256

/** Runs an operation of a runtime. */
type Execute = <I, R>(op: GameOperation<I, R>, input: I, caller: Caller) => Promise<Fault | R>

/** What is asked for. */
export interface Reevaluating {
  readonly caller: Caller
  /** Counts only, and changes nothing. */
  readonly isDryRun: boolean
}

/**
 * Brings all players in line with the rules of the design, those of whom nothing changes left alone: an entry of the history
 * for each of the others. The game goes on meanwhile, in which a player may change: the rules decide once more, and what is
 * counted is what came of it. Spec 4.13, 6.6.
 */
export async function reevaluate(execute: Execute, { caller, isDryRun }: Reevaluating): Promise<Fault | Reevaluation> {
  const found = await execute(findOutOfLine, {}, caller)
  if (isFault(found)) return found
  const { ids, tally } = found
  if (isDryRun) return tally.answer(true)
  const done = tally.failuresOnly()
  const slice = new TimeSlice()
  let asked: Promise<Fault | readonly RuleFollowed[]>[] = []
  for (const id of ids) {
    asked.push(execute(reevaluatePlayer, { id }, caller))
    if (asked.length < MAX_AT_ONCE && !slice.over) continue
    count(await Promise.all(asked), done)
    asked = []
    await slice.next()
  }
  count(await Promise.all(asked), done)
  return done.answer(false)
}

/** Counts what came of players; one who has gone meanwhile counts for nothing. */
function count(outcomes: readonly (Fault | readonly RuleFollowed[])[], tally: ReevaluationTally): void {
  for (const outcome of outcomes) {
    if (!isFault(outcome)) tally.add(outcome)
    else if (outcome.fault !== 'player_not_found') tally.fail(outcome)
  }
}
