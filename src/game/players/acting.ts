import type { GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { wallTime, type WallTime } from '../kernel/instant.ts'
import { isInTeam } from '../members/state.ts'
import { type Reading } from '../rules/reading.ts'
import { noVariables, type Variables } from '../rules/variable.ts'
import { actionUse, type Player } from './player.ts'
import { findPlayer } from './state.ts'

/** Returns the player that a path or body names, or a fault. */
export function namedPlayer(state: GameState, id: string): Player | Fault {
  return findPlayer(state.players, id) ?? fault('player_not_found', { id })
}

/** Returns the player that a path or body names, who must be enabled. Spec 4.14. */
export function enabledPlayer(state: GameState, id: string): Player | Fault {
  const player = namedPlayer(state, id)
  if (isFault(player) || player.enabled) return player
  return fault('access_denied', { message: `The player '${id}' is disabled` })
}

/** Returns the acting player of a call, who must exist and be enabled. Spec 4.14, 5.2. */
export function actingPlayer(state: GameState, id: string | undefined): Player | Fault {
  if (id === undefined) return fault('invalid_player')
  return enabledPlayer(state, id)
}

/** Returns a context without observer, for evaluations that are only shown and decide nothing. */
export function withoutObserver(context: GameContext): GameContext {
  return context.observer ? { ...context, observer: undefined } : context
}

/** Returns a function that creates what requirements and formulas read of a player, at the time of a context. */
export function readingAt(
  state: GameState,
  context: GameContext,
  variables: Variables = noVariables,
): (player: Player) => Reading {
  return (player) => new PlayerReading(state, context, variables, player)
}

/** A class, because every play creates three readings, and closures in each would take several times the memory. */
class PlayerReading implements Reading {
  readonly variables: Variables
  readonly #state: GameState
  readonly #context: GameContext
  readonly #player: Player
  #wall: WallTime | undefined

  constructor(state: GameState, context: GameContext, variables: Variables, player: Player) {
    this.#state = state
    this.#context = context
    this.variables = variables
    this.#player = player
  }

  get metrics(): Reading['metrics'] {
    return this.#context.design.metrics
  }

  get scores(): Reading['scores'] {
    return this.#player.scores
  }

  get observer(): Reading['observer'] {
    return this.#context.observer
  }

  inTeam(definition: string, role: string | undefined): boolean {
    return isInTeam(this.#state, this.#player.id, definition, role)
  }

  actionCount(id: string): number {
    return actionUse(this.#player, id).count
  }

  wall(): WallTime {
    const { at, zoneOffsetMs } = this.#context
    return (this.#wall ??= wallTime(at + zoneOffsetMs))
  }
}
