import { CliError } from '../terminal/cli-error.ts'
import { exitCode } from '../terminal/exit-code.ts'
import { loadProject } from '../terminal/load-project.ts'
import { choice, flag } from './option.ts'
import { printable } from '../terminal/render/printable.ts'
import { runtimeOf } from '../terminal/service.ts'
import type { Shell } from '../terminal/shell.ts'

/** The flag of commands that destroy something. */
export const yesOption = flag('-y, --yes', 'Skip the confirmation')

/** The option of commands that put another game in the place of the running one. */
export const withDesignOption = choice(
  '--with-design <which>',
  'The design that the game runs afterwards; current if serve watches the design files, else recorded',
  ['current', 'recorded'],
)

/**
 * Asks before something is destroyed. Goes ahead with `--yes`, and without a terminal in staging; in production it needs
 * `--yes` then. Spec 6.2.
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

/** Nobody is there to be asked, and it cannot be a slip in a script that production pays for. */
async function refuseInProduction(shell: Shell, what: string): Promise<void> {
  const project = await loadProject(shell)
  if (runtimeOf(shell, project) !== 'production') return
  throw new CliError(`without a terminal, gamify cannot ask you to confirm this on production: ${printable(what)}`, {
    code: 'not_confirmed',
    exitCode: exitCode.refused,
    advice: ['pass --yes, or choose staging with --runtime staging'],
  })
}
