import { printable } from '../../../sentences/printable.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'

/** Creates the error for what the nodes do not do. The message can come from a node. */
export function refused(message: string, advice: string): CliError {
  return new CliError(printable(message), { code: 'refused', exitCode: exitCode.refused, advice: [advice] })
}
