import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'
import { teamText } from '../../render/team-text.ts'
import { withService } from '../../service.ts'

/** `gamify team show`: a team, how many have each role, and who is in it. Spec 6.2. */
export const show = defineCommand({
  arguments: { id: required('id', 'the team') },
  options: {},
  examples: ['gamify team show fellowship'],
  notes: 'With --json: the team as the service answers it.',
  async run({ id }, shell) {
    const { text, body, members } = await withService(shell, async ({ client }) => {
      const params = { team_id: id }
      const answer = await client.call('GET /v2/admin/teams/:team_id', { params })
      const members = shell.options.json
        ? []
        : (await client.call('GET /v2/admin/teams/:team_id/members', { params })).body.data
      return { ...answer, members }
    })
    shell.printJson(text)
    shell.print(teamText(body, members, shell.paint))
  },
})
