import type { Report } from '../design/component.ts'
import { quoted } from '../kernel/message-text.ts'

/** The roles of each team of a design, by the team's id. */
export type TeamRoles = ReadonlyMap<string, ReadonlySet<string>>

/** Returns the roles of a team that a design refers to. Reports an unknown team at `path`. */
export function linkTeamReference(
  id: string,
  teams: TeamRoles,
  path: readonly (string | number)[],
  report: Report,
): ReadonlySet<string> | undefined {
  const roles = teams.get(id)
  if (!roles) report(path, (suggest) => `unknown team ${quoted(id)}${suggest(id, teams.keys())}`, ['teams', id])
  return roles
}

/** Reports a role that a team does not have. */
export function linkRole(
  role: string,
  team: { readonly id: string; readonly roles: ReadonlySet<string> },
  path: readonly (string | number)[],
  report: Report,
): void {
  if (!team.roles.has(role))
    report(path, (suggest) => `team '${team.id}' has no role ${quoted(role)}${suggest(role, team.roles)}`)
}
