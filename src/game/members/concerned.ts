import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { actingPlayer, namedPlayer } from '../players/acting.ts'
import type { Player } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import { admissionTo, type Admission } from './admission.ts'
import type { Subject } from './subject.ts'

/** What a call is about, and the player whom it concerns. */
export interface Concerned {
  readonly admission: Admission
  readonly player: Player
}

/** The player that a call acts as, and the process or team that it names. */
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

/** The process or team, and the player, that an operator names. */
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

/** A player who should be in it. */
export function memberIn(state: GameState, { member, subject }: Admission, id: string): Player | Fault {
  const player = member(id) && findPlayer(state.players, id)
  return (
    player ??
    fault(subject.kind === 'process' ? 'performer_not_found' : 'member_not_found', { player: id, id: subject.id })
  )
}

/** That a player may not do something with a process or team: `remove the player 'neo' from`. */
export function denied(admission: Admission, player: string, what: string): Fault {
  return fault('access_denied', { message: `The player '${player}' is not allowed to ${what} the ${named(admission)}` })
}

/** A process or team as sentences name it: `process 'neo/quest'`. */
export function named({ subject: { kind, id } }: Admission): string {
  return `${kind} '${id}'`
}
