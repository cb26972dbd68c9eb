import * as z from 'zod'
import type { Scope } from '../actions/shapes.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { listOf, strictObject } from '../kernel/schema.ts'
import type { Leaderboard } from '../leaderboards/design.ts'
import { entityNamed, type Entities } from '../leaderboards/entrant.ts'

/** Scopes that one play may name. */
const MAX_SCOPES = 100

/** `scopes` of a play: the custom boards that it counts on, and for whom. Spec 4.11. */
export const scopesBody = listOf(
  strictObject({ id: z.string().min(1).max(256), entity_id: z.string().min(1).max(256) }),
  MAX_SCOPES,
)

/** The leaderboards of a design, by id. */
type Boards = ReadonlyMap<string, Leaderboard>

/** A scope id, behind the id of a board and a slash where it names one. */
const scopeId = /^([A-Za-z][A-Za-z0-9_-]{0,63}\/)?[A-Za-z0-9_-]{1,64}$/

/**
 * The fault of the first scope whose id is none, or that names a board which has no scopes, or somebody who is not there:
 * on the board that it names, or on any custom board. Spec 4.11, 4.15, 4.16.
 */
export function scopesFault(scopes: readonly Scope[], entities: Entities, boards: Boards): Fault | undefined {
  for (const scope of scopes) {
    const found = scopeFault(scope, entities, boards)
    if (found) return found
  }
  return undefined
}

function scopeFault({ id, entity_id: entity }: Scope, entities: Entities, boards: Boards): Fault | undefined {
  if (!scopeId.test(id))
    return fault('invalid_request', {
      message: `'${id}' is not a valid scope id: expected up to 64 letters, digits, _ or -`,
    })
  const slash = id.indexOf('/')
  // A scope of its own is one of every custom board.
  if (slash < 0) return strangerFault(entity, entities, boards)
  const named = id.slice(0, slash)
  const board = boards.get(named)
  if (!board) return fault('leaderboard_not_found', { id: named })
  const { scope, entities: kind } = board.definition
  if (scope !== 'custom')
    return fault('invalid_request', { message: `The leaderboard '${named}' is not custom, so it has no scopes` })
  if (entityNamed(entities, kind, entity) !== undefined) return undefined
  return fault(kind === 'players' ? 'player_not_found' : 'team_instance_not_found', { id: entity })
}

/** The fault of a scope of every custom board whose entity none of them could credit; where there are none, no one is missed. */
function strangerFault(id: string, entities: Entities, boards: Boards): Fault | undefined {
  const custom = [...boards.values()].filter(({ definition }) => definition.scope === 'custom')
  const kinds = new Set(custom.map(({ definition }) => definition.entities))
  if (kinds.size === 0 || [...kinds].some((kind) => entityNamed(entities, kind, id) !== undefined)) return undefined
  return fault(kinds.has('players') ? 'player_not_found' : 'team_instance_not_found', { id })
}
