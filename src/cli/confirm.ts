import { printable } from '../sentences/printable.ts'
import { CliError } from '../terminal/cli-error.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { loadProject } from '../terminal/load-project.ts'
import { runtimeOf } from '../terminal/service.ts'
import type { Shell } from '../terminal/shell.ts'
import { choice, flag } from './option.ts'

/** The flag of commands that delete something. */
export const yesOption = flag('-y, --yes', 'Skip the confirmation')

/** The option of commands that replace the running game with another one. */
export const withDesignOption = choice(
  '--with-design <which>',
  'The design that the game runs afterwards; current if serve watches the design files, else recorded',
  ['current', 'recorded'],
)

/**
 * Asks before something is deleted. Continues without a question if `yes` is set, or without a terminal in staging. In
 * production without a terminal, it throws a CliError unless `yes` is set. Spec 6.2.
 */
export async function confirmLoss(shell: Shell, what: string, yes: boolean): Promise<void> {
  const { io } = shell
  if (yes) return
  if (io.ask === undefined) return refuseInProduction(shell, what)
  const answer = await io.ask(`${printable(what)}? [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CliError('nothing was changed', {
    code: 'not_confirmed',
    exitCode: exitCode.refused,
    isChoice: true,
  })
}

/** Without a terminal nobody can confirm, so a script needs `--yes` to change production. */
async function refuseInProduction(shell: Shell, what: string): Promise<void> {
  const project = await loadProject(shell)
  if (runtimeOf(shell, project) !== 'production') return
  throw new CliError(`without a terminal, gamify cannot ask you to confirm this on production: ${printable(what)}`, {
    code: 'not_confirmed',
    exitCode: exitCode.refused,
    advice: ['pass --yes, or choose staging with --runtime staging'],
  })
}
