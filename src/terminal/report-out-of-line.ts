import { previewReevaluation } from '../client/control.ts'
import { CliError } from './cli-error.ts'
import { hint } from './hint.ts'
import { printable } from './render/printable.ts'
import { outOfLineText } from './render/reevaluation-text.ts'
import { withService } from './service.ts'
import type { Shell } from './shell.ts'

/** Says how many players are out of line. The deployment took effect before, so no failure here is one of the command. Spec 4.13. */
export async function reportOutOfLine(shell: Shell): Promise<void> {
  try {
    const counts = await withService(shell, ({ client }) => previewReevaluation(client))
    const outOfLine = counts && outOfLineText(counts)
    if (outOfLine !== undefined) shell.note(`${outOfLine}; run ${hint(shell, 'design reevaluate')}`)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    const remedy = hint(shell, 'design reevaluate --dry-run')
    shell.note(
      `the design is deployed, but the players were not compared with its rules: ${printable(error.message)}\n` +
        `run ${remedy} to count the players that the rules would change`,
    )
  }
}
