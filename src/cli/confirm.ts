import { CliError } from './cli-error.ts'
import { exitCode } from './exit-code.ts'
import { flag } from './option.ts'
import { printable } from './render/printable.ts'
import type { Shell } from './shell.ts'

/** The flag of commands that destroy something. */
export const yesOption = flag('-y, --yes', 'Skip the confirmation')

/** Asks before something is destroyed; without a terminal, or with `--yes`, it goes ahead. Spec 6.2. */
export async function confirmLoss({ io }: Shell, what: string, yes: boolean): Promise<void> {
  if (yes || io.ask === undefined) return
  const answer = await io.ask(`${printable(what)}? [y/N] `)
  if (/^y(es)?$/i.test(answer.trim())) return
  throw new CliError('nothing was changed', {
    code: 'not_confirmed',
    exitCode: exitCode.refused,
    advice: ['answer y, or pass --yes'],
  })
}
