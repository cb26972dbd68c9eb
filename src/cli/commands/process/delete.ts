import { printable } from '../../../sentences/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { required } from '../../option.ts'

/** `gamify process delete`: deletes a process. Spec 6.2. */
export const deleteProcess = defineCommand({
  arguments: { id: required('id', 'The process', 'process') },
  options: { yes: yesOption },
  examples: ['gamify process delete frodo/mountain --yes'],
  async run({ id, yes }, shell) {
    await confirmLoss(shell, `delete ${id} and its progress`, yes)
    const { text, body } = await withService(shell, ({ client }) =>
      client.call('DELETE /v2/admin/processes/:process_id', { params: { process_id: id } }),
    )
    shell.printJson(text)
    shell.confirm(printable(body.message))
  },
})
