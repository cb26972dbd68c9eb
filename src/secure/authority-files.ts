import { join } from 'node:path'

/**
 * Returns where a data directory keeps its own certificate authority. gamify ignores other files in that directory.
 * Kept apart from what reads and writes the files, because most commands only need their paths.
 */
export function authorityFiles(data: string): AuthorityFiles {
  const directory = join(data, 'https')
  return { directory, cert: join(directory, 'ca.pem'), key: join(directory, 'ca-key.pem') }
}

/** The paths are absolute if that of the data directory is. */
export interface AuthorityFiles {
  readonly directory: string
  /** The certificate that clients trust, in PEM. */
  readonly cert: string
  /** Its private key, in PEM, which only its owner can read. */
  readonly key: string
}
