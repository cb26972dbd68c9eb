import { printable } from '../../../sentences/printable.ts'
import { counted } from '../../../sentences/quantities.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { hint } from '../../../terminal/hint.ts'
import { withService } from '../../../terminal/service.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { defineCommand } from '../../command.ts'
import { deployWith } from '../../deploy-with.ts'
import { compareFiles } from '../../design-sides.ts'
import { optional } from '../../option.ts'
import { reportLosses } from '../../report-losses.ts'

/** `gamify design deploy`: deploys a design to a runtime of the running game. Spec 4.13, 6.2. */
export const deploy = defineCommand({
  arguments: { version: optional('version', 'The version to deploy (default: latest)') },
  options: {},
  examples: ['gamify design deploy', 'gamify design deploy --runtime production', 'gamify design deploy v3'],
  notes: [
    'latest is the working design of the running game. It follows the design files if the emulator watches them, and',
    "'gamify design import' and the design routes change it.",
    'Warns if the design files of the project have problems or differ from latest: their changes are not deployed then.',
    'Says how many players would have lost something if all recorded plays had been made under the deployed design; a history',
    'of more than 20,000 entries or players is not compared.',
    'Exits with 1 if issues block the deployment.',
  ].join('\n'),
  run: ({ version = 'latest' }, shell) =>
    deployWith(
      shell,
      (client) => client.call('POST /v2/design/versions/:version/deploy', { params: { version } }),
      async (deployed) => {
        if (version === 'latest') await reportFiles(shell, deployed)
        if (!shell.options.json) await reportLosses(shell)
      },
    ),
})

/** Warns if the deployed version differs from the design files of the project. */
async function reportFiles(shell: Shell, version: string): Promise<void> {
  const compared = await filesNow(shell)
  if (compared === 'missing' || compared.length === 0) return
  const deployed = printable(version)
  const warning =
    compared === 'broken'
      ? `the design files have problems, so their changes are not in ${deployed}; run ${hint(shell, 'design validate')} to see them`
      : `the design files differ from ${deployed} (${counted(compared.length, 'difference', 'differences')}); run ` +
        `${hint(shell, 'design diff')} to see them, and ${hint(shell, 'design import')} before you deploy again`
  shell.note(`${shell.paint.bad('warning')} ${warning}`)
}

/**
 * Compares the files with the running game. An error here does not fail the command, because the deployment has already
 * taken effect.
 */
async function filesNow(shell: Shell): ReturnType<typeof compareFiles> {
  if (shell.options.json) return 'missing'
  try {
    return await withService(shell, ({ client, project }) => compareFiles(shell, project.design, client))
  } catch (error) {
    if (error instanceof CliError) return 'missing'
    throw error
  }
}
