import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import type { FieldsShape, Shape } from '../kernel/answer-shapes.ts'
import { fault, isFault, type Fault } from '../kernel/fault.ts'
import { toIso } from '../kernel/instant.ts'
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

/** A team and its definition. */
export interface KnownTeam {
  readonly team: Team
  readonly definition: TeamDefinition
}

/** A team with everything that answers show. */
export interface TeamFacts extends KnownTeam {
  /** Null if the team has no owner. */
  readonly owner: PlayerReference | null
  /** The number of members with each role of the design, the lowest role first. */
  readonly counts: readonly { readonly name: string; readonly count: number }[]
  readonly total: number
}

/** The fields about the reading player's membership. */
type OwnPart = FieldsShape<typeof ownFields>

/** A team with the fields about the reading player. */
export interface TeamView extends TeamFacts {
  readonly own: OwnPart
}

/** Finds a team by id. Returns a fault if it or its definition does not exist. Spec 4.13. */
export function knownTeam(state: GameState, design: Design, id: string): KnownTeam | Fault {
  const team = storedTeam(state, id)
  const definition = team && design.teams.get(team.definition)
  return team && definition ? { team, definition } : fault('team_instance_not_found', { id })
}

/** Returns an existing team with everything that answers show. */
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

/** Returns an existing team with everything that answers show to a player. */
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

/** The fields of all shapes except B. */
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

/** The numbers of members of a team. */
type Numbers = FieldsShape<typeof numberFields>

const numbersOf = ({ team: { locked }, counts, total }: TeamFacts): Numbers => ({
  locked,
  member_count: counts,
  total_members: total,
})

/** A team as answers to operators show it. Spec 2 "Admin team list item". */
export type AdminTeam = Shape<typeof adminTeamAnswer>

/** Formats a team for operators. Spec 2. */
export function adminTeam(facts: TeamFacts): AdminTeam {
  return { ...headOf(facts, facts.owner), ...numbersOf(facts) }
}

/** A team in shape A. Spec 1 "Team instance". */
export type TeamDetail = Shape<typeof teamDetailAnswer>

/** Formats a team in shape A. Spec 1 "Team instance". */
export function teamDetail({ own, ...facts }: TeamView): TeamDetail {
  return { ...adminTeam(facts), ...own }
}

/** A team in shape B. Spec 1 "Team instance". */
export type OlderTeam = Shape<typeof olderTeamAnswer>

/** Formats a team in shape B. Spec 1 "Team instance". */
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

/** Formats a team as a list item for operators. Spec 2. */
export function adminTeamItem(state: GameState, known: KnownTeam, game_id: string): AdminTeamItem {
  return { ...headOf(known, ownerOf(state, known.team)), game_id }
}

/** A team as lists for players show it: shape A without numbers. Spec 1 "Team instance". */
export type TeamItem = Shape<typeof teamItemAnswer>

/** Formats a team as a list item for a player. Spec 1. */
export function teamItem(state: GameState, design: Design, known: KnownTeam, player: string): TeamItem {
  return { ...headOf(known, ownerOf(state, known.team)), ...ownPartOf(state, design, known.team.id, player) }
}
