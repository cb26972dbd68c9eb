import type { FileSystem } from '../storage/fs.ts'

/** Where text goes: one of the two output streams of the process. */
export interface Output {
  write(text: string): void
  /** Resolves when so much has been taken that more may be written; absent where writing never has to wait. */
  drained?(): Promise<void>
  readonly isTerminal: boolean
  /** How many lines a terminal shows; absent where it does not tell. */
  readonly rows?: number | undefined
  /** How many characters a line of a terminal holds; absent where it does not tell. */
  readonly columns?: number | undefined
}

/** The signals that end a program. */
export type EndingSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM'

/** Why what is written to stdout goes nowhere: whoever read it has left, or it cannot be written. */
export type OutputFailure = 'unread' | 'failed'

/** All that a command may know and touch of the world around it, so that tests can be that world. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** What comes in, to its end; asked for once. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The file that was run, an absolute path: a link to ours where it was found by its name. */
  readonly program: string
  readonly files: FileSystem
  /** The machine's clock, in ms since 1970. */
  readonly now: () => number
  /** Puts a question to the person at the terminal; undefined where there is none. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** From now on the ending signals go to `listener` and no longer end the program by themselves. */
  readonly onSignal: (listener: (signal: EndingSignal) => void) => void
  /** From now on text that stdout does not take is told to `listener`, once, and no longer ends the program by itself. */
  readonly onOutputFailure: (listener: (why: OutputFailure) => void) => void
  /** Calls `listener` whenever the terminal of stdout has another size. */
  readonly onResize: (listener: () => void) => void
  /** Ends the program at once, with nothing tidied up. */
  readonly exit: (code: number) => void
}
