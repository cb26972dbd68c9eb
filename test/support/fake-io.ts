import { runProgram } from '../../src/cli/program.ts'
import { nodeFileSystem } from '../../src/storage/fs.ts'
import type { EndingSignal, Io, OutputFailure } from '../../src/terminal/io.ts'

/** What a command line came to. */
export interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** The world of a test: its own streams, environment and directory; the files are those of this machine. */
export interface FakeIo extends Io {
  readonly written: { stdout: string; stderr: string }
  /** Codes that the program was ended with, at once. */
  readonly exits: number[]
  /** Sends a signal to whoever listens, or who does so first: a program that has just been started may not yet. */
  signal(name: EndingSignal): void
  /** Tells who listens that stdout does not take what is written. */
  lose(why: OutputFailure): void
  /** Gives the terminal another width. */
  resize(columns: number): void
}

/** What of the world a test sets. */
export interface FakeWorld {
  readonly cwd?: string
  readonly program?: string
  readonly env?: Io['env']
  /** Both streams are terminals, and this is what the person there answers. */
  readonly answer?: string
  /** How wide the terminal is. */
  readonly columns?: number
  readonly files?: Io['files']
  readonly now?: () => number
  /** What comes in. */
  readonly stdin?: string
}

/** Makes a world. */
export function fakeIo({
  cwd = '/nowhere',
  program = '/usr/bin/gamify',
  env = {},
  answer,
  columns,
  files = nodeFileSystem(),
  now = Date.now,
  stdin = '',
}: FakeWorld = {}): FakeIo {
  const written = { stdout: '', stderr: '' }
  const exits: number[] = []
  const early: EndingSignal[] = []
  let listener = (signal: EndingSignal): void => void early.push(signal)
  let onUnwritten: (why: OutputFailure) => void = () => {}
  let width = columns
  let onResize = (): void => {}
  const isTerminal = answer !== undefined
  return {
    written,
    exits,
    stdout: {
      write: (text) => void (written.stdout += text),
      isTerminal,
      get columns() {
        return width
      },
    },
    stderr: { write: (text) => void (written.stderr += text), isTerminal },
    stdin: async function* () {
      yield Buffer.from(stdin)
    },
    env,
    cwd,
    program,
    files,
    now,
    ask: answer === undefined ? undefined : (question) => ((written.stderr += question), Promise.resolve(answer)),
    onSignal: (listens) => {
      listener = listens
      for (const signal of early.splice(0)) listens(signal)
    },
    onOutputFailure: (listens) => (onUnwritten = listens),
    onResize: (listens) => (onResize = listens),
    exit: (code) => void exits.push(code),
    signal: (name) => listener(name),
    lose: (why) => onUnwritten(why),
    resize: (to) => {
      width = to
      onResize()
    },
  }
}

/** Runs a command line, written as in a shell without quotes. */
export async function gamify(line: string, world: FakeWorld = {}): Promise<Outcome> {
  const io = fakeIo(world)
  const code = await runProgram(line === '' ? [] : line.split(' '), io)
  return { code, ...io.written }
}
