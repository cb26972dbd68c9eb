import type { FileSystem } from '../storage/fs.ts'

/** One of the two output streams of the process. */
export interface Output {
  write(text: string): void
  /** Resolves when the stream can take more; undefined if writes never have to wait. */
  drained?(): Promise<void>
  readonly isTerminal: boolean
  /** The number of lines of the terminal, if it is known. */
  readonly rows?: number | undefined
  /** The number of columns of the terminal, if it is known. */
  readonly columns?: number | undefined
}

/** The signals that end the program. */
export type EndingSignal = 'SIGHUP' | 'SIGINT' | 'SIGTERM'

/** Why a write to stdout fails: its reader has closed it, or there is an error. */
export type OutputFailure = 'unread' | 'failed'

/** How much of a piece of work is done. */
export interface Progress {
  readonly what: string
  readonly done: number
  readonly of: number
  /** What follows the numbers: ` sequences, 1,200 plays/s`. */
  readonly detail: string
}

/** The environment of a command. Tests replace it. */
export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  /** Returns the input; it can be read once. */
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** The absolute path of the file that was run; a link to ours if it was found by its name. */
  readonly program: string
  readonly files: FileSystem
  /** The machine's clock, in ms since 1970. */
  readonly now: () => number
  /** Asks the user a question; undefined without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | undefined
  /** From now on, ending signals call `listener`, and no longer end the program. */
  readonly onSignal: (listener: (signal: EndingSignal) => void) => void
  /** From now on, the first failed write to stdout calls `listener`, and no longer ends the program. */
  readonly onOutputFailure: (listener: (why: OutputFailure) => void) => void
  /** Calls `listener` whenever the size of the terminal changes. */
  readonly onResize: (listener: () => void) => void
  /** Receives the progress of work of a known length, in the place of a progress bar. */
  readonly onProgress?: (progress: Progress) => void
  /** Aborts when nobody waits for the output any more, so that what a command knows so far is worth nothing. */
  readonly unwanted?: AbortSignal
  /** Ends the program at once, without cleaning up. */
  readonly exit: (code: number) => void
}
