/** The package of this program, as its one file carries it. */
export interface Archive {
  /** Its version and the hash of its content: no other build has this name. */
  readonly name: string
  readonly files: readonly ArchivedFile[]
  /** The bytes of all files one behind the other, in the order of `files`. */
  readonly content: () => Uint8Array
}

/** A file in it. */
export interface ArchivedFile {
  /** Below the package, with `/` on every system. */
  readonly path: string
  /** In bytes. */
  readonly size: number
}

/** What the file of the program names its parts. */
export const part = {
  /** JSON: `name` and `files`. */
  list: 'package.json',
  /** The content, compressed by zstd. */
  content: 'package.zst',
} as const

/** The module that starts the program, at the top of the unpacked package. CommonJS: the one file can load no other. */
export const START = 'start.cjs'
