import { control } from '../../client/control.ts'
import { counted } from '../../sentences/quantities.ts'
import { usageError } from '../../terminal/cli-error.ts'
import { reportArrival } from '../../terminal/restored.ts'
import { withService } from '../../terminal/service.ts'
import { replacedGameText } from '../../terminal/snapshots.ts'
import { defineCommand } from '../command.ts'
import { confirmLoss, withDesignOption, yesOption } from '../confirm.ts'
import { historyPosition } from '../option.ts'

/** `gamify rewind`: restores the game as it was after an entry, or at a time. Spec 6.2, 6.6. */
export const rewind = defineCommand({
  arguments: {},
  options: {
    to: historyPosition('--to <point>', 'The number of the last entry to keep, or a time (required)'),
    withDesign: withDesignOption,
    yes: yesOption,
  },
  examples: ['gamify rewind --to 1200', 'gamify rewind --to 2026-01-31T12:00:00Z --yes'],
  notes: [
    "First saves the current game as an automatic snapshot. 'gamify history' shows the numbers of the entries. A running",
    'clock continues from the time of that entry; one more entry sets it.',
    'With --json: { seq, now, undone, snapshot, design? }; design is { runs, changes } if the recorded design differs from',
    'the current one.',
  ].join('\n'),
  async run({ to, withDesign, yes }, shell) {
    if (to === undefined) throw usageError('the target is missing', 'name an entry or a time with --to')
    await confirmLoss(shell, `undo everything after ${to}`, yes)
    await withService(shell, async ({ client }) => {
      const { body, text } = await control(client, 'POST /_gamify/rewind', {
        body: { to },
        query: { with_design: withDesign },
      })
      const { undone, ...restored } = body
      shell.printJson(text)
      if (shell.options.json) return
      shell.confirm(`${counted(undone, 'entry', 'entries')} undone: ${await replacedGameText(client, restored)}`)
      await reportArrival(shell, restored)
    })
  },
})
