import type { Emulator } from '../../../emulator/emulator.ts'
import { peopleOf } from '../../../emulator/people.ts'
import { emulatorCaller, type Timeline } from '../../../emulator/session/timeline.ts'
import { fault, type Fault } from '../../../game/kernel/fault.ts'
import type { SeedsReader } from '../../../server/context.ts'
import type { ServedRuntime } from '../../../server/served-game.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { readSeeds, seedFilesOf } from '../../read-seeds.ts'
import type { Shell } from '../../../terminal/shell.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'
import { bringIn } from './seeding.ts'

/** What a reset brings in: the seeds of `--seed`, else those of the project, as their files are then. Spec 6.6. */
export function seedsOfReset(plan: ServePlan, emulator: Emulator, log: Log, shell: Shell): SeedsReader {
  return () =>
    orRefusal(async () => {
      const { seedFiles, project } = plan
      const seeds = await readSeeds(shell, seedFiles.length > 0 ? seedFiles : await seedFilesOf(shell, project))
      return (game) =>
        orRefusal(() => bringIn(seeds, emulator, log, shell.io.cwd, () => playedByNobodyElse(game)), whyOf(game))
    })
}

/** Why seeds may be refused that are good elsewhere. */
const whyOf = ({ state }: Timeline): string =>
  state.design === '' ? '; no design is deployed to this runtime yet' : ''

/** What the files or the service have against seeds is the caller's to hear, on one line. */
async function orRefusal<T>(task: () => Promise<T>, why = ''): Promise<Fault | T> {
  try {
    return await task()
  } catch (error) {
    if (error instanceof CliError)
      return fault('invalid_request', { message: error.message.replace(/\n\s*/g, '; ') + why })
    throw error
  }
}

/** A game that has just begun, as a server needs it; who seeds it neither saves snapshots nor begins it again. */
function playedByNobodyElse(game: Timeline): ServedRuntime {
  const execute: Timeline['execute'] = (op, input, caller, atMs) => game.execute(op, input, caller, atMs)
  return {
    execute,
    mayBeginAt: () => false,
    tooEarly: () => undefined,
    state: game.state,
    failed: false,
    whyCannotAct: (id) => game.whyCannotAct(id),
    clock: game.clock,
    history: (range) => game.history(range),
    follow: neverAsked,
    people: peopleOf((op, input) => execute(op, input, emulatorCaller)),
    notices: game.notices,
    snapshots: { list: neverAsked, save: neverAsked, restore: neverAsked, delete: neverAsked },
    reset: neverAsked,
    rewind: neverAsked,
    why: neverAsked,
    whyNot: neverAsked,
    actions: neverAsked,
    reevaluate: neverAsked,
    coverage: { read: neverAsked, clear: neverAsked },
  }
}

const neverAsked = (): never => {
  throw new Error('a seed cannot save or restore snapshots')
}
