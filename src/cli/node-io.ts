import { once } from 'node:events'
import { getSystemErrorMessage } from 'node:util'
import { nodeFileSystem } from '../storage/fs.ts'
import { endingCode, exitCode } from '../terminal/exit-code.ts'
import type { EndingSignal, Io, Output, Unwritten } from '../terminal/io.ts'
import { watchNpm } from './npm-watch.ts'

/**
 * The world as it is: this process, its terminal and its files. An ending signal ends it, until a command listens, and so
 * does text that stdout does not take: whoever reads what a command prints may have read enough. Under `npm start`, the end
 * of npm counts as a signal.
 */
export function nodeIo(): Io {
  let onSignal = (signal: EndingSignal): void => process.exit(endingCode[signal])
  let onUnwritten = (why: Unwritten): void => process.exit(why === 'unread' ? exitCode.ok : exitCode.refused)
  const stopWatching = watchNpm(process.env, () => onSignal('SIGTERM'))
  for (const signal of endingSignals) {
    process.on(signal, () => {
      // That npm ends too is no second signal.
      stopWatching()
      onSignal(signal)
    })
  }
  const io: Io = {
    stdout: outputOn(
      () => process.stdout,
      (why, error) => {
        if (why === 'unread') onUnwritten(why)
        else void reportUnwritten(error, io).then(() => onUnwritten(why))
      },
    ),
    // What goes on needs nobody to read its log.
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
    onUnwritten: (listener) => {
      onUnwritten = listener
    },
    onResize: (listener) => void process.stdout.on('resize', listener),
    exit: (code) => process.exit(code),
  }
  return io
}

const endingSignals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** Making a stream takes longer than most that is written to one, so each is made when it is first asked for. */
function outputOn(make: () => NodeJS.WriteStream, onLost: OnLost): Output {
  let made: NodeJS.WriteStream | undefined
  const stream = (): NodeJS.WriteStream => (made ??= tolerant(make(), onLost))
  return {
    write: (text) => void stream().write(text),
    async taken() {
      // What cannot be written is told of by itself.
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

type OnLost = (why: Unwritten, error: NodeJS.ErrnoException) => void

/** `onLost` is told of the first text that the stream does not take. */
function tolerant(stream: NodeJS.WriteStream, onLost: OnLost): NodeJS.WriteStream {
  let isLost = false
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost) return
    isLost = true
    // A terminal that has gone says it with another word than a pipe.
    const isUnread = error.code === 'EPIPE' || (error.code === 'EIO' && stream.isTTY)
    onLost(isUnread ? 'unread' : 'failed', error)
  })
}

/** However the command ends, it has not said what it had to. */
async function reportUnwritten(error: NodeJS.ErrnoException, io: Io): Promise<void> {
  process.once('exit', (code) => {
    process.exitCode = code === exitCode.ok ? exitCode.refused : code
  })
  const reason = error.errno === undefined ? error.message : getSystemErrorMessage(error.errno)
  const [{ reportError }, { CliError }] = await Promise.all([
    import('./program.ts'),
    import('../terminal/cli-error.ts'),
  ])
  const told = new CliError(`cannot write to stdout: ${reason}`, {
    code: 'output_failed',
    exitCode: exitCode.refused,
    cause: error,
  })
  await reportError(told, process.argv.slice(2), io)
}

/** On stderr, so that a question never mixes with what a command prints. Without an answer it is as if empty. */
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
