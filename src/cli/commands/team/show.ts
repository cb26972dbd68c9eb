import { asOf, type Client } from '../../../client/client.ts'
import { teamText, type ShownMember } from '../../../terminal/render/team-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { asOfMoment, required } from '../../option.ts'

/** The number of members that are listed. Each needs a call, because only profiles have the roles. */
const MAX_LISTED = 100
const AT_A_TIME = 10

/** `gamify team show`: prints a team, the number of members with each role, and the members. Spec 6.2. */
export const show = defineCommand({
  arguments: { id: required('id', 'The team', 'team') },
  options: { at: asOfMoment },
  examples: ['gamify team show fellowship', 'gamify team show fellowship --at 120'],
  notes: `Lists at most ${MAX_LISTED} members.\nWith --json: the answer of the service.`,
  async run({ id, at }, shell) {
    const { text, body, members } = await withService(shell, async (service) => {
      const client = asOf(service.client, at)
      const answer = await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })
      return { ...answer, members: shell.options.json ? [] : await membersOf(client, id) }
    })
    shell.printJson(text)
    shell.print(teamText(body, members, shell.paint))
    if (!shell.options.json && members.length < body.total_members)
      shell.note(
        `${members.length} of ${body.total_members} members; run 'gamify player show PLAYER' to see the roles of another member`,
      )
  },
})

/** Reads the first members of a team with their roles. */
async function membersOf(client: Client, team: string): Promise<ShownMember[]> {
  const query = { limit: String(MAX_LISTED) }
  const { body } = await client.call('GET /v2/admin/teams/:team_id/members', { params: { team_id: team }, query })
  const members: ShownMember[] = []
  for (let i = 0; i < body.data.length; i += AT_A_TIME) {
    const profiles = body.data.slice(i, i + AT_A_TIME).map(async ({ id, alias }) => {
      const profile = await client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } })
      return { id, alias, roles: profile.body.teams.find((each) => each.id === team)?.roles ?? [] }
    })
    members.push(...(await Promise.all(profiles)))
  }
  return members
}
