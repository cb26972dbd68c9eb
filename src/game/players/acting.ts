import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { wallTime, type WallTime } from '../kernel/instant.ts'
import type { Reading, Variables } from '../rules/reading.ts'
import { actionUse, type Player } from './player.ts'
import { findPlayer } from './state.ts'

/** The player that a path or body names. */
export function namedPlayer(state: GameState, id: string): Player | Fault {
  return findPlayer(state.players, id) ?? fault('player_not_found', { id })
}

/** The player that a call acts as, who must exist and not be disabled. Spec 4.14, 5.2. */
export function actingPlayer(state: GameState, id: string | undefined): Player | Fault {
  if (id === undefined) return fault('invalid_player')
  const player = findPlayer(state.players, id)
  if (!player) return fault('player_not_found', { id })
  return player.enabled ? player : fault('access_denied', { message: `The player '${id}' is disabled` })
}

const noVariables: Variables = new Map()

/** How requirements and formulas read players at the moment of a context. */
export function readingAt(context: GameContext, variables: Variables = noVariables): (player: Player) => Reading {
  let wall: WallTime | undefined
  return (player) => ({
    metrics: context.design.metrics,
    scores: player.scores,
    variables,
    actionCount: (id) => actionUse(player, id).count,
    wall: () => (wall ??= wallTime(context.at + context.zoneOffsetMs)),
  })
}
