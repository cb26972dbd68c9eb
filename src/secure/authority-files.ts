import { join } from 'node:path'

/** Where a data directory keeps the certificate authority of its own; what else is in that directory is not ours. */
export function authorityFiles(data: string): AuthorityFiles {
  const directory = join(data, 'https')
  return { directory, cert: join(directory, 'ca.pem'), key: join(directory, 'ca-key.pem') }
}

/** Absolute paths, if that of the data directory is. */
export interface AuthorityFiles {
  readonly directory: string
  /** The certificate that clients trust; PEM. */
  readonly cert: string
  /** Its private key; PEM, for its owner alone. */
  readonly key: string
}
