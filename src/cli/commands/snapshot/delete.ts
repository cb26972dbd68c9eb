import { control } from '../../../client/control.ts'
import { printable } from '../../../sentences/printable.ts'
import { hint } from '../../../terminal/hint.ts'
import { withService } from '../../../terminal/service.ts'
import { requireSnapshotName } from '../../../terminal/snapshots.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { required } from '../../option.ts'

/** `gamify snapshot delete`: deletes a snapshot. Spec 6.2, 6.6. */
export const deleteSnapshot = defineCommand({
  arguments: { name: required('name', 'The snapshot', 'snapshot') },
  options: { yes: yesOption },
  examples: ['gamify snapshot delete before-the-launch --yes'],
  notes: 'With --json: { name }.',
  async run({ name, yes }, shell) {
    requireSnapshotName(name, `run ${hint(shell, 'snapshot list')} to list the snapshots`)
    await confirmLoss(shell, `delete the snapshot ${name}`, yes)
    const { text } = await withService(shell, ({ client }) =>
      control(client, 'DELETE /_gamify/snapshots/:name', { params: { name } }),
    )
    shell.printJson(text)
    shell.confirm(`deleted ${printable(name)}`)
  },
})
