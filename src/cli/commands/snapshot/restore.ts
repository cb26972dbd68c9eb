import { control } from '../../../client/control.ts'
import { printable } from '../../../sentences/printable.ts'
import { hint } from '../../../terminal/hint.ts'
import { reportArrival } from '../../../terminal/restored.ts'
import { withService } from '../../../terminal/service.ts'
import { requireSnapshotName, replacedGameText } from '../../../terminal/snapshots.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, withDesignOption, yesOption } from '../../confirm.ts'
import { required } from '../../option.ts'

/** `gamify snapshot restore`: restores the game from a snapshot. Spec 6.2, 6.6. */
export const restore = defineCommand({
  arguments: { name: required('name', 'The snapshot', 'snapshot') },
  options: { withDesign: withDesignOption, yes: yesOption },
  examples: ['gamify snapshot restore before-the-launch --yes'],
  notes: [
    'First saves the current game as an automatic snapshot. Other snapshots stay. The clock goes back to the time of the',
    'snapshot; if it is running, one more entry sets it.',
    'With --json: { name, seq, now, snapshot, design? }; design is { runs, changes } if the recorded design differs from the',
    'current one.',
  ].join('\n'),
  async run({ name, withDesign, yes }, shell) {
    requireSnapshotName(name, `run ${hint(shell, 'snapshot list')} to list the snapshots`)
    await confirmLoss(shell, `restore ${name} and undo everything after it`, yes)
    await withService(shell, async ({ client }) => {
      const { body: restored, text } = await control(client, 'POST /_gamify/snapshots/:name/restore', {
        params: { name },
        query: { with_design: withDesign },
      })
      shell.printJson(text)
      if (shell.options.json) return
      shell.confirm(`restored ${printable(name)}: ${await replacedGameText(client, restored)}`)
      await reportArrival(shell, restored)
    })
  },
})
