import type { Design } from '../design/design.ts'
import type { GameCommand, GameView, GameWalk } from '../game-operation.ts'
import type { GameState } from '../game-state.ts'
import { isFault } from '../kernel/fault.ts'
import { emptyNameMap } from '../kernel/name-map.ts'
import type { Page, Paged, PageRange } from '../kernel/page.ts'
import { pageAndTotal } from '../kernel/table.ts'
import { isShownTo } from '../members/admission.ts'
import { callerIn, denied } from '../members/concerned.ts'
import { actingPlayer } from '../players/acting.ts'
import { creationFault } from './creation.ts'
import type { TeamDefinition } from './design.ts'
import { mayLock } from './ranks.ts'
import { knownTeam, showTeamTo, teamItem, type KnownTeam, type TeamItem, type TeamView } from './show.ts'
import { isThere, type Team } from './state.ts'

interface Named {
  readonly id: string
}

/** Lists the definitions of which the caller can create a team now. Spec 1 `GET /runtime/definitions/teams`. */
export const listDefinitions: GameView<Record<never, never>, readonly TeamDefinition[]> = {
  kind: 'view',
  name: 'teams.definitions',
  view: (state, _, context) => {
    const player = actingPlayer(state, context.caller.player)
    if (isFault(player)) return player
    return [...context.design.teams.values()].filter((each) => !creationFault(state, context, each, player))
  },
}

/** Lists the teams that the caller may see. Spec 1 `GET /runtime/teams`. */
export const listTeams: GameWalk<PageRange, Paged<TeamItem>> = {
  kind: 'walk',
  name: 'teams.list',
  walk: (state, range, { caller, design }) => {
    const player = actingPlayer(state, caller.player)
    if (isFault(player)) return player
    const { id } = player
    const sees = (known: KnownTeam): boolean => isShownTo(state, { kind: 'team', ...known.team }, id)
    const show = (known: KnownTeam): TeamItem => teamItem(state, design, known, id)
    return pageAndTotal(state.teams, knownTeams(state, design, range, sees, show))
  },
}

/** Returns a page of the teams whose definition the design has and that meet a condition. Spec 4.13. */
export function knownTeams<S>(
  { drops }: GameState,
  { teams }: Design,
  range: PageRange,
  meets: (known: KnownTeam) => boolean,
  show: (known: KnownTeam) => S,
): Required<Page<Team, S>> {
  const knownOf = (team: Team): KnownTeam | undefined => {
    const definition = isThere(team, drops) ? teams.get(team.definition) : undefined
    return definition && { team, definition }
  }
  return {
    ...range,
    matches: (team) => {
      const known = knownOf(team)
      return known !== undefined && meets(known)
    },
    show: (team) => show(knownOf(team) as KnownTeam),
  }
}

/** Reads a team that the caller may see. Spec 1 `GET /runtime/teams/:team_id`. */
export const readTeam: GameView<Named, TeamView> = {
  kind: 'view',
  name: 'teams.read',
  view: (state, { id }, context) => {
    const concerned = callerIn(state, context, { kind: 'team', id })
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    if (!admission.mayView(player.id)) return denied(admission, player.id, 'see')
    return showTeamTo(state, context.design, id, player.id)
  },
}

const locking = (name: string, locked: boolean): GameCommand<Named, TeamView> => ({
  kind: 'command',
  name,
  decide: (state, { id }, context) => {
    const concerned = callerIn(state, context, { kind: 'team', id })
    if (isFault(concerned)) return concerned
    const { admission, player } = concerned
    const known = knownTeam(state, context.design, id)
    if (isFault(known)) return known
    const { team, definition } = known
    if (!mayLock(definition, team.owner, player.id, admission.member(player.id)?.roles ?? emptyNameMap))
      return denied(admission, player.id, locked ? 'lock' : 'unlock')
    const event = locked ? 'team:locked' : 'team:unlocked'
    return {
      events: team.locked === locked ? [] : [{ event, team: { id, name: team.name } } as const],
      answer: (after) => showTeamTo(after, context.design, id, player.id),
    }
  },
})

/** Locks a team: its members and their roles cannot change. Spec 1 `PUT /runtime/teams/:team_id/lock`, 4.10. */
export const lockTeam = locking('teams.lock', true)

/** Unlocks a team. Spec 1 `DELETE /runtime/teams/:team_id/lock`, 4.10. */
export const unlockTeam = locking('teams.unlock', false)
