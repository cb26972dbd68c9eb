import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import type { EndingSignal, Io } from '../../../terminal/io.ts'
import { openSweeper } from './sweeper.ts'
import { join, resolve } from 'node:path'
import { isThere } from '../../../project/directory.ts'
import { hasCode } from '../../../storage/storage-error.ts'
import { CliError } from '../../../terminal/cli-error.ts'
import { exitCode } from '../../../terminal/exit-code.ts'
import { closeSync, openSync } from 'node:fs'

/** The variable by which everything that a command starts is known. */
const MARK = 'GAMIFY_EXEC'

/** How long a command may take to end once a signal was passed on to it. */
const PATIENCE_MS = 5_000

/** A command that is running. */
export interface RunningCommand {
  /** Resolves to its exit code, as a shell tells it, when nothing of it is left. Rejects where it cannot be run. */
  readonly ended: Promise<number>
  /** Passes a signal on; what has not ended some seconds later is killed. */
  end(signal: EndingSignal): void
  /** Kills it at once. */
  kill(): void
}

/**
 * Runs a command with these variables besides ours, on our input and output. At a terminal it shares that with us, and
 * what is typed there reaches it by itself; elsewhere it is the first of a group of its own.
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
  /** While it runs: who comes later may find another process by its id. */
  let child: ChildProcess | undefined
  const kill = (): void => void child?.kill('SIGKILL')
  let patience: NodeJS.Timeout | undefined
  const started = async (): Promise<number> => {
    try {
      child = spawn(name, args, {
        cwd,
        // Who has started us may be an older Node, which is no concern of the command.
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
  const swept = async (): Promise<number> => {
    try {
      return await started()
    } catch (error) {
      throw await cannotRun(name, error, io)
    } finally {
      await sweeper.sweep()
    }
  }
  return {
    ended: swept(),
    end(signal) {
      if (child === undefined) return
      passOn(child, signal, isShared)
      patience = setTimeout(kill, PATIENCE_MS)
    },
    kill,
  }
}

/** The exit code of a process: 128 and the number of the signal that has ended it, where one did. */
function codeOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}

/** Whole groups get what keys send and what the end of a terminal brings; the request to end is for who was started. */
function passOn(child: ChildProcess, signal: EndingSignal, isShared: boolean): void {
  const { pid } = child
  if (pid === undefined || (isShared && signal === 'SIGINT')) return
  try {
    process.kill(isShared || signal === 'SIGTERM' ? pid : -pid, signal)
  } catch {
    // It has just ended.
  }
}

/** Where a command is looked for. */
type Place = Pick<Io, 'cwd' | 'files'>

/** Why a command could not be started, in words, with the exit code that shells have for it. */
async function cannotRun(name: string, error: unknown, place: Place): Promise<CliError> {
  const isPath = /[/\\]/.test(name)
  if (name === '' || (isMissing(error) && !(isPath && (await isThere(place.files, resolve(place.cwd, name)))))) {
    return new CliError(`command not found: '${name}'`, {
      code: 'command_not_found',
      exitCode: exitCode.notFound,
      advice: await whereElse(name, place),
      cause: error,
    })
  }
  const [reason, ...advice] = isPath && (await isDirectory(name, place)) ? ['it is a directory'] : reasonOf(error)
  return new CliError(`cannot run the command '${name}': ${reason}`, {
    code: 'command_not_executable',
    exitCode: exitCode.notExecutable,
    advice,
    cause: error,
  })
}

async function isDirectory(name: string, { cwd, files }: Place): Promise<boolean> {
  try {
    await files.readFile(resolve(cwd, name), 0)
    return false
  } catch (error) {
    return hasCode(error, 'EISDIR')
  }
}

/** Whether the system has not found a file, or not even a directory where one should be. */
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')

/** What may have been meant by the name of nothing. */
async function whereElse(name: string, { cwd, files }: Place): Promise<readonly string[]> {
  if (name === '') return ['the first word after -- is empty; is a variable not set?']
  if (/\s/.test(name))
    return ["pass the name and each argument as separate words: gamify exec -- NAME ARG, or sh -c 'LINE'"]
  if (!(await isThere(files, join(cwd, 'node_modules/.bin', name)))) return []
  return [`it is in node_modules/.bin; npx and npm scripts find it there: gamify exec -- npx ${name}`]
}

/** Why what is there cannot be run, and what to do. */
function reasonOf(error: unknown): readonly [string, ...string[]] {
  if (process.platform === 'win32')
    return ['it is not a program', 'run a script with its interpreter: node SCRIPT, or cmd /c NAME']
  if (hasCode(error, 'EACCES')) return ['it is not executable', 'if it is a program, make it executable with chmod +x']
  if (isMissing(error)) return ['the interpreter in its first line does not exist']
  if (hasCode(error, 'ELOOP')) return ['its symbolic links form a loop']
  if (hasCode(error, 'ENAMETOOLONG')) return ['its name is too long']
  if (hasCode(error, 'E2BIG')) return ['its arguments and environment are too long']
  return [error instanceof Error ? error.message : String(error)]
}

/** Whether there is a terminal from which keys send signals to us and to whatever runs in our group. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
