import type { Client } from '../client/client.ts'

/** A member of a team with their roles. */
export interface TeamMember {
  readonly id: string
  readonly alias: string
  readonly roles: readonly string[]
}

/** The number of members that are listed. Each needs a call, because only profiles have the roles. */
export const MAX_LISTED_MEMBERS = 100
const AT_A_TIME = 10

/** Reads the first members of a team with their roles. */
export async function readTeamMembers(client: Client, team: string): Promise<readonly TeamMember[]> {
  const query = { limit: String(MAX_LISTED_MEMBERS) }
  const { body } = await client.call('GET /v2/admin/teams/:team_id/members', { params: { team_id: team }, query })
  const members: TeamMember[] = []
  for (let i = 0; i < body.data.length; i += AT_A_TIME) {
    const profiles = body.data.slice(i, i + AT_A_TIME).map(async ({ id, alias }) => {
      const profile = await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
      return { id, alias, roles: profile.body.teams.find((each) => each.id === team)?.roles ?? [] }
    })
    members.push(...(await Promise.all(profiles)))
  }
  return members
}
