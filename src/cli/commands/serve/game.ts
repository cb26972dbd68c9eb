import { openEmulator, type Emulator } from '../../../emulator/emulator.ts'
import { StartRefused } from '../../../emulator/settings.ts'
import { LockHeld, StorageError } from '../../../storage/storage-error.ts'
import { createDataDirectory } from '../../create-data-directory.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { DesignWait } from './design-wait.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/** Opens the game; its state may still be loading. One without any design takes the first that `wait` finds, if any. */
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

/** Resolves when the state is loaded; what stands in the way is told in words. */
export async function untilReady(emulator: Emulator): Promise<void> {
  await withStartErrors(emulator.ready)
}

/** Why a game cannot start that has no other design than the one in the files, and what to do. Spec 6.3. */
function brokenDesign({ design }: ServePlan, cwd: string): CliError {
  return wrongConfiguration(
    design.problems,
    cwd,
    'fix the files and start again,',
    "or run 'gamify serve --wait-for-design', which starts as soon as the files are valid",
  )
}

/** Errors whose messages are for people end the program as wrong configuration does. */
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
