import { once } from 'node:events'
import { getSystemErrorMessage } from 'node:util'
import { nodeFileSystem } from '../storage/fs.ts'
import { endingCode, exitCode } from '../terminal/exit-code.ts'
import type { EndingSignal, Io, Output, OutputFailure } from '../terminal/io.ts'
import { watchNpm } from './npm-watch.ts'

/**
 * Returns the real environment: this process, its terminal and its files. Until a command listens, an ending signal
 * ends the process, and so does a failed write to stdout: the reader of a pipe may have read enough. Under `npm start`,
 * the end of npm counts as a signal.
 */
export function nodeIo(): Io {
  let onSignal = (signal: EndingSignal): void => process.exit(endingCode[signal])
  let onOutputFailure = (why: OutputFailure): void => process.exit(why === 'unread' ? exitCode.ok : exitCode.usage)
  const stopWatching = watchNpm(process.env, () => onSignal('SIGTERM'))
  for (const signal of endingSignals) {
    process.on(signal, () => {
      // The end of npm after a signal must not count as a second signal.
      stopWatching()
      onSignal(signal)
    })
  }
  const io: Io = {
    stdout: outputOn(
      () => process.stdout,
      (why, error) => {
        if (why === 'unread') onOutputFailure(why)
        else void reportOutputFailure(error, io).then(() => onOutputFailure(why))
      },
    ),
    // A command continues even if nobody reads its log.
    stderr: outputOn(
      () => process.stderr,
      () => {},
    ),
    stdin: () => process.stdin,
    env: process.env,
    cwd: process.cwd(),
    program: process.argv[1] ?? 'gamify',
    files: nodeFileSystem(),
    now: Date.now,
    get ask() {
      return process.stdin.isTTY ? ask : undefined
    },
    onSignal: (listener) => {
      onSignal = listener
    },
    onOutputFailure: (listener) => {
      onOutputFailure = listener
    },
    onResize: (listener) => void process.stdout.on('resize', listener),
    exit: (code) => process.exit(code),
  }
  return io
}

const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** Creates the stream on first use, because creating one takes longer than most writes. */
function outputOn(make: () => NodeJS.WriteStream, onLost: OnLost): Output {
  let made: NodeJS.WriteStream | undefined
  const stream = (): NodeJS.WriteStream => (made ??= onStreamError(make(), onLost))
  return {
    write: (text) => void stream().write(text),
    async drained() {
      // The error listener reports a failed write.
      if (stream().writableNeedDrain) await once(stream(), 'drain').catch(() => {})
    },
    get isTerminal() {
      return stream().isTTY
    },
    get rows() {
      return stream().rows
    },
    get columns() {
      return stream().columns
    },
  }
}

type OnLost = (why: OutputFailure, error: NodeJS.ErrnoException) => void

/** Calls `onLost` for the first write error of a stream. */
function onStreamError(stream: NodeJS.WriteStream, onLost: OnLost): NodeJS.WriteStream {
  let isLost = false
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost) return
    isLost = true
    // A closed terminal reports EIO where a closed pipe reports EPIPE.
    const isUnread = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY)
    onLost(isUnread ? 'unread' : 'failed', error)
  })
}

/**
 * Reports that stdout failed, and makes sure that the process exits with 2: neither 0 nor 1, because its output is
 * incomplete, whatever the command found.
 */
async function reportOutputFailure(error: NodeJS.ErrnoException, io: Io): Promise<void> {
  process.once('exit', (code) => {
    process.exitCode = code === exitCode.ok || code === exitCode.refused ? exitCode.usage : code
  })
  const reason = error.errno === undefined ? error.message : getSystemErrorMessage(error.errno)
  const [{ reportError }, { CliError }] = await Promise.all([
    import('./program.ts'),
    import('../terminal/cli-error.ts'),
  ])
  const cliError = new CliError(`cannot write to stdout: ${reason}`, {
    code: 'output_failed',
    exitCode: exitCode.usage,
    cause: error,
  })
  await reportError(cliError, process.argv.slice(2), io)
}

/**
 * Asks on stderr, so that the question does not mix with the output on stdout. Resolves to an empty text if there is no
 * answer.
 */
async function ask(question: string): Promise<string> {
  const { createInterface } = await import('node:readline')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    terminal.on('SIGINT', () => process.exit(exitCode.interrupted))
    terminal.on('close', () => resolve(''))
    terminal.question(question, (answer) => {
      resolve(answer)
      terminal.close()
    })
  })
}
