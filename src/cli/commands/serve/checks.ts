import { turns } from '../../../async/turns.ts'
import type { Emulator } from '../../../emulator/emulator.ts'
import type { EntryWatcher, WatchedGame } from '../../../emulator/session/entry-watcher.ts'
import { zoneOffset } from '../../../emulator/zone.ts'
import type { RuntimeName } from '../../../game/game-state.ts'
import type { LiveChecks, LiveViolation } from '../../../lab/check/live-checks.ts'
import type { CheckFiles } from '../../../lab/check/read-checks.ts'
import { labFiles } from '../../../lab/lab-files.ts'
import { DesignWatch } from '../../../project/design-watch.ts'
import { problemText, type Problem } from '../../../project/problem.ts'
import type { Io } from '../../../terminal/io.ts'
import type { Log } from './log.ts'
import type { ServePlan } from './plan.ts'

/** The checks of a served game. */
export interface ServedChecks {
  readonly watcher: (runtime: RuntimeName) => EntryWatcher
  /** The first violation of each check so far, also of games that were replaced since. */
  readonly violations: readonly LiveViolation[]
  /** Whether a check could not be evaluated once. */
  readonly hasFailed: boolean
  /** Resolves when all players have been judged who are to be judged as a whole. */
  caughtUp(): Promise<void>
  /** Returns the problems of the files at the start, once the game is loaded. Later ones are logged. */
  begin(emulator: Emulator): readonly Problem[]
  /** Returns the present problems of the files with the design of staging. */
  problems(emulator: Emulator): readonly Problem[]
  /** Follows the files from now on. */
  follow(emulator: Emulator): Promise<{ close(): Promise<void> } | undefined>
}

/** A look at the files of checks. */
interface Look {
  readonly signature: string
  readonly problems: readonly Problem[]
  readonly paths: ReadonlySet<string>
  readonly checks: CheckFiles
}

/** Reads the checks of a project and watches a game for violations, which are logged. Spec 7.3 "Live". */
export async function openChecks(plan: ServePlan, log: Log, { files }: Io): Promise<ServedChecks> {
  const { project, design, settings } = plan
  const violations = new Map<string, LiveViolation>()
  const read = async (): Promise<Look> => {
    const found = await labFiles(files, project.directory, 'checks')
    // A project without checks does not load what reads them.
    if (!('message' in found) && found.length === 0)
      return {
        signature: '',
        problems: [],
        paths: new Set(),
        checks: { project: project.directory, files: [], problems: [] },
      }
    const { readCheckFiles } = await import('../../../lab/check/read-checks.ts')
    const checks = await readCheckFiles(files, project.directory)
    const { problems } = checks
    const contents = checks.files.map(({ path, value }) => [path, value])
    const signature = JSON.stringify([contents, problems.map((each) => problemText(each, project.directory))])
    return { signature, problems, paths: new Set(checks.files.map(({ path }) => path)), checks }
  }
  let live: LiveChecks | undefined
  const games = new Map<RuntimeName, WatchedGame>()
  let hasBegun = false
  let hasFailed = false
  const use = async (checks: CheckFiles): Promise<void> => {
    if (live) return live.use(checks)
    if (checks.files.length === 0 && checks.problems.length === 0) return
    const { LiveChecks } = await import('../../../lab/check/live-checks.ts')
    live = new LiveChecks(checks, zoneOffset(settings.game.timezone), {
      onViolation: (violation) => {
        violations.set(violation.check.id, violations.get(violation.check.id) ?? violation)
        log.design({ type: 'violated', violation })
      },
      onProblems: (runtime, problems) => {
        if (hasBegun) log.design({ type: 'broken checks', runtime, problems })
      },
      warn: (message) => {
        hasFailed = true
        log.warn(message)
      },
    })
    if (hasBegun) watchGames(live)
  }
  const watchGames = ({ watcher }: LiveChecks): void => {
    for (const [runtime, game] of games) watcher(runtime).begin(game)
  }
  const problemsOf = (emulator: Emulator): readonly Problem[] =>
    live?.problems('staging', emulator.runtime('staging').design) ?? []
  const known = await read()
  await use(known.checks)
  return {
    watcher: (runtime) => ({
      after: (entry, state, deployed) => live?.watcher(runtime).after(entry, state, deployed),
      begin: (game) => {
        games.set(runtime, game)
        if (hasBegun) live?.watcher(runtime).begin(game)
      },
      caughtUp: async () => live?.watcher(runtime).caughtUp(),
      watchedFor: (deployed, since) => live?.watcher(runtime).watchedFor(deployed, since) ?? [],
    }),
    get violations() {
      return [...violations.values()]
    },
    get hasFailed() {
      return hasFailed
    },
    caughtUp: async () => {
      for (const runtime of ['staging', 'production'] as const) await live?.watcher(runtime).caughtUp()
    },
    begin: (emulator) => {
      const problems = problemsOf(emulator)
      hasBegun = true
      if (live) watchGames(live)
      return problems
    },
    problems: problemsOf,
    follow: async (emulator) => {
      if (design.watch === 'off') return undefined
      return new DesignWatch({
        directory: project.directory,
        names: ['checks'],
        read,
        known,
        poll: design.watch === 'poll',
        inTurn: turns(1),
        onChange: async ({ checks }) => {
          await use(checks)
          problemsOf(emulator)
        },
        warn: log.warn,
      })
    },
  }
}
