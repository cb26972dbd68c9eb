import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { required } from '../../option.ts'

/** `gamify player delete`: deletes a player. Spec 6.2. */
export const deletePlayer = defineCommand({
  arguments: { id: required('id', 'The player', 'player') },
  options: { yes: yesOption },
  examples: ['gamify player delete neo --yes'],
  async run({ id, yes }, shell) {
    await confirmLoss(shell, `delete ${id} with all scores and history`, yes)
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('DELETE /v2/admin/players/:player_id', { params: { player_id: id } }),
    )
    shell.printJson(text)
    shell.confirm(printable(body.message))
  },
})
