import { profileText } from '../../../terminal/render/profile-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'

/** `gamify player show`: prints the profile and scores of a player. Spec 6.2. */
export const show = defineCommand({
  arguments: { id: required('id', 'The player', 'player') },
  options: {},
  examples: ['gamify player show neo'],
  async run({ id }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/players/:player_id', { params: { player_id: id } }),
    )
    shell.printJson(text)
    shell.print(profileText(body, shell.paint))
  },
})
