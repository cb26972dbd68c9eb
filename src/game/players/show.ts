import type { Design } from '../design/design.ts'
import type { GameState } from '../game-state.ts'
import { toIso } from '../kernel/instant.ts'
import type { Shape } from '../kernel/shapes.ts'
import { teamsWith } from '../members/state.ts'
import { subjectOfKey } from '../members/subject.ts'
import { heldRoles } from '../teams/ranks.ts'
import { storedTeam } from '../teams/state.ts'
import { profile, recordedProfile, type teamMembership } from './answer-schema.ts'
import type { Player } from './player.ts'
import { listItems, showScores } from './shown-scores.ts'

/** A player as profiles show one. Spec 1 "Player profile". */
export type Profile = Shape<typeof profile>

type TeamMembership = Shape<typeof teamMembership>

/** The teams of a player, as far as the design has them. */
function teamsOf(state: GameState, player: string, design: Design): TeamMembership[] {
  const shown: TeamMembership[] = []
  for (const membership of teamsWith(state.members, state.drops, player)) {
    const { id } = subjectOfKey(membership.subject)
    const team = storedTeam(state, id)
    const definition = team && design.teams.get(team.definition)
    if (!team || !definition) continue
    const roles = heldRoles(definition, membership.roles).map(({ name }) => name)
    shown.push({ id, definition: { id: definition.id, name: definition.name }, roles, name: team.name })
  }
  return shown
}

/** The profile of a player, by the design's metrics and teams; `detailed` adds the items not yet earned. Spec 1, 4.2. */
export function profileOf(state: GameState, player: Player, design: Design, detailed = false): Profile {
  const { id, alias, created, enabled } = player
  return {
    id,
    alias,
    created: toIso(created),
    enabled,
    scores: showScores(player.scores, design, detailed),
    teams: teamsOf(state, id, design),
  }
}

/** What the rows of version 1 have that answer a profile. */
export const showsProfileV1 = { out: () => profile } as const

/** What the rows of version 2 have that answer a profile. Spec 5.6. */
export const showsProfile = {
  ...showsProfileV1,
  recorded: {
    out: () => recordedProfile,
    present: (found: Profile) => ({ ...found, scores: found.scores.map(listItems) }),
  },
} as const
