import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { actingPlayer, namedPlayer } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { admissionTo, type Admission } from './admission.ts'
import type { Subject } from './subject.ts'

/** The process or team that a call is about, and the player whom the call concerns. */
export interface Concerned {
  readonly admission: Admission
  readonly player: Player
}

/** Returns the acting player of a call and the process or team that it names. */
export function callerIn(
  state: GameState,
  { caller, design }: Pick<GameContext, 'caller' | 'design'>,
  subject: Subject,
): Concerned | Fault {
  const player = actingPlayer(state, caller.player)
  if (isFault(player)) return player
  const admission = admissionTo(state, design, subject)
  return isFault(admission) ? admission : { admission, player }
}

/** Returns the process or team and the player that an operator names. */
export function namedIn(
  state: GameState,
  { design }: Pick<GameContext, 'design'>,
  subject: Subject,
  id: string,
): Concerned | Fault {
  const admission = admissionTo(state, design, subject)
  if (isFault(admission)) return admission
  const player = namedPlayer(state, id)
  return isFault(player) ? player : { admission, player }
}

/** Returns a player who must be a member; otherwise a fault. */
export function memberIn(state: GameState, { member, subject }: Admission, id: string): Player | Fault {
  const player = member(id) && findPlayer(state.players, id)
  return (
    player ??
    fault(subject.kind === 'process' ? 'performer_not_found' : 'member_not_found', { player: id, id: subject.id })
  )
}

/**
 * Returns the fault for an action that a player may not perform on a process or team, such as `remove the player 'neo'
 * from`.
 */
export function denied(admission: Admission, player: string, what: string): Fault {
  return fault('access_denied', {
    message: `The player '${player}' is not allowed to ${what} the ${describeSubject(admission)}`,
  })
}

/** Returns a process or team as messages name it: `process 'neo/quest'`. */
export function describeSubject({ subject: { kind, id } }: Admission): string {
  return `${kind} '${id}'`
}
