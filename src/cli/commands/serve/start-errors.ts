import { StartRefused } from '../../../emulator/settings.ts'
import { LockHeld, StorageError } from '../../../storage/storage-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'

/** Converts errors with messages for users to CliErrors with the exit code of wrong configuration. */
export async function withStartErrors<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (!isForPeople(error)) throw error
    throw new CliError(error.message, {
      code: 'cannot_start',
      exitCode: exitCode.usage,
      cause: error,
      advice: error instanceof LockHeld ? [LOCK_ADVICE] : [],
    })
  }
}

const LOCK_ADVICE = 'use the running emulator, stop it, name another data directory with --data DIR, or use --memory'

function isForPeople(error: unknown): error is Error {
  return error instanceof StorageError || error instanceof StartRefused || error instanceof LockHeld
}
