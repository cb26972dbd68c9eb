import { defineCommand } from '../command.ts'
import { coverageFlags, coverageWanted } from '../coverage/flags.ts'
import { endingCode } from '../exit-code.ts'
import { onEndings } from '../on-endings.ts'
import type { EndingSignal } from '../io.ts'
import { oneOrMore, text } from '../option.ts'
import { type RunningCommand, runCommand } from './exec/running-command.ts'
import { coverageOfEmulator } from './exec/coverage-of-emulator.ts'
import { exportState } from './exec/export-on-exit.ts'
import { environmentOf, environmentText } from './serve/environment.ts'
import { serveFlags } from './serve/flags.ts'
import { createLog, type Log } from './serve/log.ts'
import { planServe, type ServeFlags, type ServePlan } from './serve/plan.ts'
import { whileServed } from './serve/serving.ts'
import type { Shell } from '../shell.ts'
import { stateFilePath } from '../state-file.ts'

/** Why an export ends that nobody waits for. */
const interrupted = new Error('interrupted')

/** `gamify exec`: runs a command beside an emulator that is there for it alone, and ends as it does. Spec 6.2. */
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
  },
  examples: [
    'gamify exec -- npm test',
    'gamify exec --now 2026-01-31 --freeze --seed seeds/players.json -- npx vitest run',
  ],
  notes: [
    'The command finds GAMIFY_URL, GAMIFY_CLIENT_ID and GAMIFY_CLIENT_SECRET in its environment, and stdin, stdout and',
    'stderr are its own. The exit code is that of the command; 126 where it cannot be run, 127 where there is none of',
    'its name, 128+N where signal N has ended it. SIGINT, SIGTERM and SIGHUP are passed on; at a second one, or 5 seconds',
    'after the first, it is killed. Nothing that it has started is left running, unless it leaves its session and clears',
    'its environment; on Windows what it has started is.',
    'The state is exported whatever the exit code of the command; it is 1 where that fails after a command that did not.',
    'The design directory is followed with --poll or --write-back alone.',
    '--coverage tells on stderr what of the design the command has exercised; the exit code is 1 where that is less than',
    '--threshold after a command that did not fail. With --json that is { coverage }, in a line on stderr.',
  ].join('\n'),
  async run({ command, exportOnExit, coverage, threshold, lcov, ...given }, shell) {
    const wanted = coverageWanted({ coverage, threshold, lcov })
    let running: RunningCommand | undefined
    let asked: EndingSignal | undefined
    let exporting: AbortController | undefined
    onEndings(
      shell.io,
      (signal) => {
        asked = signal
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
      const environment = environmentOf(plan, serving)
      if (plan.printEnv) shell.io.stderr.write(environmentText(environment))
      if (plan.design.watch === 'poll' || plan.design.writeBack) await serving.followFiles()
      const covering = wanted && (await coverageOfEmulator(wanted, shell, plan, serving.emulator))
      if (asked) return endingCode[asked]
      running = runCommand(command, environment, shell.io)
      const code = await running.ended
        .catch((error: unknown) => {
          // There is nothing that it could be passed on to.
          shell.io.onSignal((signal) => shell.io.exit(endingCode[signal]))
          throw error
        })
        .finally(() => (running = undefined))
      const told = covering ? await afterCommand(code, shell, () => covering.tell(shell.io.stderr)) : code
      if (exportTo === undefined) return told
      const { signal } = (exporting = new AbortController())
      return afterCommand(told, shell, () =>
        exportState({ path: exportTo, signal }, serving.emulator, shell.io),
      ).finally(() => (exporting = undefined))
    })
  },
})

/** Does what is to be done when the command has ended, and gives the exit code: that of a command that has failed goes first. */
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

/** As `serve` does it, but for what nobody else is to see: a free port, and data that is thrown away. */
function planExec(given: Omit<ServeFlags, 'waitForDesign'>, shell: Shell): Promise<ServePlan> {
  const { port = 0, data, memory, noWatch, poll } = given
  const own = { port, memory: memory || data === undefined, noWatch: noWatch || !poll, waitForDesign: false }
  return planServe({ ...given, ...own }, shell)
}

/** Unless told, warnings alone: what requests there are is for the command to tell. */
function logOf(given: Pick<ServeFlags, 'log'>, plan: ServePlan, shell: Shell): Log {
  const log = createLog(plan.log, shell)
  return given.log === undefined ? { ...log, request: undefined } : log
}
