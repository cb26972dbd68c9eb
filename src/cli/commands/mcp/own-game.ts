import { loadProject } from '../../../terminal/load-project.ts'
import type { Shell } from '../../../terminal/shell.ts'
import { findSeedFiles } from '../../read-seeds.ts'
import { environmentOf } from '../serve/environment.ts'
import { serveFlags } from '../serve/flags.ts'
import { createLog } from '../serve/log.ts'
import { planServe, type ServePlan } from '../serve/plan.ts'
import { whileServed } from '../serve/serving.ts'

/** An emulator of this process that keeps its game in memory. */
export interface OwnGame {
  /**
   * Starts it, unless it runs, and resolves to how to call it. Throws a CliError if the design or the seeds have problems;
   * the next call tries again.
   */
  readonly access: () => Promise<Access>
  /** Stops it. */
  readonly close: () => Promise<void>
}

/** How to call a game. */
export interface Access {
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
}

interface Running extends Access {
  readonly stop: () => Promise<void>
}

/**
 * Returns the emulator of `gamify mcp --serve`, which starts when it is first needed: an agent can then mend a design that
 * prevents it from starting. It has the players of the seed files, and follows the design files.
 */
export function ownGame(shell: Shell): OwnGame {
  let starting: Promise<Running> | undefined
  return {
    access: () =>
      (starting ??= start(shell).catch((error: unknown) => {
        starting = undefined
        throw error
      })),
    close: async () => {
      const running = await starting?.catch(() => undefined)
      await running?.stop()
    },
  }
}

async function start(shell: Shell): Promise<Running> {
  const plan = await planOwn(shell)
  const started = Promise.withResolvers<Access>()
  const ending = Promise.withResolvers<void>()
  const log = { ...createLog('pretty', shell), request: undefined }
  const ended = whileServed(plan, shell, log, async (serving) => {
    await serving.followFiles()
    started.resolve({ url: serving.url, environment: environmentOf(plan, serving) })
    await ending.promise
  })
  ended.catch(started.reject)
  const access = await started.promise
  shell.io.stderr.write(`gamify serves this game on ${access.url} for its agent\n`)
  return {
    ...access,
    stop: async () => {
      ending.resolve()
      await ended
    },
  }
}

/** Plans like `serve`, on a free port of this machine, in memory, with the seed files of the project. */
async function planOwn(shell: Shell): Promise<ServePlan> {
  const seeds = await findSeedFiles(shell, await loadProject(shell))
  const own = { ...unset, port: 0, host: '127.0.0.1', memory: true, waitForDesign: false, types: undefined, seeds }
  return planServe(own, shell)
}

type Flags = typeof serveFlags

/** The values of the flags of `serve` if none is given. */
const unset = Object.fromEntries(Object.entries(serveFlags).map(([name, { absent }]) => [name, absent])) as {
  readonly [Name in keyof Flags]: Flags[Name]['absent']
}
