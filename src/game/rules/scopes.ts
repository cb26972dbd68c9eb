import * as z from 'zod'
import type { Scope } from '../actions/shapes.ts'
import { fault, type Fault } from '../kernel/fault.ts'
import { listOf, strictObject } from '../kernel/schema.ts'
import type { Leaderboard } from '../leaderboards/design.ts'
import { entityNamed, type Entities } from '../leaderboards/entrant.ts'

/** The maximum number of scopes of one play. */
const MAX_SCOPES = 100

/** The field `scopes` of a play: the custom leaderboards on which it counts, and for whom. Spec 4.11. */
export const scopesBody = listOf(
  strictObject({ id: z.string().min(1).max(256), entity_id: z.string().min(1).max(256) }),
  MAX_SCOPES,
)

/** The leaderboards of a design, by id. */
type Boards = ReadonlyMap<string, Leaderboard>

/** The id of a scope, with an optional leaderboard id and a slash before it. */
const scopeId = /^([A-Za-z][A-Za-z0-9_-]{0,63}\/)?[A-Za-z0-9_-]{1,64}$/

/** Whether a text is the id of a scope. Spec 4.11. */
export const isScopeId = (id: string): boolean => scopeId.test(id)

/** What the id of a scope must look like, after that of the leaderboard. */
export const SCOPE_NAMING = 'expected up to 64 letters, digits, _ or -'

/**
 * Returns the fault of the first invalid scope: one whose id is malformed, that names a leaderboard without scopes, or
 * that names an entity that does not exist. If the scope names no leaderboard, the entity must be valid for at least
 * one custom leaderboard. Spec 4.11, 4.15, 4.16.
 */
export function scopesFault(scopes: readonly Scope[], entities: Entities, boards: Boards): Fault | undefined {
  for (const scope of scopes) {
    const found = scopeFault(scope, entities, boards)
    if (found) return found
  }
  return undefined
}

function scopeFault({ id, entity_id: entity }: Scope, entities: Entities, boards: Boards): Fault | undefined {
  if (!isScopeId(id)) return fault('invalid_request', { message: `'${id}' is not a valid scope id: ${SCOPE_NAMING}` })
  const slash = id.indexOf('/')
  // A scope without a leaderboard belongs to every custom leaderboard.
  if (slash < 0) return unknownEntityFault(entity, entities, boards)
  const named = id.slice(0, slash)
  const board = boards.get(named)
  if (!board) return fault('leaderboard_not_found', { id: named })
  const { scope, entities: kind } = board.definition
  if (scope !== 'custom')
    return fault('invalid_request', { message: `The leaderboard '${named}' is not custom, so it has no scopes` })
  if (entityNamed(entities, kind, entity) !== undefined) return undefined
  return fault(kind === 'players' ? 'player_not_found' : 'team_instance_not_found', { id: entity })
}

/**
 * Returns the fault of a scope of all custom leaderboards whose entity is valid for none of them. Without custom
 * leaderboards, any entity is valid.
 */
function unknownEntityFault(id: string, entities: Entities, boards: Boards): Fault | undefined {
  const custom = [...boards.values()].filter(({ definition }) => definition.scope === 'custom')
  const kinds = new Set(custom.map(({ definition }) => definition.entities))
  if (kinds.size === 0 || [...kinds].some((kind) => entityNamed(entities, kind, id) !== undefined)) return undefined
  return fault(kinds.has('players') ? 'player_not_found' : 'team_instance_not_found', { id })
}
