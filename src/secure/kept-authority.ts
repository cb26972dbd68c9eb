import { X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import { DAY_MS } from '../game/kernel/instant.ts'
import { openDirectory, replaceFile } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { orStorageFailure, storageFailure } from '../storage/storage-error.ts'
import { authorityFiles, type AuthorityFiles } from './authority-files.ts'
import { newAuthority } from './certificate.ts'
import { identityProblem, type Identity } from './identity.ts'

/** No file of an authority is larger than this. */
const MAX_BYTES = 64 * 1024

/** An authority that expires within this time is replaced, because its servers' certificates expire with it. */
const NEAR_END_MS = 30 * DAY_MS

/** What to do about a file that gamify did not write. It may belong to somebody, so it is not replaced. */
const MOVE_AWAY = 'Move it away, and gamify makes a new authority'

/** What is needed to read or create an authority. */
export interface Keeping {
  readonly files: FileSystem
  readonly nowMs: number
  /** Receives a message for people when clients have to trust another authority. */
  readonly warn: (message: string) => void
}

/**
 * Returns the certificate authority of a data directory. Creates it at the first call, and again if the existing one is
 * unusable. Only the holder of the directory's lock may call this. Throws a StorageError.
 */
export async function keptAuthority(data: string, { files, nowMs, warn }: Keeping): Promise<Identity> {
  const paths = authorityFiles(data)
  return orStorageFailure(`The certificate authority in ${paths.directory} cannot be kept`, async () => {
    // Before it is read: clients that are told to trust it must find it again, even if the start that created it was
    // interrupted.
    const ours = new Set([paths.cert, paths.key].map((path) => basename(path)))
    await openDirectory(files, paths.directory, (name) => ours.has(name))
    const [cert, key] = await Promise.all([readText(files, paths.cert), readText(files, paths.key)])
    if (cert === undefined) return createIn(paths, files, nowMs)
    const found = { cert, key: key ?? '' }
    const problem = problemOf(found, paths, nowMs)
    if (problem === undefined) return found
    warn(`${problem}; gamify made a new certificate authority, and clients must trust it instead of the old one`)
    return createIn(paths, files, nowMs)
  })
}

function problemOf(found: Identity, paths: AuthorityFiles, nowMs: number): string | undefined {
  const problem = identityProblem(found, nowMs)
  if (problem !== undefined) return `${paths[problem.about]} ${problem.message}`
  const { ca: isAuthority, publicKey, validTo } = new X509Certificate(found.cert)
  if (!isAuthority) return `${paths.cert} is not a certificate of a certificate authority`
  // Certificates name the type of the key that signs them.
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return `${paths.cert} has no P-256 key`
  return Date.parse(validTo) < nowMs + NEAR_END_MS ? `${paths.cert} expires soon, on ${validTo}` : undefined
}

/** Writes the key first, so that people never trust a certificate that has no key. */
async function createIn(paths: AuthorityFiles, files: FileSystem, nowMs: number): Promise<Identity> {
  const created = newAuthority(nowMs)
  await replaceFile(files, paths.key, Buffer.from(created.key))
  await replaceFile(files, paths.cert, Buffer.from(created.cert))
  return created
}

async function readText(files: FileSystem, path: string): Promise<string | undefined> {
  try {
    return (await files.readFile(path, MAX_BYTES))?.toString()
  } catch (cause) {
    throw storageFailure(`The certificate authority cannot be kept: ${path} cannot be read`, cause, MOVE_AWAY)
  }
}
