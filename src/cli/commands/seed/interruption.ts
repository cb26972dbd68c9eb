import { CliError } from '../../../terminal/cli-error.ts'
import { endingCode } from '../../../terminal/exit-code.ts'
import type { EndingSignal } from '../../../terminal/io.ts'
import { ERASE_LINE } from '../../../terminal/render/progress.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { onEndingSignals } from '../../ending-signal.ts'
import { reportError } from '../../report-error.ts'

/** Describes what took effect of a seed so far. */
type SoFar = () => string | Promise<string>

/** The description for a seed that is interrupted before it sends anything. */
export const NOTHING_CREATED = 'nothing was created'

const CONTINUES = 'run the same command again: it continues where it stopped'

/**
 * From now on, a signal ends the seed, and reports what took effect and how to continue. A second signal ends it at
 * once. Spec 6.2.
 */
export function onInterruption({ io, options }: Shell, soFar: SoFar, ...next: readonly string[]): void {
  const end = async (signal: EndingSignal): Promise<void> => {
    const error = interrupted(signal, await soFar(), next)
    if (io.stderr.isTerminal) io.stderr.write(ERASE_LINE)
    io.exit(reportError(error, io, options))
  }
  onEndingSignals(
    io,
    (signal) => void end(signal),
    (signal) => io.exit(endingCode[signal]),
  )
}

const interrupted = (signal: EndingSignal, soFar: string, next: readonly string[]): CliError =>
  new CliError(`interrupted: ${soFar}`, {
    code: 'interrupted',
    exitCode: endingCode[signal],
    advice: next.length === 0 ? [CONTINUES] : next,
  })
