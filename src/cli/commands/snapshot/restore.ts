import { readAs } from '../../../terminal/read-as.ts'
import { defineCommand } from '../../command.ts'
import { confirmLoss, withDesignOption, yesOption } from '../../confirm.ts'
import { hint } from '../../../terminal/hint.ts'
import { required } from '../../option.ts'
import { printable } from '../../../terminal/render/printable.ts'
import { withService } from '../../../terminal/service.ts'
import { tellArrival } from '../../../terminal/restored.ts'
import { requireName, SNAPSHOTS_PATH, standingSchema, standingText } from '../../../terminal/snapshots.ts'

/** `gamify snapshot restore`: the game as it was when it was saved. Spec 6.2, 6.6. */
export const restore = defineCommand({
  arguments: { name: required('name', 'The snapshot', 'snapshot') },
  options: { withDesign: withDesignOption, yes: yesOption },
  examples: ['gamify snapshot restore before-the-launch --yes'],
  notes: [
    'An automatic snapshot keeps the game as it was before. Other snapshots stay. The game clock goes back to the time of',
    'the snapshot. If it is running, the history gets one more entry for that.',
    'With --json: { name, seq, now, snapshot, design? }; design is { runs, changes } if the recorded design differs from the',
    'current one.',
  ].join('\n'),
  async run({ name, withDesign, yes }, shell) {
    requireName(name, `run ${hint(shell, 'snapshot list')} to list the snapshots`)
    await confirmLoss(shell, `restore ${name} and undo everything since`, yes)
    await withService(shell, async ({ client }) => {
      const answer = await client.request('POST', `${SNAPSHOTS_PATH}/:name/restore`, {
        params: { name },
        query: { with_design: withDesign },
      })
      const standing = readAs(standingSchema, answer)
      shell.printJson(answer.text)
      if (shell.options.json) return
      shell.confirm(`restored ${printable(name)}: ${await standingText(client, standing)}`)
      tellArrival(shell, standing)
    })
  },
})
