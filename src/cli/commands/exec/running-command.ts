import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:os'
import type { EndingSignal, Io } from '../../../terminal/io.ts'
import { cannotRun } from './cannot-run.ts'
import { openSweeper } from './sweeper.ts'
import { hasTerminal } from './terminal.ts'

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
