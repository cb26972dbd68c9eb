import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { isDropped } from '../kernel/drop.ts'
import { positionOf } from '../kernel/ids.ts'
import { recordOf } from '../members/admission.ts'
import { roleChecker } from '../members/roles.ts'
import { definitionKey, rolePart } from '../members/subject.ts'
import type { Request } from './state.ts'

/**
 * Returns a request without the roles that the design does not have or that were dropped since. Returns undefined if the
 * design does not have the definition of its process or team. Spec 4.13.
 */
export function effectiveRequest(state: GameState, design: Design, request: Request): Request | undefined {
  const { kind } = request.subject
  const definition = recordOf(state, request.subject)?.definition
  const isKnown = definition !== undefined && design[kind === 'team' ? 'teams' : 'processes'].has(definition)
  if (!isKnown) return undefined
  const has = roleChecker(design, kind, definition)
  const key = definitionKey(kind, definition)
  const since = positionOf(request.id)?.seq ?? 0
  const remaining = Object.entries(request.roles).filter(
    ([name]) => has(name) && !isDropped(state.drops, since, key, rolePart(name)),
  )
  return { ...request, roles: Object.fromEntries(remaining) }
}
