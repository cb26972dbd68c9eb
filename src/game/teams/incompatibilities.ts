import type { Design } from '../design/design.ts'
import {
  counted,
  issueId,
  named,
  type DesignInUse,
  type Incompatibility,
  type IncompatibleKind,
  type IssueVars,
} from '../design/issue.ts'
import { numberOf } from '../kernel/tally.ts'
import { definitionKey, rolePart } from '../members/subject.ts'
import type { TeamDefinition } from './design.ts'

type Code = 'team_removed' | 'role_removed'
type TeamIncompatibility = Incompatibility<Code>

/** Existing teams and roles of members that a new design does not have. Spec 4.13. */
export const incompatibleTeams: IncompatibleKind<Code> = {
  find: (state, before, after) => [...before.teams.values()].flatMap((each) => incompatibilitiesOf(state, each, after)),
  words: {
    team_removed: {
      affected: 'the instances of this team and their members',
      sentence: (vars) =>
        `the design no longer has the team ${team(vars)}, but ${counted(vars.teams, 'instance of it exists', 'instances of it exist')}`,
    },
    role_removed: {
      affected: 'the role of the members who have it',
      sentence: (vars) =>
        `the team ${team(vars)} no longer has the role '${named(vars.role).name}', but ${counted(vars.members, 'member has', 'members have')} it`,
    },
  },
}

const team = (vars: IssueVars): string => `'${named(vars.team_design).id}'`

function incompatibilitiesOf(
  { holders }: Pick<DesignInUse, 'holders'>,
  definition: TeamDefinition,
  after: Design,
): TeamIncompatibility[] {
  const { id, name } = definition
  const key = definitionKey('team', id)
  const now = after.teams.get(id)
  const vars = { team_design: { id, name } }
  if (!now) {
    const teams = numberOf(holders, key)
    if (teams === 0) return []
    return [{ id: issueId('team_removed', id), code: 'team_removed', vars: { ...vars, teams }, drop: { key } }]
  }
  return [...definition.roles.keys()].flatMap((role): TeamIncompatibility[] => {
    const part = rolePart(role)
    const members = now.roles.has(role) ? 0 : numberOf(holders, key, part)
    if (members === 0) return []
    const about = { ...vars, role: { name: role }, members }
    return [{ id: issueId('role_removed', id, role), code: 'role_removed', vars: about, drop: { key, part } }]
  })
}
