import type { Io } from './io.ts'
import { paintFor, type Paint } from './render/paint.ts'

/** What the flags of every command were; an empty text is as if it were not given. */
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

/** What a running command has at hand: the world, the common flags, and ways to say something that obey them. */
export interface Shell {
  readonly io: Io
  readonly options: CommonOptions
  /** Colours for stdout. */
  readonly paint: Paint
  /** What was asked for, as tables and sentences: a line on stdout, unless `--json` asks for JSON in its place. */
  print(text: string): void
  /** That something was done: as `print`, but not with `--quiet`. */
  confirm(text: string): void
  /** The one document that `--json` asks for, as JSON text. */
  printJson(json: string): void
  /** A remark on stderr, unless `--quiet` or `--json`. */
  note(text: string): void
}

/** A shell over a world, for the flags given. */
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
