import { readAs } from '../../read-as.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, yesOption } from '../../confirm.ts'
import { hint } from '../../hint.ts'
import { required } from '../../option.ts'
import { printable } from '../../render/printable.ts'
import { withService } from '../../service.ts'
import { requireName, SNAPSHOTS_PATH, standingSchema, standingText } from './points.ts'

/** `gamify snapshot restore`: the game as it was when it was saved. Spec 6.2, 6.6. */
export const restore = defineCommand({
  arguments: { name: required('name', 'the snapshot', 'snapshot') },
  options: { yes: yesOption },
  examples: ['gamify snapshot restore before-the-launch --yes'],
  notes: [
    'What has happened since is gone, unless it was saved too; the clock shows what it showed then, and where it runs one',
    'entry comes on top that sets it so. Snapshots stay.',
    'With --json: { name, seq, now }.',
  ].join('\n'),
  async run({ name, yes }, shell) {
    requireName(name, `${hint(shell, 'snapshot list')} lists the snapshots`)
    await confirmLoss(shell, `restore ${name}, undoing everything since`, yes)
    await withService(shell, async ({ client }) => {
      const answer = await client.request('POST', `${SNAPSHOTS_PATH}/:name/restore`, { params: { name } })
      const standing = readAs(standingSchema, answer)
      shell.printJson(answer.text)
      if (shell.options.json) return
      shell.confirm(`restored ${printable(name)}: ${await standingText(client, standing)}`)
    })
  },
})
