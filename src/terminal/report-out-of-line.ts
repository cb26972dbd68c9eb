import { previewReevaluation } from '../client/control.ts'
import { printable } from '../sentences/printable.ts'
import { outOfLineText } from '../sentences/reevaluation-text.ts'
import { CliError } from './cli-error.ts'
import { hint } from './hint.ts'
import { withService } from './service.ts'
import type { Shell } from './shell.ts'

/**
 * Reports how many players are out of line. An error here does not fail the command, because the deployment has already
 * taken effect. Spec 4.13.
 */
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
