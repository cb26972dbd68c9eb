import { profileText } from '../../../terminal/render/profile-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { asOfMoment, required } from '../../option.ts'

/** `gamify player show`: prints the profile and scores of a player. Spec 6.2. */
export const show = defineCommand({
  arguments: { id: required('id', 'The player', 'player') },
  options: { at: asOfMoment },
  examples: ['gamify player show neo', 'gamify player show neo --at 2026-01-31T12:00:00Z'],
  async run({ id, at }, shell) {
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('GET /v2/admin/players/:player_id', { params: { player_id: id }, asOf: at }),
    )
    shell.printJson(text)
    shell.print(profileText(body, shell.paint))
  },
})
