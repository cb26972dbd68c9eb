import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
import type { FieldsShape, Shape } from '../kernel/shapes.ts'
import { admissionTo } from '../members/admission.ts'
import { memberCount, roleCount } from '../members/state.ts'
import { subjectKey } from '../members/subject.ts'
import { referToPlayer, type PlayerReference } from '../players/player.ts'
import { findPlayer } from '../players/state.ts'
import type {
  adminTeamAnswer,
  adminTeamItemAnswer,
  headFields,
  numberFields,
  olderTeamAnswer,
  ownFields,
  teamDetailAnswer,
  teamItemAnswer,
} from './answer-schema.ts'
import type { TeamDefinition } from './design.ts'
import { heldRoles } from './ranks.ts'
import { storedTeam, type Team } from './state.ts'

/** A team, and what it is made of. */
export interface KnownTeam {
  readonly team: Team
  readonly definition: TeamDefinition
}

/** A team with what its answers show. */
export interface TeamFacts extends KnownTeam {
  /** Null where it has none. */
  readonly owner: PlayerReference | null
  /** Of each role of the design, the lowest first. */
  readonly counts: readonly { readonly name: string; readonly count: number }[]
  readonly total: number
}

/** What a player is in a team. */
type OwnPart = FieldsShape<typeof ownFields>

/** A team as one player sees it. */
export interface TeamView extends TeamFacts {
  readonly own: OwnPart
}

/** The team of an id; a fault where there is none, or the design has it not. Spec 4.13. */
export function knownTeam(state: GameState, design: Design, id: string): KnownTeam | Fault {
  const team = storedTeam(state, id)
  const definition = team && design.teams.get(team.definition)
  return team && definition ? { team, definition } : fault('team_instance_not_found', { id })
}

/** The team of an id that is there, as it is now. */
export function showTeam(state: GameState, design: Design, id: string): TeamFacts {
  const known = knownTeam(state, design, id)
  if (isFault(known)) throw new Error(`the team ${id} to show does not exist`)
  const key = subjectKey({ kind: 'team', id })
  const roles = [...known.definition.roles.keys()]
  return {
    ...known,
    owner: ownerOf(state, known.team),
    counts: roles.map((name) => ({ name, count: roleCount(state.members, state.drops, key, name) })),
    total: memberCount(state.members, key),
  }
}

/** The same, as a player sees it. */
export function showTeamTo(state: GameState, design: Design, id: string, player: string): TeamView {
  return { ...showTeam(state, design, id), own: ownPartOf(state, design, id, player) }
}

function ownPartOf(state: GameState, design: Design, id: string, player: string): OwnPart {
  const admission = admissionTo(state, design, { kind: 'team', id })
  const member = isFault(admission) ? undefined : admission.member(player)
  if (isFault(admission) || !member) return { my_roles: [], can_leave: false }
  const { definition } = knownTeam(state, design, id) as KnownTeam
  return {
    my_roles: heldRoles(definition, member.roles).map(({ name }) => name),
    can_leave: !admission.closed && admission.owner !== player && admission.mayLeave(player),
  }
}

function ownerOf({ players }: GameState, { owner }: Team): PlayerReference | null {
  const player = owner === null ? undefined : findPlayer(players, owner)
  return player ? referToPlayer(player) : null
}

/** What all shapes but B have. */
type TeamHead = FieldsShape<typeof headFields>

function headOf({ team, definition }: KnownTeam, owner: PlayerReference | null): TeamHead {
  const { id, name, created, access } = team
  return {
    id,
    name,
    definition: { id: definition.id, name: definition.name },
    created: toIso(created),
    access,
    owner,
    roles: [...definition.roles.keys()],
  }
}

/** How many are in a team. */
type Numbers = FieldsShape<typeof numberFields>

const numbersOf = ({ team: { locked }, counts, total }: TeamFacts): Numbers => ({
  locked,
  member_count: counts,
  total_members: total,
})

/** A team as operators see it. Spec 2 "Admin team list item". */
export type AdminTeam = Shape<typeof adminTeamAnswer>

/** The detail for operators. Spec 2. */
export function adminTeam(facts: TeamFacts): AdminTeam {
  return { ...headOf(facts, facts.owner), ...numbersOf(facts) }
}

/** Shape A. Spec 1 "Team instance". */
export type TeamDetail = Shape<typeof teamDetailAnswer>

/** Shape A. Spec 1 "Team instance". */
export function teamDetail({ own, ...facts }: TeamView): TeamDetail {
  return { ...adminTeam(facts), ...own }
}

/** Shape B. Spec 1 "Team instance". */
export type OlderTeam = Shape<typeof olderTeamAnswer>

/** Shape B. Spec 1 "Team instance". */
export function olderTeam(facts: TeamFacts): OlderTeam {
  const { id, name, definition, created, access, owner } = facts.team
  return {
    id,
    name,
    definition,
    created: toIso(created),
    access,
    owner,
    ...numbersOf(facts),
    member_count: Object.fromEntries(facts.counts.map(({ name: role, count }) => [role, count])),
  }
}

/** A team as lists for operators show it. Spec 2 "Admin team list item". */
export type AdminTeamItem = Shape<typeof adminTeamItemAnswer>

/** The list item for operators of a game. Spec 2. */
export function adminTeamItem(state: GameState, known: KnownTeam, game_id: string): AdminTeamItem {
  return { ...headOf(known, ownerOf(state, known.team)), game_id }
}

/** A team as lists for players show it: shape A without numbers. Spec 1 "Team instance". */
export type TeamItem = Shape<typeof teamItemAnswer>

/** The list item for a player. Spec 1. */
export function teamItem(state: GameState, design: Design, known: KnownTeam, player: string): TeamItem {
  return { ...headOf(known, ownerOf(state, known.team)), ...ownPartOf(state, design, known.team.id, player) }
}
