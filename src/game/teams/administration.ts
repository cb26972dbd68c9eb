import type { GameView, GameWalk } from '../game-operation.ts'
import { isFault } from '../kernel/fault.ts'
import type { Paged, PageRange } from '../kernel/page.ts'
import { pageAndTotal, pageOf } from '../kernel/table.ts'
import { foundSubject, subjectMatcher, type FoundSubject } from '../members/show.ts'
import { knownTeams } from './instances.ts'
import { adminTeamItem, knownTeam, showTeam, type AdminTeamItem, type KnownTeam, type TeamFacts } from './show.ts'

/** Lists all teams of the game. Spec 2 `GET /admin/teams`. */
export const listAllTeams: GameWalk<PageRange, Paged<AdminTeamItem>> = {
  kind: 'walk',
  name: 'teams.list-for',
  walk: (state, range, { design, game }) =>
    pageAndTotal(
      state.teams,
      knownTeams(state, design, range, any, (known) => adminTeamItem(state, known, game.id)),
    ),
}

const any = (): boolean => true

/** Reads any team, for an operator. Spec 2 `GET /admin/teams/:team_id`. */
export const readAnyTeam: GameView<{ readonly id: string }, TeamFacts> = {
  kind: 'view',
  name: 'teams.read-for',
  view: (state, { id }, { design }) => {
    const known = knownTeam(state, design, id)
    return isFault(known) ? known : showTeam(state, design, id)
  },
}

/** Searches teams by id and name. Spec 2 `GET /admin/query/teams`, 4.15. */
export const searchTeams: GameWalk<PageRange & { readonly pattern: string }, readonly FoundSubject[]> = {
  kind: 'walk',
  name: 'teams.search',
  walk: (state, { pattern, ...range }, { design }) => {
    const matches = subjectMatcher(pattern)
    const meets = ({ team }: KnownTeam): boolean => matches(team)
    const show = ({ team, definition }: KnownTeam): FoundSubject => foundSubject(team, definition)
    return pageOf(state.teams, knownTeams(state, design, range, meets, show))
  },
}
