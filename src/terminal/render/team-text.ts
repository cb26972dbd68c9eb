import type { RouteOutput } from '../../client/route-types.ts'
import type { TeamMember } from '../../inspect/team-members.ts'
import { printable } from '../../sentences/printable.ts'
import { counted } from '../../sentences/quantities.ts'
import type { Paint } from './paint.ts'
import { table } from './table.ts'

/** A team. Spec 2 "Admin team list item". */
type ShownTeam = RouteOutput<'GET /v2/admin/teams/:team_id'>

/** Formats a team: a heading, the number of members with each role (a member can have several), and the members. */
export function teamText(
  { id, name, definition, access, locked, owner, member_count: counts, total_members: total }: ShownTeam,
  members: readonly TeamMember[],
  paint: Paint,
): string {
  const title = paint.strong(printable(name === id ? id : `${id} (${name})`))
  const whose = owner === null ? 'without an owner' : `owned by ${owner.id}`
  const facts = [`${definition.name} ${whose}`, access].map(printable)
  const heading = [title, ...facts, ...(locked ? [paint.bad('locked')] : [])].join(', ')
  const roles = counts.map((role) => `${role.name} ${role.count}`).join(', ')
  const summary = printable(`${counted(total, 'member', 'members')}${roles === '' ? '' : `; roles: ${roles}`}`)
  const rows = members.map((member) => [member.id, member.alias, member.roles.join(', ')])
  return [heading, summary, ...(rows.length > 0 ? [table(['MEMBER', 'ALIAS', 'ROLES'], rows)] : [])].join('\n')
}
