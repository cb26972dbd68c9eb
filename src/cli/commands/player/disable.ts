import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'

/** `gamify player disable`: disables a player. Spec 6.2. */
export const disable = defineCommand({
  arguments: { id: required('id', 'The player', 'player') },
  options: {},
  examples: ['gamify player disable neo'],
  async run({ id }, shell) {
    const { text } = await withService(shell, ({ client }) =>
      client.call('PUT /v2/admin/players/:player_id/disable', { params: { player_id: id } }),
    )
    shell.printJson(text)
    shell.confirm(`${printable(id)} is disabled`)
  },
})
