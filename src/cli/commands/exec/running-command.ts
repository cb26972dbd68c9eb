import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { constants } from 'node:os'
import { join, resolve } from 'node:path'
import { isThere } from '../../../project/directory.ts'
import { hasCode } from '../../../storage/storage-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import type { EndingSignal, Io } from '../../../terminal/io.ts'
import { openSweeper } from './sweeper.ts'

/** The environment variable that marks every process of a command. */
const MARK = 'GAMIFY_EXEC'

/** The time that a command gets to end after a signal. */
const PATIENCE_MS = 5_000

/** A running command. */
export interface RunningCommand {
  /**
   * Resolves to the exit code, as a shell reports it, when all processes of the command have ended. Rejects if it
   * cannot run.
   */
  readonly ended: Promise<number>
  /** Passes a signal on. Kills the command if it has not ended some seconds later. */
  end(signal: EndingSignal): void
  /** Kills the command at once. */
  kill(): void
}

/**
 * Runs a command with our environment and these variables, on our stdin and stdout. With a terminal, the command stays
 * in our process group, so that the keys reach it directly; otherwise, it gets its own process group.
 */
export function runCommand(
  [name = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
  io: Io,
): RunningCommand {
  const { env, cwd } = io
  const mark = randomUUID()
  const sweeper = openSweeper(mark)
  const isShared = process.platform === 'win32' || hasTerminal()
  /** Undefined when the command does not run, because its process id can then belong to another process. */
  let child: ChildProcess | undefined
  const kill = (): void => void child?.kill('SIGKILL')
  let patience: NodeJS.Timeout | undefined
  const run = async (): Promise<number> => {
    try {
      child = spawn(name, args, {
        cwd,
        // This variable only concerns our own start by another Node.
        env: { ...env, GAMIFY_RELAUNCHED: undefined, ...variables, [MARK]: mark },
        stdio: 'inherit',
        detached: !isShared,
      })
      const { pid } = child
      if (pid !== undefined) sweeper.follow(isShared ? pid : -pid)
      return await codeOf(child)
    } finally {
      child = undefined
      clearTimeout(patience)
    }
  }
  const runAndSweep = async (): Promise<number> => {
    try {
      return await run()
    } catch (error) {
      throw await cannotRun(name, error, io)
    } finally {
      await sweeper.sweep()
    }
  }
  return {
    ended: runAndSweep(),
    end(signal) {
      if (child === undefined) return
      passOn(child, signal, isShared)
      patience = setTimeout(kill, PATIENCE_MS)
    },
    kill,
  }
}

/** Returns the exit code of a process, or 128 and the number of the signal that ended it. */
function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

/**
 * Sends SIGINT and SIGHUP to the whole process group, as a terminal does, and SIGTERM to the command alone. A command
 * in our own group gets SIGINT from the terminal.
 */
function passOn(child: ChildProcess, signal: EndingSignal, isShared: boolean): void {
  const { pid } = child
  if (pid === undefined || (isShared && signal === 'SIGINT')) return
  try {
    process.kill(isShared || signal === 'SIGTERM' ? pid : -pid, signal)
  } catch {
    // The process has just ended.
  }
}

/** What is needed to look a command up. */
type LookupContext = Pick<Io, 'cwd' | 'files'>

/** Returns the error for a command that could not be started, with the exit code that shells use for it. */
async function cannotRun(name: string, error: unknown, context: LookupContext): Promise<CliError> {
  const isPath = /[/\\]/.test(name)
  if (name === '' || (isNotFound(error) && !(isPath && (await isThere(context.files, resolve(context.cwd, name)))))) {
    return new CliError(`command not found: '${name}'`, {
      code: 'command_not_found',
      exitCode: exitCode.notFound,
      advice: await commandAdvice(name, context),
      cause: error,
    })
  }
  const [reason, ...advice] = isPath && (await isDirectory(name, context)) ? ['it is a directory'] : reasonOf(error)
  return new CliError(`cannot run the command '${name}': ${reason}`, {
    code: 'command_not_executable',
    exitCode: exitCode.notExecutable,
    advice,
    cause: error,
  })
}

async function isDirectory(name: string, { cwd, files }: LookupContext): Promise<boolean> {
  try {
    await files.readFile(resolve(cwd, name), 0)
    return false
  } catch (error) {
    return hasCode(error, 'EISDIR')
  }
}

/** Whether a file or one of its parent directories does not exist. */
const isNotFound = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

/** Suggests what to do about a command that was not found. */
async function commandAdvice(name: string, { cwd, files }: LookupContext): Promise<readonly string[]> {
  if (name === '') return ['the first word after -- is empty; is a variable not set?']
  if (/\s/.test(name))
    return ["pass the name and each argument as separate words: gamify exec -- NAME ARG, or sh -c 'LINE'"]
  if (!(await isThere(files, join(cwd, 'node_modules/.bin', name)))) return []
  return [`it is in node_modules/.bin; npx and npm scripts find it there: gamify exec -- npx ${name}`]
}

/** Returns why an existing command cannot be run, and what to do. */
function reasonOf(error: unknown): readonly [string, ...string[]] {
  if (process.platform === 'win32')
    return ['it is not a program', 'run a script with its interpreter: node SCRIPT, or cmd /c NAME']
  if (hasCode(error, 'EACCES')) return ['it is not executable', 'if it is a program, make it executable with chmod +x']
  if (isNotFound(error)) return ['the interpreter in its first line does not exist']
  if (hasCode(error, 'ELOOP')) return ['its symbolic links form a loop']
  if (hasCode(error, 'ENAMETOOLONG')) return ['its name is too long']
  if (hasCode(error, 'E2BIG')) return ['its arguments and environment are too long']
  return [error instanceof Error ? error.message : String(error)]
}

/** Whether there is a terminal whose keys send signals to our process group. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
