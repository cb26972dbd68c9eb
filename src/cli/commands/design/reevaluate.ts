import { reevaluationSchema } from '../../../game/kernel/reevaluation-answer.ts'
import { defineCommand } from '../../command.ts'
import { exitCode } from '../../exit-code.ts'
import { hint } from '../../hint.ts'
import { flag } from '../../option.ts'
import { readAs } from '../../read-as.ts'
import { counted } from '../../render/counts.ts'
import { printable } from '../../render/printable.ts'
import { failedText, reevaluationTable } from '../../render/reevaluation-text.ts'
import { withService } from '../../service.ts'

/** `gamify design reevaluate`: brings levels and achievements in line with the rules that run. Spec 4.13, 6.2. */
export const reevaluate = defineCommand({
  arguments: {},
  options: { dryRun: flag('--dry-run', 'Show what would change, and change nothing') },
  examples: ['gamify design reevaluate --dry-run', 'gamify design reevaluate --runtime production'],
  notes: [
    'A deployment changes no score, so after one a player may be at a level that the new rules would not give.',
    'Each player gets the level of the present score, up or down, and the achievements that are earned and missing.',
    'Points stay as they are, and no achievement is taken away. The history gets one entry for each player that changes.',
    'With --json: { dry_run, players, levels, achievements, failed }.',
  ].join('\n'),
  async run({ dryRun }, shell) {
    const { done, text } = await withService(shell, async ({ client }) => {
      const answer = await client.request('POST', '/_gamify/design/reevaluate', { body: { dry_run: dryRun } })
      return { done: readAs(reevaluationSchema, answer), text: answer.text }
    })
    shell.printJson(text)
    const failed = failedText(done)
    if (failed !== undefined) shell.note(printable(failed))
    const result = failed === undefined ? exitCode.ok : exitCode.refused
    if (done.players === 0) {
      shell.confirm('no player changes: all levels and achievements are as the rules give them')
      return result
    }
    shell.print(reevaluationTable(done))
    if (dryRun) shell.note(`${hint(shell, 'design reevaluate')} makes these changes`)
    else shell.confirm(`${counted(done.players, 'player', 'players')} changed`)
    return result
  },
})
