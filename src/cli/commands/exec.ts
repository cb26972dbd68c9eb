import type { Emulator } from '../../emulator/emulator.ts'
import { CliError } from '../../terminal/cli-error.ts'
import { endingCode, exitCode } from '../../terminal/exit-code.ts'
import type { EndingSignal, Io } from '../../terminal/io.ts'
import { wrongConfiguration } from '../../terminal/load-project.ts'
import type { Shell } from '../../terminal/shell.ts'
import { defineCommand } from '../command.ts'
import type { CoverageMeasurement } from '../coverage/covering.ts'
import { coverageFlags, coverageOptions, type CoverageOptions } from '../coverage/flags.ts'
import { onEndingSignals } from '../ending-signal.ts'
import { choice, oneOrMore, text } from '../option.ts'
import { stateFilePath, writeState } from '../state-file.ts'
import { systemErrorText } from '../write-file.ts'
import { type RunningCommand, runCommand } from './exec/running-command.ts'
import { environmentOf, environmentText } from './serve/environment.ts'
import { serveFlags } from './serve/flags.ts'
import { createLog, type Log } from './serve/log.ts'
import { planServe, type ServeFlags, type ServePlan } from './serve/plan.ts'
import { whileServed, type Serving } from './serve/serving.ts'

/** The reason for aborting an export. */
const interrupted = new Error('interrupted')

/** `gamify exec`: runs a command with an emulator of its own, and exits with the exit code of the command. Spec 6.2. */
export const exec = defineCommand({
  arguments: { command: oneOrMore('command', 'The command and its arguments, after --', 'file') },
  options: {
    ...serveFlags,
    port: { ...serveFlags.port, about: 'The port to listen on (default: a free one)' },
    data: { ...serveFlags.data, about: 'Keep state and journal in this directory (default: in memory only)' },
    log: {
      ...serveFlags.log,
      about:
        'What to log on stderr: requests as text or JSON, what happens in the game, or nothing (default: no requests)',
    },
    printEnv: { ...serveFlags.printEnv, about: 'Print the GAMIFY_* variables of the command on stderr' },
    exportOnExit: text(
      '--export-on-exit <file>',
      'Write the state of the game to this file when the command ends',
      'file',
    ),
    ...coverageFlags,
    checks: choice('--checks <mode>', 'Report a check that does not hold, or also exit with 1 (default: report)', [
      'report',
      'fail',
    ]),
  },
  examples: [
    'gamify exec -- npm test',
    'gamify exec --now 2026-01-31 --freeze --seed seeds/players.json -- npx vitest run',
  ],
  notes: [
    'The command gets GAMIFY_URL, GAMIFY_CLIENT_ID and GAMIFY_CLIENT_SECRET in its environment, and uses your stdin, stdout',
    'and stderr. gamify exits with the exit code of the command, with 126 if the command cannot be run, with 127 if it does',
    'not exist, and with 128+N if signal N ended it.',
    'gamify passes SIGINT, SIGTERM and SIGHUP on to the command, and kills it at a second signal or after 5 seconds. It also',
    'ends every process that the command started, except one that leaves its session and clears its environment. On Windows,',
    'such processes keep running.',
    '--export-on-exit exports the state whatever the exit code of the command. If only the export fails, gamify exits with 1.',
    'gamify watches the design directory only with --poll or --write-back.',
    '--coverage reports on stderr how much of the design the command exercised. If that is less than --threshold and the',
    'command did not fail, gamify exits with 1. With --json, the report is one line on stderr: { coverage }.',
    'gamify watches for violations of the checks in checks/. With --checks fail, gamify exits with 1 if one does not hold and',
    'the command did not fail.',
  ].join('\n'),
  async run({ command, exportOnExit, coverage, threshold, lcov, checks, ...given }, shell) {
    const coverageWanted = coverageOptions({ coverage, threshold, lcov })
    let running: RunningCommand | undefined
    let receivedSignal: EndingSignal | undefined
    let exporting: AbortController | undefined
    onEndingSignals(
      shell.io,
      (signal) => {
        receivedSignal = signal
        running?.end(signal)
      },
      (signal) => {
        if (running) running.kill()
        else if (exporting) exporting.abort(interrupted)
        else shell.io.exit(endingCode[signal])
      },
    )
    const exportTo =
      exportOnExit === undefined ? undefined : await stateFilePath(exportOnExit, shell.io, '--export-on-exit ')
    const plan = await planExec(given, shell)
    return whileServed(plan, shell, logOf(given, plan, shell), async (serving) => {
      const problems = serving.checks.begin(serving.emulator)
      if (problems.length > 0) throw wrongConfiguration(problems, shell.io.cwd)
      const environment = environmentOf(plan, serving)
      if (plan.printEnv) shell.io.stderr.write(environmentText(environment))
      if (plan.design.watch === 'poll' || plan.design.writeBack) await serving.followFiles()
      const measurement = coverageWanted && (await coverageOfEmulator(coverageWanted, shell, plan, serving.emulator))
      if (receivedSignal) return endingCode[receivedSignal]
      running = runCommand(command, environment, shell.io)
      const exportAfter = (commandCode: number, path: string): Promise<number> => {
        const { signal } = (exporting = new AbortController())
        return afterCommand(commandCode, shell, () =>
          exportState({ path, signal }, serving.emulator, shell.io),
        ).finally(() => (exporting = undefined))
      }
      const code = await running.ended
        .catch((error: unknown) => {
          // Without a command to pass it on to, a signal ends the program.
          shell.io.onSignal((signal) => shell.io.exit(endingCode[signal]))
          throw error
        })
        .finally(() => (running = undefined))
      const measuredCode = measurement
        ? await afterCommand(code, shell, () => measurement.report(shell.io.stderr))
        : code
      const exportedCode = exportTo === undefined ? measuredCode : await exportAfter(measuredCode, exportTo)
      if (checks !== 'fail') return exportedCode
      return afterCommand(exportedCode, shell, () => requireHeld(serving))
    })
  },
})

/**
 * Runs a task after the command has ended, and returns the exit code. If the command failed, its exit code wins, and an
 * error of the task is only reported.
 */
async function afterCommand(code: number, shell: Shell, task: () => Promise<void>): Promise<number> {
  try {
    await task()
  } catch (error) {
    if (code === 0) throw error
    const { reportError } = await import('../report-error.ts')
    reportError(error, shell.io, shell.options)
  }
  return code
}

/** Throws a CliError if a check did not hold, or was not watched to the end. */
async function requireHeld({ checks, emulator }: Serving): Promise<void> {
  await checks.caughtUp()
  const ids = checks.violations.map(({ check }) => check.id)
  const isUnwatched = checks.hasFailed || checks.problems(emulator).length > 0
  if (ids.length === 0 && !isUnwatched) return
  const message =
    ids.length > 0 ? `these checks did not hold: ${ids.join(', ')}` : 'the checks were not watched to the end'
  throw new CliError(message, { code: 'check_violated', exitCode: exitCode.refused })
}

/** Plans like `serve`, but by default with a free port and with data in memory only. */
function planExec(given: Omit<ServeFlags, 'waitForDesign' | 'types'>, shell: Shell): Promise<ServePlan> {
  const { port = 0, data, memory, noWatch, poll } = given
  const own = {
    port,
    memory: memory || data === undefined,
    noWatch: noWatch || !poll,
    waitForDesign: false,
    types: undefined,
  }
  return planServe({ ...given, ...own }, shell)
}

/** Logs no requests unless `--log` is given. */
function logOf(given: Pick<ServeFlags, 'log'>, plan: ServePlan, shell: Shell): Log {
  const log = createLog(plan.log, shell)
  return given.log === undefined ? { ...log, request: undefined } : log
}

/** Starts to measure coverage of the design of the staging runtime. */
async function coverageOfEmulator(
  coverageWanted: CoverageOptions,
  shell: Shell,
  { design, project }: Pick<ServePlan, 'design' | 'project'>,
  emulator: Emulator,
): Promise<CoverageMeasurement> {
  const { startMeasuring } = await import('../coverage/covering.ts')
  const location = { design: design.reader.directory, directory: project.directory }
  return startMeasuring(coverageWanted, shell, location, () => emulator.runtime('staging').coverage.read())
}

/** Where to write a state. Writing stops when `signal` is aborted. */
interface ExportTarget {
  readonly path: string
  readonly signal: AbortSignal
}

/** Writes the state of the staging runtime, completely or not at all. */
async function exportState(
  { path, signal }: ExportTarget,
  emulator: Emulator,
  { files }: Pick<Io, 'files'>,
): Promise<void> {
  try {
    await writeState(files, path, untilAborted(signal, emulator.whole('staging').export({ history: true })))
  } catch (error) {
    const why = systemErrorText(error) ?? (error instanceof Error ? error.message : String(error))
    throw new CliError(`the state was not exported to ${path}: ${why}`, {
      code: 'not_exported',
      exitCode: exitCode.refused,
      cause: error,
    })
  }
}

async function* untilAborted<T>(signal: AbortSignal, pieces: AsyncIterable<T>): AsyncGenerator<T, void> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}
