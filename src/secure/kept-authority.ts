import { X509Certificate } from 'node:crypto'
import { basename } from 'node:path'
import { DAY_MS } from '../game/kernel/instant.ts'
import { openDirectory, replaceFile } from '../storage/durable-file.ts'
import type { FileSystem } from '../storage/fs.ts'
import { orStorageFailure, storageFailure } from '../storage/storage-error.ts'
import { authorityFiles, type AuthorityFiles } from './authority-files.ts'
import { newAuthority } from './certificate.ts'
import { identityProblem, type Identity } from './identity.ts'

/** No file of an authority is larger. */
const MAX_BYTES = 64 * 1024

/** An authority that ends within this time is replaced: its servers' certificates end with it. */
const NEAR_END_MS = 30 * DAY_MS

/** What people can do about a file that is none of ours: it may be somebody's, so it is not replaced. */
const MOVE_AWAY = 'Move it away, and gamify makes a new authority'

/** What the keeping of an authority has to know and to tell. */
export interface Keeping {
  readonly files: FileSystem
  readonly nowMs: number
  /** Told, in words for people, that clients have to trust another one. */
  readonly warn: (message: string) => void
}

/**
 * The certificate authority of a data directory, made when it is first asked for, and anew where the one that was there
 * is of no use any more. Whoever holds the directory's lock may ask. Throws a StorageError.
 */
export async function keptAuthority(data: string, { files, nowMs, warn }: Keeping): Promise<Identity> {
  const place = authorityFiles(data)
  return orStorageFailure(`The certificate authority in ${place.directory} cannot be kept`, async () => {
    // Before it is read: who is told to trust it finds it again, whatever stopped the start that made it.
    const ours = new Set([place.cert, place.key].map((path) => basename(path)))
    await openDirectory(files, place.directory, (name) => ours.has(name))
    const [cert, key] = await Promise.all([readText(files, place.cert), readText(files, place.key)])
    if (cert === undefined) return makeIn(place, files, nowMs)
    const found = { cert, key: key ?? '' }
    const problem = problemOf(found, place, nowMs)
    if (problem === undefined) return found
    warn(`${problem}; gamify made a new certificate authority, and clients must trust it instead of the old one`)
    return makeIn(place, files, nowMs)
  })
}

function problemOf(found: Identity, place: AuthorityFiles, nowMs: number): string | undefined {
  const problem = identityProblem(found, nowMs)
  if (problem !== undefined) return `${place[problem.about]} ${problem.message}`
  const { ca: isAuthority, publicKey, validTo } = new X509Certificate(found.cert)
  if (!isAuthority) return `${place.cert} is not a certificate of a certificate authority`
  // What is signed says that it is signed by such a key.
  if (publicKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return `${place.cert} has no P-256 key`
  return Date.parse(validTo) < nowMs + NEAR_END_MS ? `${place.cert} expires soon, on ${validTo}` : undefined
}

/** The key first: a certificate without one would be trusted for nothing. */
async function makeIn(place: AuthorityFiles, files: FileSystem, nowMs: number): Promise<Identity> {
  const made = newAuthority(nowMs)
  await replaceFile(files, place.key, Buffer.from(made.key))
  await replaceFile(files, place.cert, Buffer.from(made.cert))
  return made
}

async function readText(files: FileSystem, path: string): Promise<string | undefined> {
  try {
    return (await files.readFile(path, MAX_BYTES))?.toString()
  } catch (cause) {
    throw storageFailure(`The certificate authority cannot be kept: ${path} cannot be read`, cause, MOVE_AWAY)
  }
}
