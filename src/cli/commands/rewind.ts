import * as z from 'zod'
import { usageError } from '../cli-error.ts'
import { defineCommand } from '../command.ts'
import { confirmLoss, yesOption } from '../confirm.ts'
import { hint } from '../hint.ts'
import { historyPoint } from '../option.ts'
import { counted } from '../render/counts.ts'
import { printable } from '../render/printable.ts'
import { withService } from '../service.ts'
import { readAs } from '../read-as.ts'
import { standingText } from './snapshot/points.ts'

const rewoundSchema = z.object({ seq: z.number(), now: z.string(), undone: z.number(), snapshot: z.string() })

/** `gamify rewind`: the game as it was after an entry, or at a time. Spec 6.2, 6.6. */
export const rewind = defineCommand({
  arguments: {},
  options: {
    to: historyPoint('--to <point>', 'The number of the last entry to keep, or a time (required)'),
    yes: yesOption,
  },
  examples: ['gamify rewind --to 1200', 'gamify rewind --to 2026-01-31T12:00:00Z --yes'],
  notes: [
    'The game as it was before is kept as a snapshot. The numbers of the entries are those of gamify history. Where the',
    'clock runs, one entry comes on top: it sets the clock to what it showed then.',
    'With --json: { seq, now, undone, snapshot }.',
  ].join('\n'),
  async run({ to, yes }, shell) {
    if (to === undefined) throw usageError('the target is missing', 'name an entry or a time with --to')
    await confirmLoss(shell, `undo everything after ${to}`, yes)
    await withService(shell, async ({ client }) => {
      const answer = await client.request('POST', '/_gamify/rewind', { body: { to } })
      const { undone, snapshot, ...standing } = readAs(rewoundSchema, answer)
      shell.printJson(answer.text)
      if (shell.options.json) return
      shell.confirm(`${counted(undone, 'entry', 'entries')} undone: ${await standingText(client, standing)}`)
      shell.note(`${hint(shell, `snapshot restore ${printable(snapshot)}`)} undoes this`)
    })
  },
})
