import { openEmulator, type Emulator } from '../../../emulator/emulator.ts'
import { StartRefused } from '../../../emulator/settings.ts'
import { LockHeld, StorageError } from '../../../storage/storage-error.ts'
import { beginData } from '../../begin-data.ts'
import { CliError } from '../../cli-error.ts'
import { exitCode } from '../../exit-code.ts'
import { wrongConfiguration } from '../../load-project.ts'
import type { Shell } from '../../shell.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/** Opens the game; its state may still be loading, unless only that can tell whether there is a design to run. */
export async function openGame(plan: ServePlan, shell: Shell, log: Log): Promise<Emulator> {
  const { data } = plan
  if (data !== undefined) await inWords(beginData(shell.io.files, data))
  const emulator = await inWords(openEmulator({ ...plan.settings, warn: log.warn, onRestored: log.restored }))
  try {
    if (plan.design.problems.length > 0) await goOnWithLastDesign(plan, emulator, shell, log)
    return emulator
  } catch (error) {
    await emulator.stop()
    throw error
  }
}

/** Resolves when the state is loaded; what stands in the way is told in words. */
export async function untilReady(emulator: Emulator): Promise<void> {
  await inWords(emulator.ready)
}

/** A design that is broken at the start is told of; there must be an earlier one to go on with. Spec 6.3. */
async function goOnWithLastDesign(plan: ServePlan, emulator: Emulator, { io }: Shell, log: Log): Promise<void> {
  await untilReady(emulator)
  const broken = wrongConfiguration(plan.design.problems, io.cwd)
  if (emulator.runtime('staging').state.design === '') throw broken
  log.warn(`${broken.message}\nthe last valid design stays active`)
}

/** Errors whose messages are for people end the program as wrong configuration does. */
export async function inWords<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (!isForPeople(error)) throw error
    throw new CliError(error.message, {
      code: 'cannot_start',
      exitCode: exitCode.usage,
      cause: error,
      advice: error instanceof LockHeld ? [otherData] : [],
    })
  }
}

const otherData = 'use the running emulator, stop it, name another data directory with --data DIR, or use --memory'

function isForPeople(error: unknown): error is Error {
  return error instanceof StorageError || error instanceof StartRefused || error instanceof LockHeld
}
