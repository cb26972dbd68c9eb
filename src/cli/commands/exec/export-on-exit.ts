import type { Emulator } from '../../../emulator/emulator.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import type { Io } from '../../../terminal/io.ts'
import { whyRefused, writeState } from '../../state-file.ts'

/** Where a state goes to, until `signal` is aborted. */
export interface ExportTarget {
  readonly path: string
  readonly signal: AbortSignal
}

/** Writes the state of the staging runtime, whole or not at all. */
export async function exportState(
  { path, signal }: ExportTarget,
  emulator: Emulator,
  { files }: Pick<Io, 'files'>,
): Promise<void> {
  try {
    await writeState(files, path, until(signal, emulator.whole('staging').exported({ history: true })))
  } catch (error) {
    const why = whyRefused(error) ?? (error instanceof Error ? error.message : String(error))
    throw new CliError(`the state was not exported to ${path}: ${why}`, {
      code: 'not_exported',
      exitCode: exitCode.refused,
      cause: error,
    })
  }
}

async function* until<T>(signal: AbortSignal, pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}
