import { openEmulator, type Emulator } from '../../../emulator/emulator.ts'
import type { CliError } from '../../../terminal/cli-error.ts'
import { wrongConfiguration } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { createDataDirectory } from '../../create-data-directory.ts'
import type { ServedChecks } from './checks.ts'
import type { DesignWait } from './design-wait.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { withStartErrors } from './start-errors.ts'

/**
 * Opens the game, whose state may still be loading. If it has no design, it uses the first valid one that `wait` finds.
 * Another machine writes it until `writes` resolves, if it is given.
 */
export async function openGame(
  plan: ServePlan,
  wait: DesignWait,
  { watcher }: ServedChecks,
  { io }: Shell,
  log: Log,
  writes?: Promise<void>,
): Promise<Emulator> {
  const { data, design } = plan
  if (data !== undefined) await withStartErrors(createDataDirectory(io.files, data))
  const missingDesign = design.isAwaited ? wait.waitForDesign : () => Promise.reject(brokenDesign(plan, io.cwd))
  const isMissing = design.problems.length > 0
  return withStartErrors(
    openEmulator(
      {
        ...plan.settings,
        missingDesign: isMissing ? missingDesign : undefined,
        warn: log.warn,
        onRestored: log.restored,
        watcher,
      },
      plan.openStore,
      writes,
    ),
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
