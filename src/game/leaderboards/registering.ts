import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import type { Shape } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { registered } from './answer-schema.ts'
import type { Leaderboard } from './design.ts'
import { entityNamed } from './entrant.ts'
import { scopeOn, scopePattern } from './reading/part.ts'
import type { RegistrationEvent } from './shapes.ts'

/** The number of entities that one call can name. */
export const MAX_REGISTERED = 1000
/** The number of scopes that one call can name. */
export const MAX_REGISTERED_SCOPES = 100
/** The limit of one call: its entities times its scopes times the cycles of the board. */
const MAX_REGISTRATIONS = 10_000

/** The entities to register on a custom board or to remove from it, and the scopes. */
export interface RegisteringInput {
  readonly board: string
  readonly entities: readonly string[]
  /** Scope ids, with or without the leaderboard id and a slash before them. */
  readonly scopes: readonly string[]
}

type Registered = Shape<ReturnType<typeof registered>>

/**
 * Registers entities on scopes of a custom board with a score of 0. Spec 2 `POST
 * /admin/leaderboards/:leaderboard_definition_id/register`.
 */
export const registerEntities = registering('leaderboards.register', 'leaderboard:registered')

/**
 * Removes entities from scopes of a custom board. Spec 2 `POST /admin/leaderboards/:leaderboard_definition_id/deregister`.
 */
export const deregisterEntities = registering('leaderboards.deregister', 'leaderboard:deregistered')

function registering(name: string, event: RegistrationEvent['event']): GameCommand<RegisteringInput, Registered> {
  return {
    kind: 'command',
    name,
    decide: (state, input, context) => {
      const found = registrationFor(state, event, input, context)
      if (isFault(found)) return found
      return { events: changesAnything(state, found, context.at) ? [found] : [], answer: () => ({ ok: 1 }) }
    },
  }
}

/** Returns the event of a call, without duplicate entities and scopes, or a fault if an entity or scope is invalid. */
function registrationFor(
  state: GameState,
  event: RegistrationEvent['event'],
  { board: id, entities, scopes }: RegisteringInput,
  { design }: GameContext,
): RegistrationEvent | Fault {
  const leaderboard = design.leaderboards.get(id)
  if (!leaderboard) return fault('leaderboard_definition_not_found', { id })
  const { entities: kind, scope, cycles } = leaderboard.definition
  if (scope !== 'custom')
    return fault('invalid_request', {
      message: `The leaderboard '${id}' is not custom, so nobody can be registered on it`,
    })
  const names = new Set<string>()
  for (const text of scopes) {
    const found = scopeIn(leaderboard, text)
    if (isFault(found)) return found
    names.add(found)
  }
  const ids = [...new Set(entities)]
  const factors = [ids.length, names.size, cycles.length] as const
  if (factors[0] * factors[1] * factors[2] > MAX_REGISTRATIONS) return tooManyRegistrations(id, factors)
  const unknown = ids.find((each) => entityNamed(state, kind, each) === undefined)
  if (unknown !== undefined) return fault(kind === 'players' ? 'player_not_found' : 'team_not_found', { id: unknown })
  return { event, board: id, kind, entities: ids, scopes: [...names] }
}

function tooManyRegistrations(board: string, [entities, scopes, cycles]: readonly [number, number, number]): Fault {
  const request = `${entities} entities on ${scopes} scopes in ${cycles} cycles of the leaderboard '${board}'`
  return fault('invalid_request', {
    message: `Too many for one call: ${request} are ${entities * scopes * cycles} registrations, and the limit is ${MAX_REGISTRATIONS}; name fewer`,
  })
}

/** Returns the scope id in a text that can have the leaderboard id before it, or a fault if it is not a valid scope id. */
function scopeIn(leaderboard: Leaderboard, text: string): string | Fault {
  const { id } = leaderboard
  const scope = scopeOn(leaderboard, text)
  if (scopePattern.test(scope)) return scope
  return fault('invalid_request', {
    message: `'${text}' is not a valid scope of the leaderboard '${id}': expected up to 64 letters, digits, _ or -`,
  })
}

/** Whether the event would add or remove a row. While the board is being built this is unknown, and the answer is true. */
function changesAnything(
  state: GameState,
  { event, board: id, kind, entities, scopes }: RegistrationEvent,
  atMs: number,
): boolean {
  const board = state.boards.byId.get(id)
  if (!board) return true
  const numbers = entities.flatMap((each) => entityNamed(state, kind, each) ?? [])
  const registers = event === 'leaderboard:registered'
  return board.cycles.some(({ period, present }) => {
    // If the stored period is over, nothing has happened in the current one yet, so it is empty.
    const groups = atMs < period.end ? present.groups : undefined
    return scopes.some((scope) => numbers.some((entity) => (groups?.get(scope)?.has(entity) ?? false) !== registers))
  })
}
