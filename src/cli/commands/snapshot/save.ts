import { control } from '../../../client/control.ts'
import { printable } from '../../../sentences/printable.ts'
import { sizeText } from '../../../sentences/quantities.ts'
import { withService } from '../../../terminal/service.ts'
import { requireSnapshotName } from '../../../terminal/snapshots.ts'
import { defineCommand } from '../../command.ts'
import { required } from '../../option.ts'

/** `gamify snapshot save`: saves the game as a snapshot. Spec 6.2, 6.6. */
export const save = defineCommand({
  arguments: { name: required('name', 'Up to 64 letters, digits, dots, dashes and underscores') },
  options: {},
  examples: ['gamify snapshot save before-the-launch'],
  notes: [
    'Saves the whole game of the runtime with its clock. A name can be used once; delete the old snapshot to use it again.',
    'With --json: { name, seq, created, size }.',
  ].join('\n'),
  async run({ name }, shell) {
    requireSnapshotName(name)
    const { body, text } = await withService(shell, ({ client }) =>
      control(client, 'POST /_gamify/snapshots', { body: { name } }),
    )
    const { seq, size } = body
    shell.printJson(text)
    shell.confirm(`saved ${printable(name)}: the game after entry ${seq}, ${sizeText(size)}`)
  },
})
