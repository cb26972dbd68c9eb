import type { GameContext } from '../../game-operation.ts'
import type { GameState } from '../../game-state.ts'
import { fault, isFault, type Fault } from '../../kernel/fault.ts'
import { knownTeam } from '../../teams/show.ts'
import type { Cycle } from '../cycle.ts'
import type { Leaderboard } from '../design.ts'
import type { Part } from './reading.ts'

/** The parameters that select a part of a board, for the scopes that need one. */
export interface PartInput {
  /** The team, for a board within one team. */
  readonly team: string | undefined
  /** The scope, for a custom board. */
  readonly scope: string | undefined
}

/** Matches a scope id of a custom board. Spec 4.15. */
export const scopePattern = /^[A-Za-z0-9_-]{1,64}$/

/** Removes the leaderboard id and slash before a scope id, if they are there. Does not check the scope id. */
export function scopeOn({ id }: Pick<Leaderboard, 'id'>, text: string): string {
  return text.startsWith(`${id}/`) ? text.slice(id.length + 1) : text
}

/** Finds a leaderboard of the design. */
export function namedBoard({ design }: Pick<GameContext, 'design'>, id: string): Leaderboard | Fault {
  return design.leaderboards.get(id) ?? fault('leaderboard_not_found', { id })
}

/** Finds a cycle of a board by name; the default is the first. Spec 4.11. */
export function cycleOf({ id, definition: { cycles } }: Leaderboard, named: string | undefined): Cycle | Fault {
  const cycle = named === undefined ? cycles[0] : cycles.find((each) => each === named)
  return cycle ?? fault('invalid_cycle', { id, cycle: named ?? '', cycles: cycles.join(', ') })
}

/** Returns the part of a board that a call requests. Ignores parameters that the board's scope does not need. */
export function partOf(
  state: GameState,
  context: GameContext,
  leaderboard: Leaderboard,
  cycle: Cycle,
  input: PartInput,
): Part | Fault {
  const group = groupIn(state, context, leaderboard, input)
  return isFault(group) ? group : { cycle, group }
}

function groupIn(
  state: GameState,
  { design }: GameContext,
  leaderboard: Leaderboard,
  input: PartInput,
): string | null | Fault {
  const { id, definition } = leaderboard
  const { entities, scope, teams } = definition
  switch (scope) {
    case 'game':
      return null
    case 'team_definition':
      return entities === 'teams' ? null : (teams[0] ?? null)
    case 'team_instance': {
      if (input.team === undefined) return parameterRequired('team_instance_id', id, 'within one team')
      const team = knownTeam(state, design, input.team)
      if (isFault(team)) return team
      return teams.includes(team.definition.id) ? input.team : fault('team_instance_not_found', { id: input.team })
    }
    case 'custom': {
      if (input.scope === undefined) return parameterRequired('scope_id', id, 'custom')
      const named = scopeOn(leaderboard, input.scope)
      if (scopePattern.test(named)) return named
      return fault('invalid_request', {
        message: `The 'scope_id' parameter is not a valid scope id: expected up to 64 letters, digits, _ or -`,
      })
    }
  }
}

const parameterRequired = (name: string, id: string, what: string): Fault =>
  fault('invalid_request', { message: `The '${name}' parameter is required: the leaderboard '${id}' is ${what}` })
