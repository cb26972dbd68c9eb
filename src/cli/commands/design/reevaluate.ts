import { control } from '../../../client/control.ts'
import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { failedText } from '../../../sentences/reevaluation-text.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { hint } from '../../../terminal/hint.ts'
import { reevaluationTable } from '../../../terminal/render/reevaluation-text.ts'
import { withService } from '../../../terminal/service.ts'
import { defineCommand } from '../../command.ts'
import { flag } from '../../option.ts'

/** `gamify design reevaluate`: updates levels and achievements to match the deployed rules. Spec 4.13, 6.2. */
export const reevaluate = defineCommand({
  arguments: {},
  options: { dryRun: flag('--dry-run', 'Show what would change, and change nothing') },
  examples: ['gamify design reevaluate --dry-run', 'gamify design reevaluate --runtime production'],
  notes: [
    'A deployment does not change scores, so a player can lack the level that the new rules give. This command',
    'gives each player the level of their current score, up or down, and the achievements that they have earned but lack.',
    'Points stay the same, and no achievement is removed. The history gets one entry for each player who changes.',
    'With --json: { dry_run, players, levels, achievements, failed }.',
  ].join('\n'),
  async run({ dryRun }, shell) {
    const { body: done, text } = await withService(shell, ({ client }) =>
      control(client, 'POST /_gamify/design/reevaluate', { body: { dry_run: dryRun } }),
    )
    shell.printJson(text)
    const failed = failedText(done)
    if (failed !== undefined) shell.note(printable(failed))
    const result = failed === undefined ? exitCode.ok : exitCode.refused
    if (done.players === 0) {
      shell.confirm('no player changes: all levels and achievements match the rules')
      return result
    }
    shell.print(reevaluationTable(done))
    if (dryRun) shell.note(`run ${hint(shell, 'design reevaluate')} to make these changes`)
    else shell.confirm(`${counted(done.players, 'player', 'players')} changed`)
    return result
  },
})
