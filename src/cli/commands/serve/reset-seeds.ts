import type { Emulator } from '../../../emulator/emulator.ts'
import { peopleOf } from '../../../emulator/people.ts'
import { emulatorCaller, type Timeline } from '../../../emulator/session/timeline.ts'
import { fault, type Fault } from '../../../game/kernel/fault.ts'
import type { SeedsReader } from '../../../server/context.ts'
import type { ServedRuntime } from '../../../server/served-game.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { readSeeds, seedFilesOf } from '../../read-seeds.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { seedRuntime } from './seeding.ts'

/**
 * Returns a reader for the seeds of a reset: the files of `--seed`, or those of the project, as they are at that time.
 * Spec 6.6.
 */
export function resetSeeds(plan: ServePlan, emulator: Emulator, log: Log, shell: Shell): SeedsReader {
  return () =>
    orRefusal(async () => {
      const { seedFiles, project } = plan
      const seeds = await readSeeds(shell, seedFiles.length > 0 ? seedFiles : await seedFilesOf(shell, project))
      return (game) =>
        orRefusal(
          () => seedRuntime(seeds, emulator, log, shell.io.cwd, () => toServedRuntime(game)),
          refusalReason(game),
        )
    })
}

/** Explains why a runtime may reject seeds that are valid elsewhere. */
const refusalReason = ({ state }: Timeline): string =>
  state.design === '' ? '; no design is deployed to this runtime yet' : ''

/** Converts a CliError about seeds to a fault on one line, for the caller of the reset. */
async function orRefusal<T>(task: () => Promise<T>, reason = ''): Promise<Fault | T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof CliError)
      return fault('invalid_request', { message: error.message.replace(/\n\s*/g, '; ') + reason })
    throw error
  }
}

/**
 * Adapts a game that has just begun for a server. Seeds use neither snapshots nor time travel, so those are not
 * supported.
 */
function toServedRuntime(game: Timeline): ServedRuntime {
  const execute: Timeline['execute'] = (op, input, caller, atMs) => game.execute(op, input, caller, atMs)
  return {
    execute,
    executeOnce: notSupported,
    mayBeginAt: () => false,
    tooEarly: () => undefined,
    state: game.state,
    failed: false,
    whyCannotAct: (id) => game.whyCannotAct(id),
    clock: game.clock,
    history: (range) => game.history(range),
    follow: notSupported,
    density: notSupported,
    journalWork: undefined,
    look: notSupported,
    people: peopleOf((op, input) => execute(op, input, emulatorCaller)),
    notices: game.notices,
    snapshots: { list: notSupported, save: notSupported, restore: notSupported, delete: notSupported },
    reset: notSupported,
    rewind: notSupported,
    past: notSupported,
    why: notSupported,
    whyNot: notSupported,
    actions: notSupported,
    players: notSupported,
    player: notSupported,
    findProcesses: notSupported,
    funnel: notSupported,
    reevaluate: notSupported,
    checks: notSupported,
    coverage: { read: notSupported, clear: notSupported },
  }
}

const notSupported = (): never => {
  throw new Error('a seed cannot save or restore snapshots')
}
