import { openEmulator, type Emulator } from '../../../emulator/emulator.ts'
import { StartRefused } from '../../../emulator/settings.ts'
import { LockHeld, StorageError } from '../../../storage/storage-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { createDataDirectory } from '../../create-data-directory.ts'
import type { DesignWait } from './design-wait.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/**
 * Opens the game, whose state may still be loading. If it has no design, it uses the first valid one that `wait` finds.
 */
export async function openGame(plan: ServePlan, wait: DesignWait, { io }: Shell, log: Log): Promise<Emulator> {
  const { data, design } = plan
  if (data !== undefined) await withStartErrors(createDataDirectory(io.files, data))
  const missingDesign = design.isAwaited ? wait.waitForDesign : () => Promise.reject(brokenDesign(plan, io.cwd))
  const isMissing = design.problems.length > 0
  return withStartErrors(
    openEmulator({
      ...plan.settings,
      missingDesign: isMissing ? missingDesign : undefined,
      warn: log.warn,
      onRestored: log.restored,
    }),
  )
}

/** Resolves when the state is loaded. Rejects with a CliError for errors that a user can fix. */
export async function untilReady(emulator: Emulator): Promise<void> {
  await withStartErrors(emulator.ready)
}

/** Returns the error for a game whose only design is in broken files. Spec 6.3. */
function brokenDesign({ design }: ServePlan, cwd: string): CliError {
  return wrongConfiguration(
    design.problems,
    cwd,
    'fix the files and start again,',
    "or run 'gamify serve --wait-for-design', which starts as soon as the files are valid",
  )
}

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
