/** The package of gamify that the executable contains. */
export interface Archive {
  /** Its version and the hash of its content, so that every build has a different name. */
  readonly name: string
  readonly files: readonly ArchivedFile[]
  /** Returns the bytes of all files one after the other, in the order of `files`. */
  readonly content: () => Uint8Array
}

/** Returns the version of gamify that an archive contains. */
export function versionOf({ name }: Pick<Archive, 'name'>): string {
  return name.slice(0, name.lastIndexOf('-'))
}

/** A file of the archive. */
export interface ArchivedFile {
  /** The path within the package, with `/` on every system. */
  readonly path: string
  /** The size in bytes. */
  readonly size: number
}

/** The names of the executable's assets. */
export const part = {
  /** The list, in JSON: `name` and `files`. */
  list: 'package.json',
  /** The content, compressed with zstd. */
  content: 'package.zst',
} as const
