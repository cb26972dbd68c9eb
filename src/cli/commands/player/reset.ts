import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { required } from '../../option.ts'

/** `gamify player reset`: resets the scores of a player. Spec 6.2. */
export const reset = defineCommand({
  arguments: { id: required('id', 'The player', 'player') },
  options: { yes: yesOption },
  examples: ['gamify player reset neo'],
  notes: 'Only players of the staging runtime can be reset.',
  async run({ id, yes }, shell) {
    await confirmLoss(shell, `reset the scores of ${id}`, yes)
    const { text } = await withService(shell, ({ client }) =>
      client.call('POST /v2/admin/players/:player_id/reset', { params: { player_id: id } }),
    )
    shell.printJson(text)
    shell.confirm(`the scores of ${printable(id)} are empty`)
  },
})
