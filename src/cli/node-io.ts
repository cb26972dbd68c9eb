import { nodeFileSystem } from '../storage/fs.ts'
import { exitCode } from './exit-code.ts'
import type { EndingSignal, Io, Output } from './io.ts'

/** The world as it is: this process, its terminal and its files. An ending signal ends it, until a command listens. */
export function nodeIo(): Io {
  let onSignal = (signal: EndingSignal): void => process.exit(codeOf[signal])
  for (const signal of endingSignals) process.on(signal, () => onSignal(signal))
  return {
    // Whoever reads what a command prints may have read enough; what goes on needs nobody to read its log.
    stdout: outputOn(
      () => process.stdout,
      () => process.exit(exitCode.ok),
    ),
    stderr: outputOn(
      () => process.stderr,
      () => {},
    ),
    env: process.env,
    cwd: process.cwd(),
    files: nodeFileSystem(),
    now: Date.now,
    get ask() {
      return process.stdin.isTTY ? ask : undefined
    },
    onSignal: (listener) => {
      onSignal = listener
    },
    onResize: (listener) => void process.stdout.on('resize', listener),
    exit: (code) => process.exit(code),
  }
}

const codeOf = { SIGINT: exitCode.interrupted, SIGTERM: exitCode.terminated } as const
const endingSignals = ['SIGINT', 'SIGTERM'] as const

/** Making a stream takes longer than most that is written to one, so each is made when it is first asked for. */
function outputOn(make: () => NodeJS.WriteStream, onUnread: () => void): Output {
  let made: NodeJS.WriteStream | undefined
  const stream = (): NodeJS.WriteStream => (made ??= tolerant(make(), onUnread))
  return {
    write: (text) => void stream().write(text),
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

/** `onUnread` is told of what is written when nobody reads any more. */
function tolerant(stream: NodeJS.WriteStream, onUnread: () => void): NodeJS.WriteStream {
  return stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    onUnread()
  })
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
