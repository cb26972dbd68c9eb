import { asOf } from '../../../client/client.ts'
import { MAX_LISTED_MEMBERS, readTeamMembers } from '../../../inspect/team-members.ts'
import { teamText } from '../../../terminal/render/team-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { asOfMoment, required } from '../../option.ts'

/** `gamify team show`: prints a team, the number of members with each role, and the members. Spec 6.2. */
export const show = defineCommand({
  arguments: { id: required('id', 'The team', 'team') },
  options: { at: asOfMoment },
  examples: ['gamify team show fellowship', 'gamify team show fellowship --at 120'],
  notes: `Lists at most ${MAX_LISTED_MEMBERS} members.\nWith --json: the answer of the service.`,
  async run({ id, at }, shell) {
    const { text, body, members } = await withService(shell, async (service) => {
      const client = asOf(service.client, at)
      const answer = await client.call('GET /v2/admin/teams/:team_id', { params: { team_id: id } })
      return { ...answer, members: shell.options.json ? [] : await readTeamMembers(client, id) }
    })
    shell.printJson(text)
    shell.print(teamText(body, members, shell.paint))
    if (!shell.options.json && members.length < body.total_members)
      shell.note(
        `${members.length} of ${body.total_members} members; run 'gamify player show PLAYER' to see the roles of another member`,
      )
  },
})
