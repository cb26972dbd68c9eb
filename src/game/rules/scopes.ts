import * as z from 'zod'
import type { Scope } from '../actions/shapes.ts'
import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { listOf, strictObject } from '../kernel/schema.ts'
import { entityNamed } from '../leaderboards/entrant.ts'

/** Scopes that one play may name. */
const MAX_SCOPES = 100

/** `scopes` of a play: the custom boards that it counts on, and for whom. Spec 4.11. */
export const scopesBody = listOf(
  strictObject({ id: z.string().min(1).max(256), entity_id: z.string().min(1).max(256) }),
  MAX_SCOPES,
)

/** A scope id, behind the id of a board and a slash where it names one. */
const scopeId = /^([A-Za-z][A-Za-z0-9_-]{0,63}\/)?[A-Za-z0-9_-]{1,64}$/

/**
 * The fault of the first scope whose id is none, or that names a board which has no scopes, or somebody who is not there:
 * on the board that it names, or on any custom board. Spec 4.11, 4.15, 4.16.
 */
export function scopesFault(scopes: readonly Scope[], state: GameState, design: Design): Fault | undefined {
  for (const scope of scopes) {
    const found = scopeFault(scope, state, design)
    if (found) return found
  }
  return undefined
}

function scopeFault({ id, entity_id: entity }: Scope, state: GameState, design: Design): Fault | undefined {
  if (!scopeId.test(id))
    return fault('invalid_request', {
      message: `'${id}' is not a valid scope id: expected up to 64 letters, digits, _ or -`,
    })
  const slash = id.indexOf('/')
  // A scope of its own is one of every custom board.
  if (slash < 0) return strangerFault(entity, state, design)
  const named = id.slice(0, slash)
  const board = design.leaderboards.get(named)
  if (!board) return fault('leaderboard_not_found', { id: named })
  const { scope, entities } = board.definition
  if (scope !== 'custom')
    return fault('invalid_request', { message: `The leaderboard '${named}' is not custom, so it has no scopes` })
  if (entityNamed(state, entities, entity) !== undefined) return undefined
  return fault(entities === 'players' ? 'player_not_found' : 'team_instance_not_found', { id: entity })
}

/** The fault of a scope of every custom board whose entity none of them could credit; where there are none, no one is missed. */
function strangerFault(id: string, state: GameState, { leaderboards }: Design): Fault | undefined {
  const boards = [...leaderboards.values()].filter(({ definition }) => definition.scope === 'custom')
  const kinds = new Set(boards.map(({ definition }) => definition.entities))
  if (kinds.size === 0 || [...kinds].some((kind) => entityNamed(state, kind, id) !== undefined)) return undefined
  return fault(kinds.has('players') ? 'player_not_found' : 'team_instance_not_found', { id })
}
