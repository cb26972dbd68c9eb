import type { GameCommand, GameContext } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import type { Shape } from '../kernel/shapes.ts'
import type { registered } from './answer-schema.ts'
import type { Leaderboard } from './design.ts'
import { entityNamed } from './entrant.ts'
import type { RegistrationEvent } from './shapes.ts'
import { scopeOn, scopePattern } from './reading/part.ts'

/** Entities that one call may name. */
export const MAX_REGISTERED = 1000
/** Scopes that one call may name. */
export const MAX_REGISTERED_SCOPES = 100
/** Entities times scopes of one call times the cycles of the board. */
const MAX_REGISTRATIONS = 10_000

/** Who is registered on a custom board, and on which of its scopes. */
export interface RegisteringInput {
  readonly board: string
  readonly entities: readonly string[]
  /** With the board's part before a slash, or without. */
  readonly scopes: readonly string[]
}

/** Spec 2 "Custom leaderboards". */
type Registered = Shape<ReturnType<typeof registered>>

/** Puts entities on scopes of a custom board, with 0. Spec 2 `POST /admin/leaderboards/:leaderboard_definition_id/register`. */
export const registerEntities = registering('leaderboards.register', 'leaderboard:registered')

/** Takes entities off scopes of a custom board. Spec 2 `POST /admin/leaderboards/:leaderboard_definition_id/deregister`. */
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

/** The event of a call, each of its elements once; a fault where one of them is bad. */
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
  const named = [...new Set(entities)]
  const factors = [named.length, names.size, cycles.length] as const
  if (factors[0] * factors[1] * factors[2] > MAX_REGISTRATIONS) return tooMany(id, factors)
  const stranger = named.find((each) => entityNamed(state, kind, each) === undefined)
  if (stranger !== undefined) return fault(kind === 'players' ? 'player_not_found' : 'team_not_found', { id: stranger })
  return { event, board: id, kind, entities: named, scopes: [...names] }
}

function tooMany(board: string, [entities, scopes, cycles]: readonly [number, number, number]): Fault {
  const asked = `${entities} entities on ${scopes} scopes in ${cycles} cycles of the leaderboard '${board}'`
  return fault('invalid_request', {
    message: `Too many for one call: ${asked} are ${entities * scopes * cycles} registrations, and the limit is ${MAX_REGISTRATIONS}; name fewer`,
  })
}

/** A scope id of a board, which may stand before it. */
function scopeIn(leaderboard: Leaderboard, text: string): string | Fault {
  const { id } = leaderboard
  const scope = scopeOn(leaderboard, text)
  if (scopePattern.test(scope)) return scope
  return fault('invalid_request', {
    message: `'${text}' is not a valid scope of the leaderboard '${id}': expected up to 64 letters, digits, _ or -`,
  })
}

/** Whether somebody comes on the board or goes from it. One that is being built cannot tell. */
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
    // The period of now, where nothing has happened in it yet, has nobody.
    const groups = atMs < period.end ? present.groups : undefined
    return scopes.some((scope) => numbers.some((entity) => (groups?.get(scope)?.has(entity) ?? false) !== registers))
  })
}
