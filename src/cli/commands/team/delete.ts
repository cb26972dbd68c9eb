import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { required } from '../../option.ts'

/** `gamify team delete`: deletes a team. Spec 6.2. */
export const deleteTeam = defineCommand({
  arguments: { id: required('id', 'The team', 'team') },
  options: { yes: yesOption },
  examples: ['gamify team delete fellowship --yes'],
  async run({ id, yes }, shell) {
    await confirmLoss(shell, `delete ${id} and remove all its members`, yes)
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('DELETE /v2/admin/teams/:team_id', { params: { team_id: id } }),
    )
    shell.printJson(text)
    shell.confirm(printable(body.message))
  },
})
