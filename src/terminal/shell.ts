import type { Io } from './io.ts'
import { paintFor, type Paint } from './render/paint.ts'

/** The values of the common flags. An empty text counts as if the flag were not given. */
export interface CommonOptions {
  readonly json: boolean
  readonly quiet: boolean
  readonly colourless: boolean
  readonly verbose: boolean
  readonly config: string | undefined
  readonly url: string | undefined
  readonly runtime: 'staging' | 'production' | undefined
  readonly as: string | undefined
}

/** What a running command uses: the environment, the common flags, and functions that print according to them. */
export interface Shell {
  readonly io: Io
  readonly options: CommonOptions
  /** Colours for stdout. */
  readonly paint: Paint
  /** Prints the result on stdout, unless `--json` is set. */
  print(text: string): void
  /** Prints that something was done. Like `print`, but not with `--quiet`. */
  confirm(text: string): void
  /** Prints the one JSON document of `--json`. */
  printJson(json: string): void
  /** Prints a note on stderr, unless `--quiet` or `--json` is set. */
  note(text: string): void
}

/** Creates a shell for an environment and the common flags. */
export function createShell(io: Io, options: CommonOptions): Shell {
  const print = (text: string): void => {
    if (!options.json) io.stdout.write(`${text}\n`)
  }
  return {
    io,
    options,
    paint: paintFor(io.stdout, io.env, options.colourless),
    print,
    confirm: (text) => {
      if (!options.quiet) print(text)
    },
    printJson: (json) => {
      if (options.json) io.stdout.write(`${json}\n`)
    },
    note: (text) => {
      if (!options.quiet && !options.json) io.stderr.write(`${text}\n`)
    },
  }
}
